import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada, bob, testKeys, testPeople } from '../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { createEvents, type SignInChange } from '../events/index.ts'
import type { FixedClock } from '../kit/clock.ts'
import type { People, User } from './index.ts'

const day = 86_400_000
const firefox = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  address: '203.0.113.7',
}
const safari = {
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605',
  address: '203.0.113.7',
}

let db: TestDatabase
let people: People
let clock: FixedClock
let user: User
const reportedChanges: Array<{ change: SignInChange; subject: string | undefined }> = []
beforeEach(async () => {
  db = await testDatabase()
  const events = createEvents()
  events.subscribe('sign-in-changed', 'sign-in-notices', async ({ change, subject }) => {
    reportedChanges.push({ change, subject })
  })
  ;({ people, clock } = testPeople(db.database, testKeys(), undefined, undefined, events))
  user = await createUser(ada)
  reportedChanges.length = 0
})
afterEach(() => db[Symbol.asyncDispose]())

async function createUser(form: typeof ada): Promise<User> {
  const created = await people.users.create(form, { isAdmin: false })
  if (!created.ok) throw new Error(JSON.stringify(created.problems))
  return created.user
}

test('sign-ins are listed newest first with factor, browser and address, failures too, for 90 days', async () => {
  await people.signIns.succeeded(user.id, 'password', firefox)
  clock.advance(day)
  await people.signIns.failed(user.id, 'code', safari)
  const listed = await people.signIns.list(user.id)
  expect(listed.map(({ factor, isFailed, label, address }) => [factor, isFailed, label, address])).toEqual([
    ['code', true, safari.userAgent, safari.address],
    ['password', false, firefox.userAgent, firefox.address],
  ])
  expect(await people.signIns.list((await createUser(bob)).id)).toEqual([])
  clock.advance(89 * day)
  expect(await people.signIns.list(user.id)).toHaveLength(1)
  expect(await people.signIns.sweep()).toBe(1)
})

test('the first browser is no news, nor one that came before; another one, or the same elsewhere, is told', async () => {
  await people.signIns.succeeded(user.id, 'password', firefox)
  await people.signIns.succeeded(user.id, 'password', firefox)
  expect(reportedChanges).toEqual([])
  await people.signIns.succeeded(user.id, 'code', safari)
  await people.signIns.succeeded(user.id, 'password', { ...firefox, address: '198.51.100.9' })
  expect(reportedChanges).toEqual([
    { change: 'new-browser', subject: 'Safari, macOS, 203.0.113.7' },
    { change: 'new-browser', subject: 'Firefox, Linux, 198.51.100.9' },
  ])
})

test('a browser that proves itself by a cookie is not new wherever it is, and a failure makes none familiar', async () => {
  await people.signIns.succeeded(user.id, 'password', firefox)
  await people.signIns.succeeded(user.id, 'remembered', { ...firefox, address: '198.51.100.9' })
  await people.signIns.succeeded(user.id, 'trusted-device', { ...firefox, address: '198.51.100.10' })
  await people.signIns.failed(user.id, 'code', safari)
  expect(reportedChanges).toEqual([])
  await people.signIns.succeeded(user.id, 'code', safari)
  expect(reportedChanges).toHaveLength(1)
})
