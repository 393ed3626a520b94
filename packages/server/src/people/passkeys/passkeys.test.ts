import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator, enrol } from '../../../../server-testing/src/people/authenticator.ts'
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  testOrigin,
} from '../../../../server-testing/src/people/software-authenticator.ts'
import { ada, bob, testKeys, testPeople, visitor } from '../../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { createEvents } from '../../events/index.ts'
import type { FixedClock } from '../../kit/clock.ts'
import type { CreationOptions, People, RequestOptions, User } from '../index.ts'

const minute = 60_000
let db: TestDatabase
let people: People
let clock: FixedClock
let user: User
let publicAddress: string | undefined
let changes: string[]
let key: SoftwareAuthenticator
beforeEach(async () => {
  db = await testDatabase()
  publicAddress = testOrigin
  changes = []
  const events = createEvents()
  events.subscribe('sign-in-changed', 'sign-in-notices', async ({ change }) => void changes.push(change))
  const parts = testPeople(db.database, testKeys(), undefined, undefined, events, () => publicAddress)
  people = parts.people
  clock = parts.clock
  user = await makeUser(ada)
  key = createSoftwareAuthenticator()
})
afterEach(() => db[Symbol.asyncDispose]())

async function makeUser(person: typeof ada): Promise<User> {
  const created = await people.users.create(person, { isAdmin: false })
  if (!created.ok) throw new Error('The user was not made')
  return created.user
}

const browser = { secret: 'a browser', address: visitor.address }
const noSession = Buffer.alloc(32)
const proven = { session: noSession, hasProvenFactor: true }
const wrong = { ok: false, why: 'wrong' }

async function creationOptions(who = user): Promise<CreationOptions> {
  const options = await people.passkeys.beginRegistration(who)
  if (typeof options === 'string') throw new Error(options)
  return options
}
/** In a session of its own, unless it is said in which. */
async function register(authenticator = key, who = user, asking?: Buffer) {
  const session = asking ?? (await people.sessions.open(who.id, visitor)).session.digest
  const answer = authenticator.create(await creationOptions(who))
  const registered = await people.passkeys.register(who, { answer, name: 'Key', session })
  if (!asking) await people.sessions.close(who.id, session)
  if (!registered.ok) throw new Error(registered.why)
  return registered
}
async function signInOptions(from = browser): Promise<RequestOptions> {
  const options = await people.passkeys.beginSignIn(from)
  if (typeof options === 'string' || 'retryAt' in options) throw new Error('No options')
  return options
}
async function checkOptions(who = user): Promise<RequestOptions> {
  const options = await people.passkeys.beginCheck(who.id)
  if (!options) throw new Error('No options')
  return options
}
const check = async (authenticator = key) =>
  people.passkeys.check(user.id, authenticator.get(await checkOptions()))
const signIn = async (authenticator = key, from = browser) =>
  people.passkeys.signIn(authenticator.get(await signInOptions(from)), from)

describe('the first passkey', () => {
  test('switches two-factor authentication on, with recovery codes, and signs other browsers out', async () => {
    const [desk, laptop] = [
      await people.sessions.open(user.id, visitor),
      await people.sessions.open(user.id, visitor),
    ]
    const { recoveryCodes } = await register(key, user, desk.session.digest)
    expect(recoveryCodes).toHaveLength(8)
    expect(await people.secondFactor.state(user.id)).toEqual({
      isOn: true,
      appSince: null,
      hasPasskeys: true,
      recoveryCodesLeft: 8,
    })
    expect(await people.sessions.find(desk.secret, visitor)).toBeDefined()
    expect(await people.sessions.find(laptop.secret, visitor)).toBeUndefined()
    expect(changes).toEqual(['second-factor-on', 'passkey-added'])
    expect(await people.secondFactor.check(user.id, recoveryCodes[0]!)).toEqual({ ok: true })
  })

  test('is one factor more where an app is used already: its recovery codes stay', async () => {
    const { recoveryCodes } = await enrol(people, clock, user.id)
    expect((await register()).recoveryCodes).toEqual([])
    expect(await people.secondFactor.check(user.id, recoveryCodes[0]!)).toEqual({ ok: true })
    expect(changes).toEqual(['second-factor-on', 'passkey-added'])
  })

  test('leaves its recovery codes good while an app is set up beside it', async () => {
    const { recoveryCodes } = await register()
    await people.secondFactor.enrol(user.id)
    expect(await people.secondFactor.check(user.id, recoveryCodes[0]!)).toEqual({ ok: true })
    const confirmed = await enrol(people, clock, user.id)
    expect(confirmed.recoveryCodes).toEqual([])
    expect(await people.secondFactor.check(user.id, recoveryCodes[1]!)).toEqual({ ok: true })
    expect(changes.at(-1)).toBe('authenticator-added')
  })

  test('does not let a secret in that was never confirmed', async () => {
    await register()
    const secret = (await people.secondFactor.enrol(user.id))!
    expect(await people.secondFactor.check(user.id, createAuthenticator(secret, clock).code())).toEqual(wrong)
  })
})

