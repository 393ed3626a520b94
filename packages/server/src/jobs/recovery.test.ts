import { describe, expect, test } from 'vitest'
import { type JobKind } from './index.ts'
import {
  db,
  eachWithItsOwnDatabase,
  note,
  newProcess,
  started,
  newGate,
  dropConnections,
} from '../../../server-testing/src/jobs/test-jobs.ts'

eachWithItsOwnDatabase()

describe('what nobody works on any more is found', () => {
  test('a job that another process took over is aborted here when the connection is back', async () => {
    const { jobs, ran, aborted } = await startedUntilAborted()
    await takeOverElsewhere()
    await dropConnections()
    await expect.poll(() => aborted).toEqual(['x'])
    // The other "process" never lived, so its job is handed on.
    await expect.poll(() => ran).toEqual(['x', 'x'])
    await expect.poll(() => jobs.waiting()).toMatchObject({ sync: 0 })
  })

  test('a job that another process took over is aborted here even if no connection was seen to end', async () => {
    const { jobs, ran, aborted } = await startedUntilAborted()
    await takeOverElsewhere()
    await expect.poll(() => aborted).toEqual(['x'])
    await expect.poll(() => ran).toEqual(['x', 'x'])
    await expect.poll(() => jobs.waiting()).toMatchObject({ sync: 0 })
  })

  test('a job that was handed to this process and never arrived', async () => {
    const gate = newGate()
    const { jobs, ran } = await started(async (text) => {
      if (text === 'holds') await gate.passed
    })
    await jobs.enqueue(undefined, note(), 'holds')
    await expect.poll(() => ran).toEqual(['holds'])
    await jobs.enqueue(undefined, note(), 'lost', { runAt: new Date('2100-01-01') })
    await db.database.query(
      `update job set taken_at = now() - interval '1 minute',
         taken_by = (select taken_by from job where taken_by is not null)`,
    )
    await expect.poll(() => ran).toEqual(['holds', 'lost'])
    gate.open()
    await expect.poll(() => jobs.waiting()).toMatchObject({ sync: 0 })
    expect(ran).toHaveLength(2)
  })
})

describe('a schedule', () => {
  const daily: JobKind<Record<string, never>> = {
    name: 'daily',
    lane: 'maintenance',
    maxAttempts: 3,
    parse: () => ({}),
  }

  test('that fell due while nobody ran is made up for once, by one of several processes', async () => {
    const ran: string[] = []
    const [a, b] = [newProcess(), newProcess()]
    for (const jobs of [a, b]) {
      jobs.handle(daily, async () => void ran.push('daily'))
      jobs.handle(note('maintenance'), async (text) => void ran.push(text))
      jobs.schedule({ cron: '30 3 * * *', kind: daily })
    }
    await db.database.query(
      `insert into job_schedule (name, last_at) values ('daily 30 3 * * *', now() - interval '3 days')`,
    )
    await Promise.all([a.start(), b.start()])
    await expect.poll(() => ran).toEqual(['daily'])
    await a.enqueue(undefined, note('maintenance'), 'after')
    await expect.poll(() => ran).toEqual(['daily', 'after'])
  })

  test('of a kind that nobody handles stops the start', async () => {
    const jobs = newProcess()
    jobs.schedule({ cron: '* * * * *', kind: daily })
    await expect(jobs.start()).rejects.toThrow('daily')
  })
})

/** A process whose first job runs, and goes on until it is aborted. */
async function startedUntilAborted() {
  const aborted: string[] = []
  const { jobs, ran } = await started(async (text, { signal }) => {
    if (ran.length > 1) return
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    aborted.push(text)
    throw signal.reason
  })
  await jobs.enqueue(undefined, note(), 'x', { key: 'k' })
  await expect.poll(() => ran).toEqual(['x'])
  return { jobs, ran, aborted }
}

/** As recovery and the next worker of another process do it. */
async function takeOverElsewhere(): Promise<void> {
  await db.database.query(`update job set turn = turn + 1, taken_by = 'worker elsewhere'`)
}
