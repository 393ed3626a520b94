import {
  type AccountId,
  type ProblemDetail,
  readStoredProblem,
  storedProblem,
  type ProviderName,
} from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { WatchState } from './types.ts'

export type WatchedProvider = ProviderName

export interface WatchRow {
  account_id: AccountId
  provider: WatchedProvider
  mailbox: string
  is_wanted: boolean
  remote_id: string | null
  address: string | null
  client_state: Buffer | null
  registered_at: Date | null
  expires_at: Date | null
  announced_at: Date | null
  unannounced_at: Date | null
  refused_since: Date | null
  trouble: string | null
}

const columns = `account_id, provider, mailbox, is_wanted, remote_id, address, client_state, registered_at, expires_at,
  announced_at, unannounced_at, refused_since, trouble`

export async function selectWatch(sql: Sql, id: AccountId): Promise<WatchRow | undefined> {
  return (await selectWatches(sql, [id]))[0]
}

export function selectWatches(sql: Sql, ids: readonly AccountId[]): Promise<WatchRow[]> {
  return sql.query<WatchRow>(`select ${columns} from mail_watch where account_id = any($1)`, [ids])
}

/**
 * How long a poll may be ahead of the announcement of what it found: Pub/Sub and Graph usually take seconds, and a
 * notification that was not acknowledged at once comes again within minutes.
 */
const graceMs = 3 * 60_000

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export function toWatchState(row: WatchRow, now: Date): WatchState {
  return {
    isWanted: row.is_wanted,
    expiresAt: row.expires_at,
    announcedAt: row.announced_at,
    condition: compileCondition(row, now),
    isRefused: row.refused_since !== null && row.refused_since.getTime() <= now.getTime() - dayMs,
    trouble: row.trouble === null ? null : readStoredProblem(row.trouble),
  }
}

function compileCondition(row: WatchRow, now: Date): WatchState['condition'] {
  if (!row.is_wanted) return 'off'
  if (row.expires_at === null || row.expires_at <= now) return 'lapsed'
  const isSilent = row.unannounced_at !== null && now.getTime() - row.unannounced_at.getTime() > graceMs
  return isSilent ? 'silent' : 'on'
}

/** Accounts whose provider should announce changes and does not; not those whose provider has refused to for a day. */
export async function unheard(sql: Sql, now: Date): Promise<AccountId[]> {
  const rows = await sql.query<{ account_id: AccountId }>(
    `select account_id from mail_watch
     where is_wanted and (expires_at is null or expires_at <= $1 or unannounced_at < $2)
       and (refused_since is null or refused_since > $3)
     order by account_id`,
    [now, new Date(now.getTime() - graceMs), new Date(now.getTime() - dayMs)],
  )
  return rows.map((row) => row.account_id)
}

/**
 * Lists accounts whose watch ends soon: Google's within a day (of seven), Microsoft's within twelve hours (of nearly
 * three days), and those with none in force. Runs every hour: once a night, Microsoft's would expire between two
 * nights. A silent watch may have ended at the provider without notice: Google's does when the permission was withdrawn
 * and granted again. A provider that refuses is asked less and less often.
 */
export async function due(sql: Sql, now: Date): Promise<AccountId[]> {
  const rows = await sql.query<{ account_id: AccountId }>(
    `select account_id from mail_watch
     where is_wanted and (retry_at is null or retry_at <= $4)
       and (expires_at is null or unannounced_at < $3
       or expires_at <= case provider when 'provA' then $1::timestamptz else $2 end)
     order by account_id`,
    [dayMs, 12 * hourMs, -graceMs, 0].map((ahead) => new Date(now.getTime() + ahead)),
  )
  return rows.map((row) => row.account_id)
}

export async function selectWatchedAccounts(sql: Sql): Promise<AccountId[]> {
  const rows = await sql.query<{ account_id: AccountId }>(
    'select account_id from mail_watch where is_wanted order by account_id',
  )
  return rows.map((row) => row.account_id)
}

/** The switch is on from here on, so that what the provider sends while it registers finds its account. */
export async function want(
  sql: Sql,
  id: AccountId,
  { provider, mailbox }: Pick<WatchRow, 'provider' | 'mailbox'>,
): Promise<void> {
  await sql.query(
    `insert into mail_watch (account_id, provider, mailbox, is_wanted) values ($1, $2, $3, true)
     on conflict (account_id) do update set is_wanted = true, mailbox = excluded.mailbox`,
    [id, provider, mailbox],
  )
}