test('several passkeys have names, and are listed with what is known of them', async () => {
  const first = await register()
  clock.advance(minute)
  await register(createSoftwareAuthenticator())
  expect(await check()).toEqual({ ok: true, passkeyId: first.id })
  expect(await people.passkeys.rename(user.id, first.id, 'Phone')).toBe(true)
  const { passkeys } = await people.passkeys.list(user.id)
  expect(passkeys.map(({ name }) => name)).toEqual(['Phone', 'Key'])
  expect(passkeys[0]).toMatchObject({
    lastUsedAt: clock.now(),
    isSyncable: true,
    isBackedUp: true,
    disabledBecause: null,
    rpId: 'mail.example.org',
  })
  expect(passkeys[1]!.lastUsedAt).toBeNull()
})

test('an authenticator is told which passkeys it has, and none is registered twice', async () => {
  await register()
  const options = await creationOptions()
  expect(() => key.create(options)).toThrow('CREDENTIAL_EXCLUDED')
  const answer = createSoftwareAuthenticator().create(await creationOptions())
  const { session } = await people.sessions.open(user.id, visitor)
  const registration = { answer, name: 'Key', session: session.digest }
  expect(await people.passkeys.register(user, registration)).toMatchObject({ ok: true })
  expect(await people.passkeys.register(user, registration)).toEqual({ ok: false, why: 'refused' })
})

describe('a registration is refused', () => {
  const attempt = (answer: ReturnType<SoftwareAuthenticator['create']>, who = user) =>
    people.passkeys.register(who, { answer, name: 'Key', session: noSession })
  const refused = { ok: false, why: 'refused' }

  test('for a challenge of another user', async () => {
    const secondUser = await makeUser(bob)
    expect(await attempt(key.create(await creationOptions(secondUser)))).toEqual(refused)
  })

  test('for a challenge of a sign-in', async () => {
    const { challenge } = await signInOptions()
    expect(await attempt(key.create({ ...(await creationOptions()), challenge }))).toEqual(refused)
  })

  test('after five minutes', async () => {
    const answer = key.create(await creationOptions())
    clock.advance(5 * minute)
    expect(await attempt(answer)).toEqual(refused)
  })

  test('from another origin, and for another host', async () => {
    const elsewhere = key.create(await creationOptions(), 'https://www.mail.example.org')
    expect(await attempt(elsewhere)).toEqual(refused)
    const options = await creationOptions()
    expect(await attempt(key.create({ ...options, rp: { ...options.rp, id: 'example.org' } }))).toEqual(
      refused,
    )
    expect(await people.secondFactor.isOn(user.id)).toBe(false)
  })

  test.each([
    [undefined, 'no-public-address'],
    ['http://192.0.2.1:8080', 'ip-address'],
    ['https://[2001:db8::1]', 'ip-address'],
    ['http://mail.example.org', 'not-https'],
  ])('at the public address %s, where there can be none', async (address, why) => {
    publicAddress = address
    expect(await people.passkeys.beginRegistration(user)).toBe(why)
    expect(await people.passkeys.beginSignIn(browser)).toBe(why)
  })
})

