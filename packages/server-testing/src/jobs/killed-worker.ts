/**
 * A worker process for killed-worker.test.ts: runs jobs whose effect is written once because they run one at a time per
 * queue and look before they write. Prints each job it begins. Arguments: connection string, duration of a job in ms.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../../server/src/kit/clock.ts'
import { silentLog } from '../../../server/src/kit/log.ts'
import { openDatabase } from '../../../server/src/store/index.ts'
import { createJobs } from '../../../server/src/jobs/index.ts'

const [connectionString = '', durationMs = '0'] = process.argv.slice(2)
const database = openDatabase({ connectionString, prepare: true, maxConnections: 5 }, silentLog)
const jobs = createJobs({ database, clock: systemClock, log: silentLog })

jobs.handle({ name: 'effect', lane: 'sync', maxAttempts: 3, parse: Number }, async (n) => {
  process.stdout.write(`${n}\n`)
  await pause(Number(durationMs))
  await database.query(
    'insert into effect (n) select $1::int where not exists (select 1 from effect where n = $1::int)',
    [n],
  )
})
await jobs.start()