export async function unwant(sql: Sql, id: AccountId, trouble: ProblemDetail | null): Promise<void> {
  await sql.query(
    `update mail_watch set is_wanted = false, remote_id = null, address = null, client_state = null,
       registered_at = null, expires_at = null, unannounced_at = null, refused_since = null, retry_at = null,
       trouble = $2
     where account_id = $1`,
    [id, trouble && storedProblem(trouble)],
  )
}

/** Records a failure that is no refusal of the provider's: it is tried again with the next hour. */
export async function keepTrouble(sql: Sql, id: AccountId, trouble: ProblemDetail): Promise<void> {
  await sql.query(
    `update mail_watch set trouble = $2, refused_since = null, retry_at = null where account_id = $1`,
    [id, storedProblem(trouble)],
  )
}

/** The sweep is hourly, and a little later than the hour after a slow answer: that is not to cost another hour. */
const sweepSlackMs = 60_000

/**
 * Records a refusal that only people can end. The wait until the next try is as long as it has been refused: from an hour,
 * because a quota of the provider may be full for a while (403 too), to a day, because a policy stays.
 */
export async function keepRefusal(
  sql: Sql,
  { account_id: id, refused_since: refusedSince }: WatchRow,
  trouble: ProblemDetail,
  now: Date,
): Promise<void> {
  const since = refusedSince ?? now
  const waitMs = Math.min(Math.max(now.getTime() - since.getTime(), hourMs), dayMs) - sweepSlackMs
  await sql.query(
    `update mail_watch set trouble = $2, refused_since = $3, retry_at = $4 where account_id = $1`,
    [id, storedProblem(trouble), since, new Date(now.getTime() + waitMs)],
  )
}

export interface Registration {
  remoteId: string
  address: string
  /** Undefined: as it was. */
  clientState: Buffer | null | undefined
  expiresAt: Date
  isNew: boolean
}

export async function keepRegistration(
  sql: Sql,
  id: AccountId,
  { remoteId, address, clientState, expiresAt, isNew }: Registration,
  now: Date,
): Promise<void> {
  await sql.query(
    `update mail_watch set remote_id = $2, address = $3, expires_at = $4, trouble = null,
       refused_since = null, retry_at = null,
       client_state = case when $5 then $6 else client_state end,
       registered_at = case when $7 then $8 else registered_at end,
       unannounced_at = case when $7 then null else unannounced_at end
     where account_id = $1 and is_wanted`,
    [id, remoteId, address, expiresAt, clientState !== undefined, clientState ?? null, isNew, now],
  )
}

/** The provider has given the registration up: whatever still comes in its name is nobody's. */
export async function dropRegistration(sql: Sql, id: AccountId): Promise<void> {
  await sql.query(
    `update mail_watch set remote_id = null, client_state = null, expires_at = null where account_id = $1`,
    [id],
  )
}

/** Whether another account here relies on the same registration: Google has one for a mailbox. */
export async function isShared(sql: Sql, row: WatchRow): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from mail_watch where provider = $1 and mailbox = $2 and is_wanted and account_id <> $3`,
    [row.provider, row.mailbox, row.account_id],
  )
  return rows.length > 0
}

export async function keepAnnounced(sql: Sql, id: AccountId, now: Date): Promise<void> {
  await sql.query(
    `update mail_watch set announced_at = $2, unannounced_at = null where account_id = $1 and is_wanted`,
    [id, now],
  )
}

export async function watchingMailbox(sql: Sql, mailbox: string): Promise<AccountId[]> {
  const rows = await sql.query<{ account_id: AccountId }>(
    `select account_id from mail_watch where mailbox = $1 and is_wanted and provider = 'provA'`,
    [mailbox],
  )
  return rows.map((row) => row.account_id)
}

export function withSubscriptions(
  sql: Sql,
  ids: readonly string[],
): Promise<Array<{ account_id: AccountId; remote_id: string; client_state: Buffer }>> {
  return sql.query(
    `select account_id, remote_id, client_state from mail_watch
     where remote_id = any($1) and client_state is not null and is_wanted`,
    [ids],
  )
}
