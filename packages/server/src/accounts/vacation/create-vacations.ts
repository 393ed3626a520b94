import type { AccountId } from '@plmail/wire'
import {
  ProviderError,
  type ProviderErrorKind,
  type VacationSession,
} from '../../providers/contract/index.ts'
import type { Database } from '../../store/index.ts'
import type { ProviderName } from '../grants/door.ts'
import type { Answered, Vacations } from './door.ts'

export interface VacationParts {
  database: Pick<Database, 'query'>
  /** Whether these permissions open it, at this provider. */
  isGranted(provider: ProviderName, scopes: readonly string[]): boolean
  open(id: AccountId): VacationSession | Promise<VacationSession>
}

export function createVacations({ database, isGranted, open }: VacationParts): Vacations {
  return {
    settable: async (userId) => {
      const rows = await database.query<{ id: AccountId; provider: ProviderName; scopes: string[] }>(
        `select a.id, a.provider, g.scopes from mail_account a join account_grant g on g.account_id = a.id
         where a.user_id = $1`,
        [userId],
      )
      return new Set(rows.flatMap(({ id, provider, scopes }) => (isGranted(provider, scopes) ? [id] : [])))
    },
    read: (id) => answered(async () => (await open(id)).read()),
    write: (id, vacation) =>
      answered(async () => {
        await (await open(id)).write(vacation)
        return null
      }),
  }
}

/** Asking again would get the same answer. */
const lasting: ReadonlySet<ProviderErrorKind> = new Set(['refused', 'denied', 'missing-scope', 'blocked'])

async function answered<T>(work: () => Promise<T>): Promise<Answered<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const why = lasting.has(error.kind) ? 'refused' : 'unavailable'
    return { ok: false, why, said: error.detail ?? error.message }
  }
}
