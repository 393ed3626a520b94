import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { silentLog } from '../kit/log.ts'
import { openDatabase } from './database.ts'

describe('the database', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db[Symbol.asyncDispose]())

  test('more transactions than connections, each asking something outside itself, all end', async () => {
    const outside = () => db.database.query<{ one: number }>('select 1 as one')
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        db.database.transaction(async (tx) => {
          await tx.query('select 1')
          return outside()
        }),
      ),
    )
    expect(answers).toHaveLength(40)
  })

  test('a failed transaction leaves nothing behind', async () => {
    const insert = `insert into cache_entry (key, value, expires_at) values ('a', '1', now())`
    const failing = db.database.transaction(async (tx) => {
      await tx.query(insert)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.database.query('select key from cache_entry')).toEqual([])
  })

  test('int8 and int8[] arrive as numbers', async () => {
    const rows = await db.database.query<{ a: number; b: number[] }>('select 7::int8 a, array[1,2]::int8[] b')
    expect(rows).toEqual([{ a: 7, b: [1, 2] }])
  })

  test('a deadlocked transaction runs again', async () => {
    await db.database.query(`insert into cache_entry select k, '0', now() from unnest(array['x','y']) k`)
    const touch = (first: string, second: string) =>
      db.database.transaction(async (tx) => {
        await tx.query(`update cache_entry set value = '1' where key = $1`, [first])
        await new Promise((resolve) => setTimeout(resolve, 100))
        await tx.query(`update cache_entry set value = '1' where key = $1`, [second])
        return first
      })
    await expect(Promise.all([touch('x', 'y'), touch('y', 'x')])).resolves.toEqual(['x', 'y'])
  })

  test('statements of a transaction that are sent together run in order', async () => {
    const seen = await db.database.transaction((tx) =>
      Promise.all([
        tx.query(`insert into cache_entry values ('order', '1', now())`),
        tx.query(`update cache_entry set value = '2' where key = 'order'`),
        tx.query<{ value: unknown }>(`select value from cache_entry where key = 'order'`),
      ]),
    )
    expect(seen[2]).toEqual([{ value: 2 }])
  })

  test('a statement that nobody waits for is part of what is committed', async () => {
    await db.database.transaction(async (tx) => {
      tx.send('test-send', `insert into cache_entry values ($1, '1', now())`, ['sent'])
    })
    expect(await db.database.query(`select key from cache_entry where key = 'sent'`)).toHaveLength(1)
  })

  test('a statement that nobody waits for takes the transaction with it, and is named as the cause', async () => {
    const failing = (last: string) =>
      db.database.transaction(async (tx) => {
        await tx.query(`insert into cache_entry values ('with-it', '1', now())`)
        tx.send('test-fails', 'select 1 / $1::int', [0])
        if (last !== '') await tx.query(last)
      })
    for (const last of ['', 'select 1']) await expect(failing(last)).rejects.toThrow('division by zero')
    expect(await db.database.query(`select key from cache_entry where key = 'with-it'`)).toEqual([])
  })

  test('a failure that the work swallows is no success', async () => {
    const failing = db.database.transaction(async (tx) => {
      await tx.query('select 1 / 0').catch(() => {})
    })
    await expect(failing).rejects.toThrow('division by zero')
  })

  test('plans of prepared statements are kept, others are made for their values', async () => {
    const prepared = openDatabase(
      { connectionString: db.connectionString, prepare: true, maxConnections: 1 },
      silentLog,
    )
    const mode = `select current_setting('plan_cache_mode') as mode, $1::int as value`
    const kept = { mode: 'force_generic_plan', value: 1 }
    const forValues = { mode: 'auto', value: 1 }
    for (let round = 0; round < 2; round++) {
      expect(await prepared.prepared('test-mode', mode, [1])).toEqual([kept])
      expect(await prepared.query(mode, [1])).toEqual([forValues])
      await expect(prepared.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero')
      await prepared.transaction(async (tx) => {
        expect(await tx.prepared('test-mode', mode, [1])).toEqual([kept])
        expect(await tx.query(mode, [1])).toEqual([forValues])
      })
    }
    expect(
      await prepared.query(`select generic_plans, custom_plans from pg_prepared_statements
                            where name = 'test-mode'`),
    ).toMatchObject([{ custom_plans: 0 }])
    await prepared.close()
  })
})
