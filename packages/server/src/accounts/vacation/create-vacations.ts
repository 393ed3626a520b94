import type { AccountId, ProblemDetail, ProviderName } from '@plmail/wire'
import {
  ProviderError,
  type ProviderErrorKind,
  problemOfProvider,
  type VacationPeriod,
  type VacationSession,
} from '../../providers/contract/index.ts'
import type { Database } from '../../store/index.ts'
import type { Answered, Vacations } from './types.ts'

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
      const withSieve = await database.query<{ id: AccountId }>(
        `select a.id from mail_account a join sieve_server s on s.account_id = a.id
         where a.user_id = $1 and s.has_vacation`,
        [userId],
      )
      const granted = rows.filter(({ provider, scopes }) => isGranted(provider, scopes))
      return new Set([...granted, ...withSieve].map(({ id }) => id))
    },
    read: (id) =>
      answerFailures(async () => {
        const { idlePeriod, ...vacation } = await (await open(id)).read()
        const chosen = idlePeriod && (await chosenDates(database, id))
        // Changed at the provider since, or never chosen by anybody.
        if (!chosen || !isSamePeriod(chosen, idlePeriod)) return vacation
        return { ...vacation, period: idlePeriod }
      }),
    write: (id, vacation) =>
      answerFailures(async () => {
        await (await open(id)).write(vacation)
        await keepDates(database, id, vacation.isEnabled ? null : vacation.period)
        return null
      }),
  }
}

async function chosenDates(
  database: VacationParts['database'],
  id: AccountId,
): Promise<VacationPeriod | undefined> {
  const [row] = await database.query<VacationPeriod & Record<string, unknown>>(
    'select from_at as "from", to_at as "to" from vacation_dates where account_id = $1',
    [id],
  )
  return row
}

const isSamePeriod = (a: VacationPeriod, b: VacationPeriod): boolean =>
  a.from?.getTime() === b.from?.getTime() && a.to?.getTime() === b.to?.getTime()

async function keepDates(
  database: VacationParts['database'],
  id: AccountId,
  period: VacationPeriod | null,
): Promise<void> {
  if (period === null) await database.query('delete from vacation_dates where account_id = $1', [id])
  else
    await database.query(
      `insert into vacation_dates (account_id, from_at, to_at) values ($1, $2, $3)
       on conflict (account_id) do update set from_at = excluded.from_at, to_at = excluded.to_at`,
      [id, period.from, period.to],
    )
}

/** Asking again would get the same answer. */
const lasting: ReadonlySet<ProviderErrorKind> = new Set(['refused', 'denied', 'missing-scope', 'blocked'])

async function answerFailures<T>(work: () => Promise<T>): Promise<Answered<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const why = lasting.has(error.kind) ? 'refused' : 'unavailable'
    const problem: ProblemDetail =
      error.kind === 'switched-off' ? { problem: 'condition/replies-off' } : problemOfProvider(error)
    return { ok: false, why, problem }
  }
}
