import type { AccountId, UserId } from '@plmail/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { fixedClock } from '../kit/clock.ts'
import { silentLog } from '../kit/log.ts'
import { createListener, type Listener } from '../store/listen.ts'
import { type Changes, createChanges } from './index.ts'

const clock = fixedClock(new Date('2026-03-01T10:00:00Z'))

let db: TestDatabase
let listener: Listener
let user: UserId
beforeAll(async () => {
  db = await testDatabase()
  listener = createListener({ connectionString: db.connectionString, log: silentLog })
  const [row] = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash, created_at)
     values ('ada@example.test', 'A', '', now()) returning id`,
  )
  user = row!.id
})
afterAll(async () => {
  await listener.close()
  await db[Symbol.asyncDispose]()
})

const process = () => createChanges({ database: db.database, listen: listener.listen, clock })

/** Reads the states of the user's accounts, and counts how often it is asked to. */
function reader(changes: Changes) {
  let reads = 0
  const read = changes.whileAccountsStay(async (userId) => {
    reads++
    return (await changes.states(userId)).length
  })
  return { accounts: () => read(user), reads: () => reads }
}

const open = (changes: Changes): Promise<AccountId> =>
  db.database.transaction((tx) => changes.open(tx, user, 'mail'))

test('what is kept of a user is read once until an account comes or goes, in whichever process', async () => {
  const [here, there] = [process(), process()]
  const [own, other] = [reader(here), reader(there)]
  for (let time = 0; time < 3; time++) expect([await own.accounts(), await other.accounts()]).toEqual([0, 0])
  expect([own.reads(), other.reads()]).toEqual([1, 1])

  const account = await open(here)
  expect(await own.accounts()).toBe(1)
  // The clock stands still: nothing but the notification can have emptied the other process.
  await expect.poll(() => other.accounts()).toBe(1)

  await db.database.transaction((tx) => there.close(tx, account))
  expect(await other.accounts()).toBe(0)
  await expect.poll(() => own.accounts()).toBe(0)
})

test('an account that was not added after all makes nobody forget', async () => {
  const changes = process()
  const kept = reader(changes)
  await kept.accounts()
  const failing = db.database.transaction(async (tx) => {
    await changes.open(tx, user, 'mail')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await kept.accounts()
  expect(kept.reads()).toBe(1)
})
