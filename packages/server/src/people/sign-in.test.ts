import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import type { FixedClock } from '../kit/clock.ts'
import type { People } from './index.ts'
import type { PasswordAttempt } from './sign-in.ts'
import { ada, bob, testKeys, testPeople } from '../../../server-testing/src/people/test-people.ts'

const minute = 60_000
const keys = testKeys()

let db: TestDatabase
let people: People
let clock: FixedClock
beforeEach(async () => {
  db = await testDatabase()
  ;({ people, clock } = testPeople(db.database, keys))
  await people.users.create(ada, { isAdmin: false })
})
afterEach(() => db[Symbol.asyncDispose]())

const attempt = (changed: Partial<PasswordAttempt> = {}, by = people) =>
  by.signIn.withPassword({ email: ada.email, password: ada.password, address: '203.0.113.7', ...changed })
const wrong = { password: 'not the password' }

describe('the sign-in throttle', () => {
  test('lets the right password in and tells an unknown user from nobody', async () => {
    expect(await attempt({ email: ' ADA@example.org ' })).toMatchObject({ ok: true, user: { name: 'Ada' } })
    expect(await attempt(wrong)).toEqual({ ok: false, why: 'wrong' })
    expect(await attempt({ email: 'nobody@example.org' })).toEqual({ ok: false, why: 'wrong' })
    expect(await attempt({ email: '\0' })).toEqual({ ok: false, why: 'wrong' })
  })

  test('refuses the right password after five failures until the first is 15 minutes old', async () => {
    const first = clock.now()
    for (let failure = 0; failure < 5; failure++) {
      expect(await attempt(wrong)).toMatchObject({ why: 'wrong' })
      clock.advance(minute)
    }
    const retryAt = new Date(first.getTime() + 15 * minute)
    expect(await attempt({ address: '198.51.100.1' })).toEqual({ ok: false, why: 'throttled', retryAt })
    clock.advance(10 * minute)
    expect(await attempt()).toMatchObject({ ok: true })
  })

  test('leaves a user who signed in from an address before tries of their own there', async () => {
    const home = { address: '192.0.2.10' }
    expect(await attempt(home)).toMatchObject({ ok: true })
    for (let failure = 0; failure < 5; failure++)
      await attempt({ ...wrong, address: `198.51.100.${failure + 1}` })
    expect(await attempt({ address: '198.51.100.9' })).toMatchObject({ why: 'throttled' })
    expect(await attempt(home)).toMatchObject({ ok: true })
    for (let failure = 0; failure < 5; failure++)
      expect(await attempt({ ...wrong, ...home })).toMatchObject({ why: 'wrong' })
    expect(await attempt(home)).toMatchObject({ why: 'throttled' })
    // What was good for one user is strange for another.
    await people.users.create(bob, { isAdmin: false })
    for (let failure = 0; failure < 5; failure++)
      await attempt({ ...wrong, email: bob.email, address: `203.0.113.${failure + 1}` })
    expect(await attempt({ ...home, email: bob.email, password: bob.password })).toMatchObject({
      why: 'throttled',
    })
  })

  test('leaves a remembered browser of the user tries of its own, wherever it is', async () => {
    const { id } = (await people.users.byEmail(ada.email))!
    const { value: remembered } = await people.remember.issue(id)
    await people.users.create(bob, { isAdmin: false })
    for (const { email } of [ada, bob])
      for (let failure = 0; failure < 5; failure++)
        await attempt({ ...wrong, email, address: `198.51.100.${failure + 1}` })
    const away = { address: '192.0.2.77', remembered }
    expect(await attempt({ address: '192.0.2.77' })).toMatchObject({ why: 'throttled' })
    expect(await attempt({ ...away, remembered: `${remembered.slice(0, -1)}!` })).toMatchObject({
      why: 'throttled',
    })
    expect(await attempt({ ...away, email: bob.email, password: bob.password })).toMatchObject({
      why: 'throttled',
    })
    for (let failure = 0; failure < 5; failure++)
      expect(await attempt({ ...wrong, ...away })).toMatchObject({ why: 'wrong' })
    expect(await attempt(away)).toMatchObject({ why: 'throttled' })
    clock.advance(16 * minute)
    for (let failure = 0; failure < 5; failure++)
      await attempt({ ...wrong, address: `203.0.113.${failure + 1}` })
    expect(await attempt(away)).toMatchObject({ ok: true })
  })

  test('does not count refused attempts, so knocking does not prolong the wait', async () => {
    for (let failure = 0; failure < 5; failure++) await attempt(wrong)
    for (let knock = 0; knock < 14; knock++) {
      clock.advance(minute)
      expect(await attempt(wrong)).toMatchObject({ why: 'throttled' })
    }
    clock.advance(minute)
    expect(await attempt()).toMatchObject({ ok: true })
  })

  test('forgets the failures of a user who got in, and counts no success', async () => {
    for (let round = 0; round < 8; round++) {
      for (let failure = 0; failure < 4; failure++) await attempt({ ...wrong, address: `192.0.2.${round}` })
      expect(await attempt({ address: `192.0.2.${round}` })).toMatchObject({ ok: true })
    }
  })

  test('holds over processes and restarts', async () => {
    const otherPeople = testPeople(db.database, keys, clock).people
    for (let failure = 0; failure < 5; failure++) await attempt(wrong, failure % 2 ? people : otherPeople)
    const restarted = testPeople(db.database, keys, clock).people
    for (const process of [people, otherPeople, restarted]) {
      expect(await attempt({}, process)).toMatchObject({ why: 'throttled' })
    }
  })

  test('lets no more than five through when many guess at the same time', async () => {
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => attempt(wrong)))
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.why === 'wrong').length).toBeLessThanOrEqual(5)
    expect(await attempt()).toMatchObject({ why: 'throttled' })
  })

  test('counts every way to write one name as that name', async () => {
    const spellings = ['jos\u00e9@example.org', 'jose\u0301@example.org', ' JOS\u00c9@example.org ']
    for (let failure = 0; failure < 5; failure++)
      await attempt({ ...wrong, email: spellings[failure % 3] ?? '', address: `192.0.2.${failure}` })
    for (const email of spellings)
      expect(await attempt({ ...wrong, email })).toMatchObject({ why: 'throttled' })
  })

  test('counts letters that the database takes for one another as one', async () => {
    const mia = { ...ada, email: 'mia.lin@example.org' }
    await people.users.create(mia, { isAdmin: false })
    // U+0130 in lower case is a plain i to PostgreSQL, and an i with a dot above to JavaScript.
    expect(await attempt({ email: 'M\u0130A.lin@example.org' })).toMatchObject({ ok: true })
    const spellings = [
      'mia.lin',
      'm\u0130a.lin',
      'mia.l\u0130n',
      'm\u0130a.l\u0130n',
      'MIA.lin',
      'MIA.L\u0130N',
    ]
    for (const [failure, name] of spellings.entries())
      await attempt({ ...wrong, email: `${name}@example.org`, address: `192.0.2.${failure}` })
    expect(await attempt({ email: mia.email, address: '192.0.2.99' })).toMatchObject({ why: 'throttled' })
  })

  test('stops an address after 25 failures over any users, the successes between them not counted', async () => {
    const address = '198.51.100.9'
    for (let failure = 0; failure < 25; failure++) {
      expect(await attempt({ ...wrong, address, email: `u${failure}@example.org` })).toMatchObject({
        why: 'wrong',
      })
      expect(await attempt({ address })).toMatchObject({ ok: failure < 24 })
    }
    expect(await attempt({ address })).toMatchObject({ why: 'throttled' })
    expect(await attempt({ address: '198.51.100.10' })).toMatchObject({ ok: true })
  })

  test('an address that is blocked does not use up the attempts of a user', async () => {
    await people.users.create(bob, { isAdmin: false })
    const address = '198.51.100.9'
    for (let failure = 0; failure < 25; failure++)
      await attempt({ ...wrong, address, email: `u${failure}@x.org` })
    for (let knock = 0; knock < 6; knock++) await attempt({ address, email: bob.email, password: 'no' })
    expect(await attempt({ email: bob.email, password: bob.password })).toMatchObject({ ok: true })
  })

  test('counts an IPv6 /64 as one address and a mapped IPv4 address as itself', async () => {
    const guess = (address: string, user: number) =>
      attempt({ ...wrong, address, email: `u${user}@example.org` })
    for (let failure = 0; failure < 25; failure++) await guess(`2001:db8:1:2:${failure + 1}::1`, failure)
    expect(await guess('2001:db8:1:2:ffff::9', 99)).toMatchObject({ why: 'throttled' })
    expect(await guess('2001:db8:1:3::9', 99)).toMatchObject({ why: 'wrong' })
    for (let failure = 0; failure < 25; failure++) await guess('::ffff:192.0.2.77', 100 + failure)
    expect(await guess('192.0.2.77', 200)).toMatchObject({ why: 'throttled' })
  })
})
