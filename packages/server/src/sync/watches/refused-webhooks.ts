import type { AccountId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Database } from '../../store/index.ts'
import type { Endpoint, WebhookRefusalNote, RefusalReason, RefusalSeen } from './types.ts'
import { gather } from './coalesce-runs.ts'

export interface RefusalNeeds {
  database: Database
  clock: Clock
  log: Log
}

export interface Refusals {
  note(refusal: WebhookRefusalNote): void
  list(): Promise<RefusalSeen[]>
  /** Forgets what is old, and what is too much. */
  sweep(): Promise<void>
  /** Resolves when everything noted is written down. */
  whenWritten(): Promise<void>
}

const pauseMs = 1_000
/** Sources told apart between two writes; a flood from more counts as one source. */
const maxSources = 200
const maxRetained = 500
const keptDays = 30
const hourMs = 3_600_000
/** Lines in the log within an hour; the webhooks page has the rest. */
const maxLogged = 50
/** The source under which everybody beyond those limits is counted. */
const manyOthers = 'many others'

/** Counts notifications that were turned away: written in batches, logged once an hour for each source. */
export function createRefusals({ database, clock, log }: RefusalNeeds): Refusals {
  let counted = new Map<string, WebhookRefusalNote & { times: number }>()
  let writing: Promise<void> = Promise.resolve()
  const write = gather<true>(async () => {
    const noted = [...counted.values()]
    counted = new Map()
    if (noted.length > 0) await keep(await bounded(noted))
  }, pauseMs)

  /** Between two sweeps, too, a flood from ever new sources fills no table: beyond the bound all are one source. */
  const bounded = async (noted: ReadonlyArray<WebhookRefusalNote & { times: number }>) => {
    const [row] = await database.query<{ rows: number }>('select count(*) as rows from webhook_refusal')
    return (row?.rows ?? 0) + noted.length <= maxRetained ? noted : mergeRefusals(noted)
  }
  let countingSince = -Infinity
  let linesLogged = 0
  /** Limits the log of one process, whatever the number of sources. */
  const mayLog = (): boolean => {
    const now = clock.now().getTime()
    if (now - countingSince >= hourMs) [countingSince, linesLogged] = [now, 0]
    return ++linesLogged <= maxLogged
  }

  const keep = async (rows: ReadonlyArray<WebhookRefusalNote & { times: number }>): Promise<void> => {
    const written = await database.query<LoggedRefusal>(
      `insert into webhook_refusal as stored (endpoint, source, reason, account_id, times, first_at, last_at, logged_at)
       select endpoint, source, reason, "accountId", times, $2, $2, $2
       from jsonb_to_recordset($1) as counted (endpoint text, source text, reason text, "accountId" bigint, times bigint)
       order by 1, 2, 3, 4
       on conflict (endpoint, source, reason, account_id) do update set
         times = stored.times + excluded.times, last_at = excluded.last_at,
         logged_at = case when stored.logged_at <= excluded.last_at - interval '1 hour'
           then excluded.last_at else stored.logged_at end
       returning endpoint, source, reason, times, logged_at = $2 as "isDue"`,
      [JSON.stringify(rows), clock.now()],
    )
    for (const { isDue, ...refusal } of written)
      if (isDue && mayLog()) log.event('sync.webhook-refused', refusal)
  }

  return {
    note: (refusal) => {
      const isNew = !counted.has(getKey(refusal))
      const source = isNew && counted.size >= maxSources ? manyOthers : refusal.source
      const counting = { ...refusal, source }
      const times = (counted.get(getKey(counting))?.times ?? 0) + 1
      counted.set(getKey(counting), { ...counting, times })
      // A figure for the administrator; what cannot be written is told by the log of the database's trouble.
      writing = write(true).catch((error: unknown) => log.failure('sync.refusals-not-kept', error))
    },
    list: async () => {
      const rows = await database.query<RefusalRow>(
        `select endpoint, source, reason, account_id, times, first_at, last_at
         from webhook_refusal order by last_at desc, endpoint, source limit 200`,
      )
      return rows.map((row) => ({
        endpoint: row.endpoint,
        source: row.source,
        reason: row.reason,
        times: row.times,
        accountId: row.account_id,
        firstAt: row.first_at,
        lastAt: row.last_at,
      }))
    },
    sweep: async () => {
      const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
      await database.query(
        `delete from webhook_refusal where last_at < greatest($1::timestamptz,
           (select last_at from webhook_refusal order by last_at desc offset $2 limit 1))`,
        [before, maxRetained],
      )
    },
    whenWritten: () => writing,
  }
}

interface LoggedRefusal {
  endpoint: string
  source: string
  reason: string
  times: number
  isDue: boolean
}

interface RefusalRow {
  endpoint: Endpoint
  source: string
  reason: RefusalReason
  account_id: AccountId | null
  times: number
  first_at: Date
  last_at: Date
}

function mergeRefusals(
  noted: ReadonlyArray<WebhookRefusalNote & { times: number }>,
): Array<WebhookRefusalNote & { times: number }> {
  const byKey = new Map<string, WebhookRefusalNote & { times: number }>()
  for (const { accountId: _ofOne, ...refusal } of noted) {
    const together = { ...refusal, source: manyOthers }
    const before = byKey.get(getKey(together))?.times ?? 0
    byKey.set(getKey(together), { ...together, times: before + refusal.times })
  }
  return [...byKey.values()]
}

const getKey = ({ endpoint, source, reason, accountId }: WebhookRefusalNote): string =>
  [endpoint, source, reason, accountId ?? ''].join(' ')
