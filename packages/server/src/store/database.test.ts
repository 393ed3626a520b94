import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts'

describe('the database', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db[Symbol.asyncDispose]())

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
})
