import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enrol } from '../../../server-testing/src/people/authenticator.ts'
import { ada, bob, testPeople, visitor } from '../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import type { FixedClock } from '../kit/clock.ts'
import type { People, User } from './index.ts'

const day = 86_400_000
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

let db: TestDatabase
let people: People
let clock: FixedClock
let user: User
beforeEach(async () => {
  db = await testDatabase()
  ;({ people, clock } = testPeople(db.database))
  user = await made(ada)
})
afterEach(() => db[Symbol.asyncDispose]())

async function made(form: typeof ada): Promise<User> {
  const created = await people.users.create(form, { isAdmin: false })
  if (!created.ok) throw new Error(JSON.stringify(created.problems))
  return created.user
}

const trust = (replacing?: string, agent = userAgent) =>
  people.trustedDevices.trust(user.id, 'web', { userAgent: agent, replacing })
const isTrusted = async (secret: string, who = user) =>
  (await people.trustedDevices.recognise(secret, who.id, 'web')) !== undefined

test('a device is recognised by a cookie of which only the digest is stored', async () => {
  const { secret } = await trust()
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  const rows = await db.database.query<Record<string, unknown>>('select * from trusted_device')
  expect(rows).toMatchObject([
    { digest: createHash('sha256').update(secret).digest(), realm: 'web', label: 'Firefox (Linux)' },
  ])
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect([await isTrusted(secret), await isTrusted(`${secret}x`), await isTrusted('')]).toEqual([
    true,
    false,
    false,
  ])
})

test('it is trusted for 30 days from its last use', async () => {
  const { secret } = await trust()
  for (const days of [29, 29, 29]) {
    clock.advance(days * day)
    expect(await isTrusted(secret)).toBe(true)
  }
  clock.advance(30 * day)
  expect(await isTrusted(secret)).toBe(false)
  expect(await people.trustedDevices.list(user.id, undefined)).toEqual([])
})

test('it is trusted by its user alone, and at the sign-in that it was trusted at', async () => {
  const { secret } = await trust()
  expect(await isTrusted(secret, await made(bob))).toBe(false)
  await db.database.query(`update trusted_device set realm = 'another'`)
  expect(await isTrusted(secret)).toBe(false)
})

test('trusted again, it takes the place of what it was', async () => {
  const first = await trust()
  const second = await trust(first.secret)
  expect([await isTrusted(first.secret), await isTrusted(second.secret)]).toEqual([false, true])
})

test('the list tells what each is, when it was used and which one asks', async () => {
  const { secret } = await trust()
  clock.advance(day)
  await trust(undefined, 'curl/8.5.0')
  const listed = await people.trustedDevices.list(user.id, secret)
  expect(listed.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
    [undefined, false],
    [{ browser: 'Firefox', system: 'Linux' }, true],
  ])
  expect(await people.trustedDevices.list((await made(bob)).id, secret)).toEqual([])
})

test('revoked alone, it takes along the sessions that rest on it, but not the one that revokes', async () => {
  const [phone, laptop] = [await trust(), await trust()]
  const [onPhone, onLaptop, acting] = await Promise.all([
    people.sessions.open(user.id, visitor, undefined, { trustedDeviceId: phone.id }),
    people.sessions.open(user.id, visitor, undefined, { trustedDeviceId: laptop.id }),
    people.sessions.open(user.id, visitor, undefined, { trustedDeviceId: phone.id }),
  ])
  const stranger = await made(bob)
  expect(await people.trustedDevices.revoke(stranger.id, phone.id, acting.session.digest)).toBe(false)
  expect(await people.trustedDevices.revoke(user.id, phone.id, acting.session.digest)).toBe(true)
  expect([await isTrusted(phone.secret), await isTrusted(laptop.secret)]).toEqual([false, true])
  const isOpen = async ({ secret }: { secret: string }) =>
    (await people.sessions.find(secret, visitor)) !== undefined
  expect([await isOpen(onPhone), await isOpen(onLaptop), await isOpen(acting)]).toEqual([false, true, true])
  expect(await people.sessions.isOpen(onPhone.session.digest, user.id)).toBe(false)
  expect(await people.trustedDevices.revoke(user.id, phone.id, acting.session.digest)).toBe(false)
})

test.each<[string, () => Promise<unknown>]>([
  ['the second factor is switched on', () => enrol(people, clock, user.id)],
  ['it is switched off', () => people.secondFactor.switchOff(user.id)],
  ['the password changes', () => people.users.setPassword(user.id, 'another fine password')],
  ['the user signs out everywhere', () => people.sessions.closeAll(user.id)],
])('all are revoked when %s', async (_when, happen) => {
  const { secret } = await trust()
  await happen()
  expect([await isTrusted(secret), await people.trustedDevices.list(user.id, secret)]).toEqual([false, []])
})

test('a new password keeps the session it was set in, though its device is trusted no more', async () => {
  const { id } = await trust()
  const opened = await people.sessions.open(user.id, visitor, undefined, { trustedDeviceId: id })
  await people.users.setPassword(user.id, 'another fine password', opened.session.digest)
  expect(await people.sessions.find(opened.secret, visitor)).toBeDefined()
})
