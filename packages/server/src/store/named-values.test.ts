import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { insertRow, named } from './index.ts'

let db: TestDatabase

beforeEach(async () => {
  db = await testDatabase()
})
afterEach(async () => {
  await db[Symbol.asyncDispose]()
})

test('a value is found by its name wherever its text stands, beside names that begin like it', async () => {
  const rows = await db.database.query<{ sum: number; text: string }>(
    ...named(`select $a::int * 10 + $ab::int - $a as sum, $text::text || '$' as text`, {
      text: 'a',
      ab: 3,
      a: 2,
    }),
  )
  expect(rows).toEqual([{ sum: 21, text: 'a$' }])
})

test('what a stranger wrote is a value, whatever it looks like', async () => {
  const word = `'); drop table app_user; -- $name`
  expect(await db.database.query(...named('select $word::text as word', { word }))).toEqual([{ word }])
})

test('a name without a value and a value without a name are refused', () => {
  expect(() => named('select $first, $second', { first: 1 })).toThrow('no value for $second')
  expect(() => named('select $first', { first: 1, second: 2 })).toThrow('does not name $second')
})

test('a row is inserted by its columns, and what the ending asks for comes back', async () => {
  const row = { key: 'a', value: JSON.stringify({ tries: 1 }), expires_at: new Date(0) }
  expect(
    await db.database.query(...insertRow('cache_entry', row, 'returning key, value, expires_at')),
  ).toEqual([{ key: 'a', value: { tries: 1 }, expires_at: new Date(0) }])
  const again = insertRow('cache_entry', row, 'on conflict do nothing returning key')
  expect(await db.database.query(...again)).toEqual([])
})
