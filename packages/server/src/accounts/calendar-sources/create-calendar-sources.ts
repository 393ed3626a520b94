import { type AccountId, type CalendarSourceId, type UserId, ProviderName } from '@plmail/wire'
import type { AccountsOptions } from '../options.ts'
import { connectCalDav, editCalDav, subscribe } from './connect-source.ts'
import type { CalendarSource, CalendarSourceAccess, CalendarSources, CalendarSourcesOfUser } from './types.ts'
import { sourcesOfUser } from './list-sources.ts'

type Needs = Pick<AccountsOptions, 'database' | 'cipher' | 'clock'>

const columns = 'id, user_id as "userId", account_id as "accountId", kind'

export function createCalendarSources(needs: Needs): CalendarSources {
  const { database, clock } = needs
  const where = (condition: string, value: AccountId | UserId | CalendarSourceId) =>
    database.query<CalendarSource>(
      `select ${columns} from calendar_source where ${condition} = $1 order by id`,
      [value],
    )
  return {
    active: async () => {
      const rows = await database.query<{ id: CalendarSourceId }>(
        'select id from calendar_source order by id',
      )
      return rows.map((row) => row.id)
    },
    get: async (id) => (await where('id', id))[0],
    ofAccount: (accountId) => where('account_id', accountId),
    ofUser: (userId) => where('user_id', userId),
    access: (id) => loadAccess(needs, id),
    getOwner: async (id) => {
      const [row] = await database.query<{ user_id: UserId }>(
        'select user_id from calendar_source where id = $1',
        [id],
      )
      return row?.user_id
    },
    setCondition: async (id, condition, serverText) => {
      await database.query(
        `update calendar_source set condition = $2, said = $3,
           condition_since = case when condition = $2 then condition_since else $4 end,
           last_synced_at = case when $2 = 'ok' then $4 else last_synced_at end
         where id = $1`,
        [id, condition, condition === 'ok' ? null : (serverText?.slice(0, 1000) ?? null), clock.now()],
      )
    },
  }
}

/** See `CalendarSourcesOfUser`. */
export function createSourcesOfUser(options: AccountsOptions): CalendarSourcesOfUser {
  const { database, clock, locks, events } = options
  return {
    list: (userId) => sourcesOfUser(options, userId, undefined),
    connect: (userId, form) => connectCalDav(options, userId, form),
    edit: (userId, id, form) => editCalDav(options, userId, id, form),
    subscribe: (userId, form) => subscribe(options, userId, form),
    hurry: async (userId, id) => {
      const rows = await database.query(
        'update calendar_source set asked_at = $3 where user_id = $1 and id = $2 returning id',
        [userId, id, clock.now()],
      )
      if (rows.length > 0) await events.publish('calendar-source-changed', { sourceId: id })
      return rows.length > 0
    },
    remove: async (userId, id) => {
      const [source] = await sourcesOfUser(options, userId, id)
      if (source?.kind !== 'caldav' && source?.kind !== 'feed') return false
      // The lock of whoever looks at it: a look that is under way would bring back what has just gone.
      await locks.withLock(`calendars:${id}`, async () => {
        await events.publish('calendar-source-leaving', { sourceId: id })
        await database.query('delete from calendar_source where user_id = $1 and id = $2', [userId, id])
      })
      return true
    },
  }
}

interface AccessRow {
  account_id: AccountId
  kind: CalendarSource['kind']
  name: string | null
  address: string | null
  username: string | null
  secret: string | null
  asked_at: Date | null
}

async function loadAccess(
  { database, cipher }: Needs,
  id: CalendarSourceId,
): Promise<CalendarSourceAccess | undefined> {
  const [row] = await database.query<AccessRow>(
    'select account_id, kind, name, address, username, secret, asked_at from calendar_source where id = $1',
    [id],
  )
  if (!row) return undefined
  if (row.kind === ProviderName.google || row.kind === ProviderName.microsoft)
    return { kind: row.kind, accountId: row.account_id }
  const address = row.address ?? ''
  if (row.kind === 'feed')
    return {
      kind: 'feed',
      name: row.name ?? '',
      address: cipher.open(address, 'calendar_source.address'),
      askedAt: row.asked_at ?? undefined,
    }
  const password = cipher.open(row.secret ?? '', 'calendar_source.secret')
  return { kind: 'caldav', address, username: row.username ?? '', password }
}
