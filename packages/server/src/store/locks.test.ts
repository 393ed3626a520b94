import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { LockLost, type Locks, createLocks } from './locks.ts'

describe('locks over all processes', () => {
  let db: TestDatabase
  const open: Locks[] = []
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterEach(async () => {
    for (const locks of open.splice(0)) await locks.close()
  })
  afterAll(() => db[Symbol.asyncDispose]())

  const process = () => {
    const locks = createLocks(db.connectionString)
    open.push(locks)
    return locks
  }

  test('one holder at a time, in this process and in others', async () => {
    const [a, b] = [process(), process()]
    let inside = 0
    let limit = 0
    let runs = 0
    const work = async () => {
      limit = Math.max(limit, ++inside)
      await db.database.query('select pg_sleep(0.01)')
      inside--
      runs++
    }
    await Promise.all([a, b, a, b, a, b].map((locks) => locks.withLock('account:1', work)))
    expect({ limit, runs }).toEqual({ limit: 1, runs: 6 })
  })

  test('a taken lock is refused at once until it is given back', async () => {
    const [a, b] = [process(), process()]
    const held = await a.tryLock('k')
    expect(held).toBeDefined()
    expect(await b.tryLock('k')).toBeUndefined()
    expect(await a.tryLock('k')).toBeUndefined()
    expect(await b.tryLock('another')).toBeDefined()
    await held?.release()
    const next = await b.tryLock('k')
    expect(next).toBeDefined()
    await held?.release() // a second time: must not take it from its new holder
    expect(await a.tryLock('k')).toBeUndefined()
  })

  test('a lock is given back when the work fails', async () => {
    const [a, b] = [process(), process()]
    await expect(a.withLock('k', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await b.tryLock('k')).toBeDefined()
  })

  test('a process that ends gives back its locks', async () => {
    const [a, b] = [process(), process()]
    await a.tryLock('k')
    await a.close()
    expect(await b.tryLock('k')).toBeDefined()
  })

  test('who holds a lock is told when its session is lost, and can take it again', async () => {
    const a = process()
    const held = await a.tryLock('k')
    const told = new Promise((resolve) =>
      held?.signal.addEventListener('abort', () => resolve(held.signal.reason)),
    )
    await db.database.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(await told).toBeInstanceOf(LockLost)
    await held?.release()
    expect(await a.tryLock('k')).toBeDefined()
  })
})
