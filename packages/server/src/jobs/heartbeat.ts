import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../store/index.ts'
import type { Lane, Schedule } from './types.ts'
import type { Handled } from './registry.ts'
import { enqueueDue, knowSchedules } from './schedules.ts'
import { isDue } from './claim-jobs.ts'

export interface HeartbeatOptions {
  database: Database
  kinds: readonly Handled[]
  schedules: readonly Schedule[]
  wake(lane: Lane): void
  failed(error: unknown): void
  until: AbortSignal
}

/** Finds jobs that fall due and those whose wake-up got lost. */
const beatMs = 1000

/** Once a second one small statement for the whole process: which lanes have something due, and what time it is. */
export async function pollDueJobs({
  database,
  kinds,
  schedules,
  wake,
  failed,
  until,
}: HeartbeatOptions): Promise<void> {
  let isBegun = false
  let minute = 0
  while (!until.aborted) {
    try {
      if (!isBegun) {
        await settleLanes(database, kinds)
        await knowSchedules(database, schedules)
      }
      isBegun = true
      const { now, lanes } = await readLanes(database)
      lanes.forEach(wake)
      const thisMinute = Math.floor(now.getTime() / 60_000)
      if (thisMinute !== minute) await enqueueDue(database, schedules, now)
      minute = thisMinute
    } catch (error) {
      failed(error) // the database is away; the next look comes soon
    }
    await pause(beatMs, undefined, { signal: until }).catch(() => {})
  }
}

async function readLanes(database: Database): Promise<{ now: Date; lanes: Lane[] }> {
  const [row] = await database.query<{ now: Date; lanes: Lane[] }>(
    `select now() as now, array(select distinct lane from job where ${isDue('job')}) as lanes`,
  )
  if (!row) throw new Error('a statement without a row')
  return row
}

/** A kind may have moved to another lane since its jobs were enqueued. */
async function settleLanes(database: Database, kinds: readonly Handled[]): Promise<void> {
  await database.query(
    `update job set lane = known.lane from jsonb_to_recordset($1::jsonb) as known (name text, lane text)
     where job.kind = known.name and job.lane <> known.lane`,
    [JSON.stringify(kinds.map(({ name, lane }) => ({ name, lane })))],
  )
}
