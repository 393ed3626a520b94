import type { Database } from '../store/index.ts'
import { lastFiring } from './cron.ts'
import type { Schedule } from './types.ts'
import { enqueue } from './enqueue.ts'

const getName = ({ cron, kind }: Schedule): string => `${kind.name} ${cron}`

/** Writes down those that were unknown: what they would have done before is not made up for. */
export async function knowSchedules(database: Database, schedules: readonly Schedule[]): Promise<void> {
  await database.query(
    `insert into job_schedule (name, last_at) select name, now() from unnest($1::text[]) as known (name)
     on conflict (name) do nothing`,
    [schedules.map(getName)],
  )
}

/** Enqueues what fell due by `now`, the database's time; the row of a schedule lets one of several processes do it. */
export async function enqueueDue(
  database: Database,
  schedules: readonly Schedule[],
  now: Date,
): Promise<void> {
  const due = schedules.flatMap((schedule) => {
    const at = lastFiring(schedule.cron, now)
    return at ? [{ schedule, name: getName(schedule), at }] : []
  })
  if (due.length === 0) return
  await database.transaction(async (tx) => {
    const fired = await tx.query<{ name: string }>(
      `update job_schedule s set last_at = due.at
       from jsonb_to_recordset($1::jsonb) as due (name text, at timestamptz)
       where s.name = due.name and s.last_at < due.at returning s.name`,
      [JSON.stringify(due.map(({ name, at }) => ({ name, at })))],
    )
    const names = new Set(fired.map(({ name }) => name))
    for (const { schedule, name } of due)
      if (names.has(name)) enqueue(tx, schedule.kind, {}, { key: `schedule:${schedule.kind.name}` })
  })
}
