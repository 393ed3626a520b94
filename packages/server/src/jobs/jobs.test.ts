import { describe, expect, test } from 'vitest'
import { type JobKind, type Lane, RetryAt } from './index.ts'
import {
  db,
  eachWithItsOwnDatabase,
  look,
  note,
  newProcess,
  started,
  newGate,
  concurrently,
  dropConnections,
  retrying,
} from '../../../server-testing/src/jobs/test-jobs.ts'

eachWithItsOwnDatabase()

describe('enqueueing', () => {
  test('with a transaction is visible when that commits, and gone when it does not', async () => {
    const { jobs, ran } = await started()
    await db.database.transaction((tx) => jobs.enqueue(tx, note(), 'committed'))
    const failing = db.database.transaction(async (tx) => {
      await jobs.enqueue(tx, note(), 'rolled back', { queue: 'q' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await jobs.enqueue(undefined, note(), 'last')
    await expect.poll(() => ran.length).toBe(2)
    expect(ran.toSorted()).toEqual(['committed', 'last'])
    expect(await jobs.waiting()).toMatchObject({ sync: 0 })
  })

  test('works in a process that runs nothing', async () => {
    const web = newProcess()
    web.handle(note(), async () => {})
    await web.enqueue(undefined, note(), 'from web')
    await web.enqueue(undefined, note(), 'later', { runAt: new Date('2100-01-01') })
    expect(await web.waiting()).toEqual({ interactive: 0, sync: 2, backlog: 0, outbox: 0, maintenance: 0 })
    const { ran } = await started()
    await expect.poll(() => ran).toEqual(['from web'])
  })

  test('starts a job without waiting for the next poll', async () => {
    const ran: string[] = []
    const jobs = newProcess()
    // One worker, which looks once a second by itself: without being woken it would take 30 seconds.
    jobs.handle(note('maintenance'), async (text) => void ran.push(text))
    await jobs.start()
    await jobs.enqueue(undefined, note('maintenance'), 'warm')
    await expect.poll(() => ran.length).toBe(1)
    const begin = performance.now()
    for (let n = 1; n <= 30; n++) {
      await jobs.enqueue(undefined, note('maintenance'), `${n}`, { queue: `q${n % 3}` })
      await expect.poll(() => ran.length, { interval: 2 }).toBe(n + 1)
    }
    expect(performance.now() - begin).toBeLessThan(15_000)
  })
})

describe('equal keys', () => {
  test('a thousand enqueued while one runs are followed by exactly one more run', async () => {
    const gate = newGate()
    const { jobs, ran } = await started(async () => gate.passed)
    await jobs.enqueue(undefined, note(), 'first', { key: 'account 1' })
    await expect.poll(() => ran.length).toBe(1)
    await concurrently(1000, () => jobs.enqueue(undefined, note(), 'again', { key: 'account 1' }))
    expect(ran).toEqual(['first'])
    gate.open()
    await expect.poll(() => ran).toEqual(['first', 'again'])
    await expect.poll(() => jobs.waiting()).toMatchObject({ sync: 0 })
    expect(ran).toHaveLength(2)
  })

  test('a thousand enqueued at once while the workers take jobs run at least once after the last', async () => {
    const jobs = newProcess()
    let written = 0
    let seen = 0
    jobs.handle(look, async () => {
      seen = written
    })
    await jobs.start()
    await concurrently(1000, async () => {
      written++
      await jobs.enqueue(undefined, look, null, { key: 'look' })
    })
    await expect.poll(() => seen).toBe(1000)
  })

  test('a job cannot start before what was enqueued with it is committed', async () => {
    await db.database.query('create table mark (n int)')
    const seen: number[] = []
    const jobs = newProcess()
    jobs.handle(note(), async () => {
      const [row] = await db.database.query<{ n: number }>('select count(*) as n from mark')
      seen.push(row!.n)
    })
    await jobs.enqueue(undefined, note(), 'waiting', { key: 'k' })
    await db.database.transaction(async (tx) => {
      await jobs.enqueue(tx, note(), 'waiting', { key: 'k' })
      await jobs.start()
      await jobs.enqueue(undefined, note(), 'other')
      await expect.poll(() => seen).toEqual([0])
      await tx.query('insert into mark values (1)')
    })
    await expect.poll(() => seen).toEqual([0, 1])
  })

  test('run at the earliest of the times asked for', async () => {
    const jobs = newProcess()
    jobs.handle(note(), async () => {})
    await jobs.enqueue(undefined, note(), 'later', { key: 'k', runAt: new Date('2100-01-01') })
    const { ran } = await started()
    await jobs.enqueue(undefined, note(), 'now', { key: 'k' })
    await expect.poll(() => ran).toEqual(['later'])
    expect(await jobs.waiting()).toMatchObject({ sync: 0 })
  })
})

describe('a queue', () => {
  test('runs one job at a time over several processes and lanes, without pauses between them', async () => {
    let running = 0
    let limit = 0
    let done = 0
    const one = async () => {
      limit = Math.max(limit, ++running)
      await new Promise(setImmediate)
      running--
      done++
    }
    const [a, b] = [newProcess(), newProcess()]
    for (const jobs of [a, b]) for (const lane of ['sync', 'outbox'] as Lane[]) jobs.handle(note(lane), one)
    await Promise.all([a.start(), b.start()])
    const begin = performance.now()
    for (let n = 0; n < 40; n++)
      await a.enqueue(undefined, note(n % 2 ? 'sync' : 'outbox'), `${n}`, { queue: 'account' })
    await expect.poll(() => done).toBe(40)
    expect(limit).toBe(1)
    expect(performance.now() - begin).toBeLessThan(20_000)
  })
})

test('a full lane does not keep another one waiting', async () => {
  const gate = newGate()
  const ran: string[] = []
  const jobs = newProcess()
  jobs.handle(note('backlog'), () => gate.passed)
  jobs.handle(note('interactive'), async (text) => void ran.push(text))
  await jobs.start()
  for (let n = 0; n < 10; n++) await jobs.enqueue(undefined, note('backlog'), `${n}`)
  await jobs.enqueue(undefined, note('interactive'), 'quick')
  await expect.poll(() => ran).toEqual(['quick'])
  expect((await jobs.waiting()).backlog).toBeGreaterThanOrEqual(8)
  gate.open()
})

describe('a job that fails', () => {
  test('is tried again with growing pauses until it succeeds', async () => {
    const at: number[] = []
    const { jobs } = await started(async (_text, { attempt }) => {
      at.push(performance.now())
      if (attempt < 3) throw new Error('not yet')
    })
    await jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    await expect.poll(() => at.length).toBe(3)
    expect(at[1]! - at[0]!).toBeGreaterThan(700)
    expect(at[2]! - at[1]!).toBeGreaterThan(2000)
    expect(await jobs.failed(10)).toEqual([])
  })

  test('stays visible when its attempts are used up, and can be retried or discarded', async () => {
    let isBroken = true
    const { jobs, ran } = await started(async () => {
      if (isBroken) throw new Error('the server\0 said no')
    }, 1)
    await jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    await expect.poll(() => jobs.failed(10)).toHaveLength(1)
    const [job] = await jobs.failed(10)
    expect(job).toMatchObject({
      kind: 'note-sync',
      queue: 'key:k',
      attempts: 1,
      maxAttempts: 1,
      lastError: 'Error: the server said no',
    })
    expect(job!.failedAt).toBeInstanceOf(Date)

    isBroken = false
    expect(await jobs.retry(job!.id)).toBe(true)
    await expect.poll(() => ran).toEqual(['x', 'x'])
    await expect.poll(() => jobs.failed(10)).toEqual([])

    isBroken = true
    await jobs.enqueue(undefined, note(), 'y')
    await expect.poll(() => jobs.failed(10)).toHaveLength(1)
    const [second] = await jobs.failed(10)
    expect(await jobs.discard(second!.id)).toBe(true)
    expect(await jobs.failed(10)).toEqual([])
    expect(await jobs.discard(second!.id)).toBe(false)
  })

  test.each(['', '0', '-1', '1; drop table x', '99999999999999999999', '1e3'])(
    'is not found under the id %o',
    async (id) => {
      const jobs = newProcess()
      expect(await jobs.retry(id)).toBe(false)
      expect(await jobs.discard(id)).toBe(false)
    },
  )

  test('for good is started afresh when its key is enqueued again, not doubled', async () => {
    let isBroken = true
    const { jobs, ran } = await started(async () => {
      if (isBroken) throw new Error('no')
    }, 1)
    await jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    await expect.poll(() => jobs.failed(10)).toHaveLength(1)
    isBroken = false
    await jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    await expect.poll(() => ran.length).toBe(2)
    await expect.poll(() => jobs.failed(10)).toEqual([])
  })

  test('hands its attempts to the one enqueued under its key while it ran', async () => {
    const gate = newGate()
    const attempts: number[] = []
    const { jobs } = await started(async (_text, { attempt }) => {
      attempts.push(attempt)
      await gate.passed
      if (attempt < 2) throw new Error('no')
    })
    await jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    await expect.poll(() => attempts.length).toBe(1)
    await jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    gate.open()
    await expect.poll(() => attempts).toEqual([1, 2])
    await expect.poll(() => jobs.waiting()).toMatchObject({ sync: 0 })
    expect(await jobs.failed(10)).toEqual([])
  })

  test('because its payload is not of its kind is reported like any other', async () => {
    const { jobs, ran } = await started(undefined, 1)
    const wrong: JobKind<unknown> = { ...note(), maxAttempts: 1 }
    await jobs.enqueue(undefined, wrong, 7)
    await expect.poll(() => jobs.failed(10)).toMatchObject([{ lastError: 'Error: not a text' }])
    expect(ran).toEqual([])
  })
})

describe('a job that asks for a time', () => {
  test('runs then, not before even if it is enqueued again, and uses up no attempt', async () => {
    const runs: Array<{ at: number; attempt: number }> = []
    let until = 0
    const { jobs } = await started(async (_text, { attempt }) => {
      runs.push({ at: Date.now(), attempt })
      if (runs.length > 1) return
      until = Date.now() + 5000
      throw new RetryAt(new Date(until), 'throttled')
    }, 1)
    await jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    await expect.poll(() => runs.length).toBe(1)
    await expect.poll(() => jobs.waiting()).toMatchObject({ sync: 1 })
    await jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    await expect.poll(() => runs.length).toBe(2)
    expect(runs[1]!.at).toBeGreaterThanOrEqual(until)
    expect(runs[1]!.attempt).toBe(1)
  })

  test('in the far future runs within a day', async () => {
    const { jobs } = await started(async () => {
      throw new RetryAt(new Date('9999-01-01'), 'throttled')
    })
    await jobs.enqueue(undefined, note(), 'x')
    const due = () =>
      db.database.query<{ hours: number }>(
        `select extract(epoch from run_at - now())::float8 / 3600 as hours
         from job where taken_by is null and last_error is not null`,
      )
    await expect.poll(due).toHaveLength(1)
    expect((await due())[0]!.hours).toBeLessThanOrEqual(24)
  })
})

describe('stopping', () => {
  test('waits for running jobs within the grace time', async () => {
    const gate = newGate()
    let isDone = false
    const { jobs, ran } = await started(async () => {
      await gate.passed
      isDone = true
    })
    await jobs.enqueue(undefined, note(), 'x')
    await expect.poll(() => ran.length).toBe(1)
    const stopped = jobs.stop(10_000)
    // A look for jobs may be under way in this very moment; what comes after it is nobody's.
    gate.open()
    await stopped
    await jobs.enqueue(undefined, note(), 'later')
    expect(isDone).toBe(true)
    expect(ran).toEqual(['x'])
    expect(await jobs.waiting()).toMatchObject({ [note().lane]: 1 })
  })

  test('aborts what takes longer; it runs again elsewhere and its attempt is given back', async () => {
    const first = await started(
      (_text, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
      1,
    )
    await first.jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    await expect.poll(() => first.ran.length).toBe(1)
    await first.jobs.stop(10)
    const attempts: number[] = []
    await started(async (_text, { attempt }) => void attempts.push(attempt), 1)
    await expect.poll(() => attempts).toEqual([1])
  })

  test('does not wait for a job that ignores the abort, and does not lose it', async () => {
    const gate = newGate()
    const first = await started(() => gate.passed)
    await first.jobs.enqueue(undefined, note(), 'x', { key: 'k' })
    await expect.poll(() => first.ran.length).toBe(1)
    await first.jobs.stop(10)
    const second = await started()
    await expect.poll(() => second.ran).toEqual(['x'])
    gate.open()
    await second.jobs.enqueue(undefined, note(), 'y', { key: 'k' })
    await expect.poll(() => second.ran).toEqual(['x', 'y'])
  })
})

describe('while the database drops every connection', () => {
  test('running jobs are settled and new ones are found', async () => {
    const gate = newGate()
    const { jobs, ran } = await started(() => gate.passed)
    for (let n = 0; n < 3; n++) await jobs.enqueue(undefined, note(), `${n}`, { queue: 'q' })
    await expect.poll(() => ran.length).toBe(1)
    await dropConnections()
    gate.open()
    await expect.poll(() => ran).toEqual(['0', '1', '2'])
    await expect.poll(() => retrying(() => jobs.waiting())).toMatchObject({ sync: 0 })
    await retrying(() => jobs.enqueue(undefined, note(), 'after'))
    await expect.poll(() => ran.at(-1)).toBe('after')
    expect(ran).toHaveLength(4)
  })
})
