import { type AccountId, type Preferences, type UserId, readPreferences } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'

/** Values by name, each of which `isPreference` accepts; undefined goes back to the default. */
export type PreferenceChanges = Readonly<{ [Name in keyof Preferences]?: Preferences[Name] | undefined }>

/** Preferences of a user for the web client, one object in the personal account. */
export interface PreferenceRoom {
  get(accountId: AccountId): Promise<Preferences>
  set(
    userId: UserId,
    accountId: AccountId,
    changes: PreferenceChanges,
    ifState: number | undefined,
  ): Promise<{ oldState: number; newState: number } | 'state-mismatch'>
}

export interface PreferenceNeeds {
  store: Sql
  changes: Pick<Changes, 'write'>
}

/** The one object has this number in the change log. */
const onlyOne = 1

export function createPreferences({ store, changes }: PreferenceNeeds): PreferenceRoom {
  return {
    get: async (accountId) => readPreferences(await selectPreferences(store, accountId)),
    set: async (userId, accountId, preferences, ifState) => {
      const cause = { actor: { kind: 'user' as const, userId }, verb: 'set-preferences' }
      const { result, state } = await changes.write(accountId, cause, async (change) => {
        const oldState = change.state - 1
        if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
        const before = await selectPreferences(change.tx, accountId)
        const chosen = JSON.stringify({ ...before, ...preferences })
        if (chosen === JSON.stringify(before)) return oldState
        await change.tx.query(
          `insert into preferences (account_id, chosen) values ($1, $2)
           on conflict (account_id) do update set chosen = excluded.chosen`,
          [accountId, chosen],
        )
        change.updated('Preferences', [onlyOne])
        return oldState
      })
      return result === 'state-mismatch' ? result : { oldState: result, newState: state }
    },
  }
}

async function selectPreferences(sql: Sql, accountId: AccountId): Promise<Record<string, unknown>> {
  const [row] = await sql.query<{ chosen: Record<string, unknown> }>(
    'select chosen from preferences where account_id = $1',
    [accountId],
  )
  return row?.chosen ?? {}
}
