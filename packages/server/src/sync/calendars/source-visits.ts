import type { CalendarSourceId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'

const minuteMs = 60_000

/** 15 min, 30 min, 1 h, 2 h, 4 h, 8 h and then a day, by failures in a row. */
export function computeRetryTime(now: Date, failures: number): Date {
  const minutes = [15, 30, 60, 120, 240, 480][failures - 1] ?? 24 * 60
  return new Date(now.getTime() + minutes * minuteMs)
}

export async function countFailures(sql: Sql, id: CalendarSourceId): Promise<number> {
  const [row] = await sql.query<{ failures: number }>(
    'select failures from calendar_look where source_id = $1',
    [id],
  )
  return row?.failures ?? 0
}

export async function keepLooked(sql: Sql, id: CalendarSourceId, at: Date): Promise<void> {
  await sql.query(
    `insert into calendar_look (source_id, looked_at) values ($1, $2)
     on conflict (source_id) do update set looked_at = excluded.looked_at, failures = 0, due_at = null`,
    [id, at],
  )
}

export async function keepFailure(sql: Sql, id: CalendarSourceId, dueAt: Date | null): Promise<void> {
  await sql.query(
    `insert into calendar_look as kept (source_id, failures, due_at) values ($1, 1, $2)
     on conflict (source_id) do update set failures = kept.failures + 1, due_at = excluded.due_at`,
    [id, dueAt],
  )
}

/** Somebody wants it looked at now. */
export async function forgetFailures(sql: Sql, id: CalendarSourceId): Promise<void> {
  await sql.query('update calendar_look set failures = 0, due_at = null where source_id = $1', [id])
  await sql.query('update calendar_link set failures = 0, due_at = null where source_id = $1', [id])
}

const maxBatchSize = 200
/** A minute less than between two polls, so that every poll finds what the last one looked at. */
const freshMs = 14 * minuteMs

/** Lists those of the sources that are due, the longest neglected first. */
export async function staleSources(
  sql: Sql,
  ids: readonly CalendarSourceId[],
  now: Date,
): Promise<CalendarSourceId[]> {
  const rows = await sql.query<{ id: CalendarSourceId }>(
    `select asked.id from unnest($1::bigint[]) asked (id) left join calendar_look l on l.source_id = asked.id
     where (l.looked_at is null or l.looked_at <= $2) and (l.due_at is null or l.due_at <= $3)
     order by l.looked_at nulls first, asked.id limit $4`,
    [ids, new Date(now.getTime() - freshMs), now, maxBatchSize],
  )
  return rows.map((row) => row.id)
}
