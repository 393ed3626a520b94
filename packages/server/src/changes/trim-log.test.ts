import type { AccountId, UserId } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { fixedClock } from '../kit/clock.ts'
import { type Cause, type Changes, createChanges } from './index.ts'

const cause: Cause = { actor: { kind: 'system' }, verb: 'arrive' }
const start = new Date('2026-03-01T10:00:00Z')
const dayInMilliseconds = 86_400_000

let db: TestDatabase
let changes: Changes
let clock = fixedClock(start)
let user: UserId
let account: AccountId

beforeAll(async () => {
  db = await testDatabase()
  const [row] = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash, created_at) values ('a@example.test', 'A', '', now()) returning id`,
  )
  user = row!.id
})
afterAll(() => db[Symbol.asyncDispose]())
beforeEach(async () => {
  await db.database.query('delete from jmap_account')
  clock = fixedClock(start)
  const listen = () => Promise.reject(new Error('nothing listens here'))
  changes = createChanges({ database: db.database, listen, clock })
  account = await open()
})

const open = () => db.database.transaction((tx) => changes.open(tx, user, 'mail'))
const create = (id: number) => changes.write(account, cause, async (change) => change.created('Email', [id]))

test('older states can no longer be asked for, younger ones still can', async () => {
  await create(1)
  await create(2)
  expect(await changes.trim(30)).toBe(0)
  clock.advance(10 * dayInMilliseconds)
  await create(3)
  await changes.trim(30)
  clock.advance(21 * dayInMilliseconds)
  expect(await changes.trim(30)).toBe(2)
  expect(await changes.since(account, 'Email', 1, 10)).toBe('cannot-calculate')
  expect(await changes.since(account, 'Email', 2, 10)).toMatchObject({ created: [3], newState: 3 })
  expect(await changes.trim(30)).toBe(0)
})

test('so is the journal, and an entry that took back a forgotten one stays', async () => {
  const note = (verb: string) =>
    changes.write(account, { ...cause, verb }, async (change) =>
      change.journal([{ type: 'Email', id: 1, before: { seen: false }, after: { seen: true } }]),
    )
  const old = (await note('old')).journalId!
  clock.advance(20 * dayInMilliseconds)
  await changes.write(account, { ...cause, verb: 'undo', undoOf: old }, (change) =>
    changes.journal.markUndone(change, old),
  )
  clock.advance(11 * dayInMilliseconds)
  expect(await changes.trim(30)).toBe(1)
  expect((await changes.journal.list(account, 10)).map((entry) => entry.verb)).toEqual(['undo'])
})

test('a long past goes in batches, and only of its own account', async () => {
  const otherAccountId = await open()
  await create(1)
  await changes.write(otherAccountId, cause, async (change) => change.created('Email', [1]))
  await db.database.query(
    `insert into change_log (account_id, object_type, state, object_id, change)
     select $1, 'Email', 1, id, 'created' from generate_series(2, 12000) id`,
    [account],
  )
  await db.database.query(
    `insert into journal (account_id, state, at, actor, verb)
     select $1, 1, $2, 'system', 'arrive' from generate_series(1, 12000)`,
    [account, clock.now()],
  )
  await changes.trim(30)
  clock.advance(20 * dayInMilliseconds)
  await changes.write(otherAccountId, cause, async (change) => change.created('Email', [2]))
  clock.advance(11 * dayInMilliseconds)
  expect(await changes.trim(30)).toBe(12_000 + 12_000 + 1)
  expect(await changes.since(otherAccountId, 'Email', 1, 10)).toMatchObject({ created: [2] })
  expect(await changes.journal.list(account, 10)).toEqual([])
})
