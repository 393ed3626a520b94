import type { CalendarId, CalendarSourceId, ProviderName } from '@plmail/wire'
import type { Sql } from '../../../store/index.ts'

/** One channel or subscription. */
export interface CalendarWatchRow {
  id: number
  calendarId: CalendarId
  sourceId: CalendarSourceId
  provider: ProviderName
  remoteId: string
  resourceId: string | null
  /** SHA-256. */
  secret: Buffer
  address: string
  openedAt: Date
  expiresAt: Date | null
}

const columns = `w.id, w.calendar_id as "calendarId", l.source_id as "sourceId", w.provider, w.remote_id as "remoteId",
  w.resource_id as "resourceId", w.secret, w.address, w.opened_at as "openedAt", w.expires_at as "expiresAt"`

const from = 'from calendar_watch w join calendar_link l on l.calendar_id = w.calendar_id'

/** Newest first. */
export const watchesOfSource = (sql: Sql, id: CalendarSourceId): Promise<CalendarWatchRow[]> =>
  sql.query<CalendarWatchRow>(`select ${columns} ${from} where l.source_id = $1 order by w.id desc`, [id])

export const watchesNamed = (sql: Sql, remoteIds: readonly string[]): Promise<CalendarWatchRow[]> =>
  sql.query<CalendarWatchRow>(`select ${columns} ${from} where w.remote_id = any($1)`, [remoteIds])

export type NewWatch = Pick<
  CalendarWatchRow,
  'calendarId' | 'provider' | 'remoteId' | 'secret' | 'address' | 'openedAt'
>

/** Before it is granted: its first announcement may be faster than the answer. */
export async function addWatch(sql: Sql, watch: NewWatch): Promise<number> {
  const [row] = await sql.query<{ id: number }>(
    `insert into calendar_watch (calendar_id, provider, remote_id, secret, address, opened_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [watch.calendarId, watch.provider, watch.remoteId, watch.secret, watch.address, watch.openedAt],
  )
  if (!row) throw new Error('insert returned nothing')
  return row.id
}

export interface Granted {
  remoteId: string
  resourceId: string | null
  expiresAt: Date
}

export async function keepGranted(sql: Sql, id: number, granted: Granted): Promise<void> {
  await sql.query(
    'update calendar_watch set remote_id = $2, resource_id = $3, expires_at = $4 where id = $1',
    [id, granted.remoteId, granted.resourceId, granted.expiresAt],
  )
}

export async function dropWatches(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.query('delete from calendar_watch where id = any($1::bigint[])', [ids])
}

export async function keepAnnounced(sql: Sql, ids: readonly number[], at: Date): Promise<void> {
  await sql.query('update calendar_watch set announced_at = $2 where id = any($1::bigint[])', [ids, at])
}

export async function keepUnwatchable(sql: Sql, id: CalendarId): Promise<void> {
  await sql.query('update calendar_link set unwatchable = true where calendar_id = $1', [id])
}
