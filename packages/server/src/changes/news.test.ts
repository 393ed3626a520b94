import type { AccountId, UserId } from '@plmail/wire'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts'
import { fixedClock } from '../kit/clock.ts'
import { type Cause, type Changes, createChanges, mergedNews, stateChange } from './index.ts'

const cause: Cause = { actor: { kind: 'provider' }, verb: 'arrive' }

let db: TestDatabase
let changes: Changes
let user: UserId
let account: AccountId

beforeEach(async () => {
  db = await testDatabase()
  const clock = fixedClock(new Date('2026-03-01T10:00:00Z'))
  changes = createChanges({ database: db.database, clock, listen: async () => async () => {} })
  user = await newUser()
  account = await db.database.transaction((tx) => changes.open(tx, user, 'mail'))
})
afterEach(() => db[Symbol.asyncDispose]())

async function newUser(): Promise<UserId> {
  const [row] = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash) values (gen_random_uuid() || '@example.test', 'A', '')
     returning id`,
  )
  return row!.id
}

const known = (state: number) => new Map([[account, state]])

test('news name the types that changed since, and whether an email was added', async () => {
  await changes.write(account, cause, async (change) => change.created('Email', [1]))
  await changes.write(account, cause, async (change) => {
    change.updated('Email', [1])
    change.created('Mailbox', [1])
  })
  expect(await changes.newsSince(user, known(0))).toEqual([
    { accountId: account, state: 2, types: ['Email', 'Mailbox'], delivered: true },
  ])
  const [news] = await changes.newsSince(user, known(1))
  expect([news?.types.toSorted(), news?.delivered]).toEqual([['Email', 'Mailbox'], false])
  expect(await changes.newsSince(user, known(2))).toEqual([])
})

test('an account nobody has heard of, and one whose log does not reach back, is news of every type', async () => {
  await changes.write(account, cause, async (change) => change.updated('Email', [1]))
  const all = {
    ...{ accountId: account, state: 1, delivered: true },
    types: expect.arrayContaining(['Email', 'Thread', 'Mailbox', 'Identity', 'EmailSubmission']) as string[],
  }
  expect(await changes.newsSince(user, new Map())).toEqual([all])
  expect(await changes.newsSince(user, known(7))).toEqual([all])
  await db.database.query('update jmap_account set oldest_state = 1')
  expect(await changes.newsSince(user, known(0))).toEqual([all])
})

test('news of another user are not told, whatever is asked', async () => {
  await changes.write(account, cause, async (change) => change.updated('Email', [1]))
  expect(await changes.newsSince(await newUser(), known(0))).toEqual([])
})

test('news are told as a StateChange of the types asked for', () => {
  const accountId = 4 as AccountId
  const first = { accountId, state: 3, types: ['Email' as const], delivered: true }
  const second = { accountId, state: 2, types: ['Mailbox' as const], delivered: false }
  const merged = mergedNews(first, second)
  expect(stateChange([merged], null)).toEqual({
    '@type': 'StateChange',
    changed: { A4: { Email: '3', Mailbox: '3', EmailDelivery: '3' } },
  })
  expect(stateChange([merged], new Set(['Mailbox']))?.changed).toEqual({ A4: { Mailbox: '3' } })
  expect(stateChange([merged], new Set(['Thread']))).toBeUndefined()
})