describe('a passkey is the whole sign-in', () => {
  test('and says who it is', async () => {
    const { id } = await register()
    const options = await signInOptions()
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
    expect(await signIn()).toMatchObject({ ok: true, user: { id: user.id }, passkeyId: id })
  })

  test('once for each challenge, in the browser that asked, within five minutes', async () => {
    await register()
    const answer = key.get(await signInOptions())
    expect(await people.passkeys.signIn(answer, browser)).toMatchObject({ ok: true })
    expect(await people.passkeys.signIn(answer, browser)).toEqual(wrong)
    const stolen = key.get(await signInOptions())
    expect(await people.passkeys.signIn(stolen, { ...browser, secret: 'another' })).toEqual(wrong)
    expect(await people.passkeys.signIn(stolen, browser)).toEqual(wrong)
    const late = key.get(await signInOptions())
    clock.advance(5 * minute)
    expect(await people.passkeys.signIn(late, browser)).toEqual(wrong)
  })

  test('of two answers side by side to one challenge, one counts', async () => {
    await register()
    const answer = key.get(await signInOptions())
    const results = await Promise.all([
      people.passkeys.signIn(answer, browser),
      people.passkeys.signIn(answer, browser),
    ])
    expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  test('only where the authenticator has verified its user', async () => {
    const touchOnly = createSoftwareAuthenticator({ verifiesUser: false })
    await register(touchOnly)
    expect(await check(touchOnly)).toMatchObject({ ok: true })
    const options = await signInOptions()
    const answer = touchOnly.get({ ...options, userVerification: 'preferred' })
    expect(await people.passkeys.signIn(answer, browser)).toEqual(wrong)
  })

  test('not by a challenge that was made for after the password', async () => {
    await register()
    expect(await people.passkeys.signIn(key.get(await checkOptions()), browser)).toEqual(wrong)
  })

  test('only under the name that the authenticator knows its owner by', async () => {
    await register()
    const secondKey = createSoftwareAuthenticator()
    await register(secondKey, await makeUser(bob))
    const [mine, theirs] = [key.get(await signInOptions()), secondKey.get(await signInOptions())]
    const swapped = { ...mine, response: { ...mine.response, userHandle: theirs.response.userHandle! } }
    expect(await people.passkeys.signIn(swapped, browser)).toEqual(wrong)
  })

  test('until an address has failed too often, right or wrong', async () => {
    await register()
    const answer = key.get(await signInOptions())
    for (let failure = 0; failure < 25; failure++)
      await people.passkeys.signIn(answer, { ...browser, secret: 'x' })
    expect(await signIn()).toMatchObject({ ok: false, why: 'throttled' })
    expect(await signIn(key, { ...browser, address: '198.51.100.9' })).toMatchObject({ ok: true })
  })
})

describe('a passkey beside the password', () => {
  test('is refused from another origin, for another host, replayed, and with the challenge of another user', async () => {
    await register()
    const secondUser = await makeUser(bob)
    const theirs = createSoftwareAuthenticator()
    await register(theirs, secondUser)
    const attempt = (answer: ReturnType<SoftwareAuthenticator['get']>) =>
      people.passkeys.check(user.id, answer)
    expect(await attempt(key.get(await checkOptions(), 'https://www.mail.example.org'))).toEqual(wrong)
    expect(await attempt(theirs.get(await checkOptions(secondUser)))).toEqual(wrong)
    const { challenge } = await checkOptions(secondUser)
    expect(await attempt(key.get({ ...(await checkOptions()), challenge }))).toEqual(wrong)
    const answer = key.get(await checkOptions())
    expect(await attempt(answer)).toMatchObject({ ok: true })
    expect(await attempt(answer)).toEqual(wrong)
  })

  test('counts its failures with those of codes, and a success clears them', async () => {
    const { recoveryCodes } = await register()
    const used = key.get(await checkOptions())
    await people.passkeys.check(user.id, used)
    const fail = () => people.passkeys.check(user.id, used)
    for (let failure = 0; failure < 3; failure++) expect(await fail()).toEqual(wrong)
    expect(await people.secondFactor.check(user.id, '000000')).toEqual(wrong)
    expect(await check()).toMatchObject({ ok: true })
    for (let failure = 0; failure < 4; failure++) await fail()
    await people.secondFactor.check(user.id, '000000')
    const retryAt = new Date(clock.now().getTime() + 15 * minute)
    expect(await check()).toEqual({ ok: false, why: 'throttled', retryAt })
    expect(await people.secondFactor.check(user.id, recoveryCodes[0]!)).toMatchObject({ why: 'throttled' })
  })
})

describe('a counter that goes back', () => {
  test('disables that passkey at once, ends its sessions, tells the user, and opens no other way', async () => {
    const { id } = await register()
    const copy = key.copy()
    expect(await signIn()).toMatchObject({ ok: true })
    const { secret } = await people.sessions.open(user.id, visitor, undefined, { passkeyId: id })
    changes = []
    expect(await signIn(copy)).toEqual({ ok: false, why: 'disabled' })
    expect(changes).toEqual(['passkey-disabled'])
    expect(await people.sessions.find(secret, visitor)).toBeUndefined()
    expect(await signIn()).toEqual({ ok: false, why: 'disabled' })
    expect(await people.passkeys.beginCheck(user.id)).toBeUndefined()
    expect((await people.passkeys.list(user.id)).passkeys[0]!.disabledBecause).toBe('counter-went-back')
    expect(await people.secondFactor.isOn(user.id)).toBe(true)
    expect(changes).toEqual(['passkey-disabled'])
  })

  test('disables the original too, where the copy came first', async () => {
    await register()
    const copy = key.copy()
    expect(await check(copy)).toMatchObject({ ok: true })
    expect(await check()).toEqual({ ok: false, why: 'disabled' })
  })
})

describe('removing', () => {
  test('the last factor switches two-factor authentication off', async () => {
    const { id } = await register()
    changes = []
    expect(await people.passkeys.remove(user.id, id, proven)).toBe('removed')
    expect(await people.secondFactor.state(user.id)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    expect(changes).toEqual(['passkey-removed', 'second-factor-off'])
    expect(await signIn()).toEqual(wrong)
  })

  test('one of several, or one beside an app, leaves it on', async () => {
    const first = await register()
    await register(createSoftwareAuthenticator())
    expect(await people.passkeys.remove(user.id, first.id, proven)).toBe('removed')
    expect(await people.secondFactor.isOn(user.id)).toBe(true)
    await enrol(people, clock, user.id)
    const [left] = (await people.passkeys.list(user.id)).passkeys
    expect(await people.passkeys.remove(user.id, left!.id, proven)).toBe('removed')
    expect(await people.secondFactor.state(user.id)).toMatchObject({ isOn: true, recoveryCodesLeft: 8 })
  })

  test('ends the sessions that it opened, and what they remember, but not the one that asks', async () => {
    const { id } = await register()
    const { value, expiresAt } = await people.remember.issue(user.id)
    const open = (until?: Date) => people.sessions.open(user.id, visitor, until, { passkeyId: id })
    const [desk, laptop] = [await open(), await open(expiresAt)]
    await people.passkeys.remove(user.id, id, { ...proven, session: desk.session.digest })
    expect(await people.sessions.find(desk.secret, visitor)).toBeDefined()
    expect(await people.sessions.find(laptop.secret, visitor)).toBeUndefined()
    expect(await people.remember.redeem(value)).toBeUndefined()
  })

  test('takes recovery codes where passkeys alone would be left', async () => {
    const first = await register()
    await register(createSoftwareAuthenticator())
    await db.database.query(`update app_user set backup_codes = '[]' where id = $1`, [user.id])
    expect(await people.passkeys.remove(user.id, first.id, proven)).toBe('last-way-in')
    await people.secondFactor.renewRecoveryCodes(user.id)
    expect(await people.passkeys.remove(user.id, first.id, proven)).toBe('removed')
  })

  test('the app beside passkeys keeps them, and takes recovery codes', async () => {
    await enrol(people, clock, user.id)
    await register()
    await db.database.query(`update app_user set backup_codes = '[]' where id = $1`, [user.id])
    expect(await people.secondFactor.removeApp(user.id)).toBe('last-way-in')
    const codes = (await people.secondFactor.renewRecoveryCodes(user.id))!
    changes = []
    expect(await people.secondFactor.removeApp(user.id)).toBe('removed')
    expect(changes).toEqual(['authenticator-removed'])
    expect(await people.secondFactor.state(user.id)).toMatchObject({ isOn: true, appSince: null })
    expect(await people.secondFactor.check(user.id, codes[0]!)).toEqual({ ok: true })
  })

  test('another user’s is none', async () => {
    const { id } = await register()
    const secondUser = await makeUser(bob)
    expect(await people.passkeys.remove(secondUser.id, id, proven)).toBe('not-there')
    expect(await people.passkeys.rename(secondUser.id, id, 'Mine')).toBe(false)
  })
})

test('the console removes passkeys together with everything else', async () => {
  await enrol(people, clock, user.id)
  await register()
  expect(await people.secondFactor.switchOff(user.id)).toEqual({ wasOn: true, passkeys: 1 })
  expect(await people.secondFactor.isOn(user.id)).toBe(false)
  expect(await signIn()).toEqual(wrong)
  expect(await people.secondFactor.switchOff(user.id)).toEqual({ wasOn: false, passkeys: 0 })
})

test('another public address makes passkeys useless, and nobody is let in for it by the password alone', async () => {
  await register()
  expect(await people.passkeys.countElsewhere()).toEqual([])
  publicAddress = 'https://post.example.org'
  expect(await people.passkeys.countElsewhere()).toEqual([{ rpId: 'mail.example.org', count: 1 }])
  expect(await people.passkeys.beginCheck(user.id)).toBeUndefined()
  expect(await people.secondFactor.isOn(user.id)).toBe(true)
  publicAddress = undefined
  expect(await people.passkeys.countElsewhere()).toEqual([{ rpId: 'mail.example.org', count: 1 }])
})
