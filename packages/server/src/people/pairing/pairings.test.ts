import { describe, expect, test } from 'vitest'
import { ada, bob, testKeys, testPeople, visitor } from '../../../../server-testing/src/people/test-people.ts'
import { enrol } from '../../../../server-testing/src/people/authenticator.ts'
import { testDatabase } from '../../../../server-testing/src/store/test-database.ts'

/** Ada at an open browser, and two processes of one server. */
async function installation() {
  const db = await testDatabase()
  const keys = testKeys()
  const { people, clock } = testPeople(db.database, keys)
  const { people: otherProcess } = testPeople(db.database, keys, clock)
  const created = await people.users.create(ada, { isAdmin: false })
  if (!created.ok) throw new Error('Ada was not made')
  const { user } = created
  const { session } = await people.sessions.open(user.id, visitor)
  const terms = { scope: null, generation: 0, session: session.digest }
  return {
    people,
    otherProcess,
    clock,
    user,
    session,
    offer: (scope: 'read' | 'mail' | 'calendar' | null = null) =>
      people.pairings.offer(user.id, { ...terms, scope }),
    pair: (code: string, deviceName = 'Pixel 9', address = '198.51.100.4') =>
      people.pairings.pair({ code, deviceName, address }),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}

const unknown = { ok: false, why: 'unknown' }

describe('a pairing code', () => {
  test('is 32 random bytes and gives a device an app password of its own name and scope', async () => {
    await using at = await installation()
    const { code, id, expiresAt } = await at.offer('read')
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    expect(id).not.toContain(code)
    expect(expiresAt.getTime() - at.clock.now().getTime()).toBe(120_000)
    expect(await at.people.pairings.state(at.user.id, id)).toEqual({ isOpen: true })
    const paired = await at.pair(code)
    if (!paired.ok) throw new Error(`Not paired: ${paired.why}`)
    expect(paired.username).toBe(ada.email)
    const signedIn = await at.people.appPasswords.signIn({ secret: paired.secret, email: ada.email, visitor })
    expect(signedIn).toMatchObject({
      ok: true,
      userId: at.user.id,
      rights: { scope: 'read', accountId: null },
    })
    expect(await at.people.pairings.state(at.user.id, id)).toMatchObject({
      isOpen: false,
      appPassword: { name: 'Pixel 9', scope: 'read' },
    })
  })

  test('is good once, also for requests that two processes get at the same time', async () => {
    await using at = await installation()
    const { code } = await at.offer()
    const request = { code, deviceName: 'Pixel 9', address: '198.51.100.4' }
    const answers = await Promise.all(
      [at.people, at.otherProcess, at.people, at.otherProcess].map(({ pairings }) => pairings.pair(request)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual([unknown, unknown, unknown])
    expect(await at.people.appPasswords.list(at.user.id)).toHaveLength(1)
    expect(await at.pair(code)).toEqual(unknown)
  })

  test('ends after 120 seconds, and when the page withdraws it', async () => {
    await using at = await installation()
    const late = await at.offer()
    const withdrawn = await at.offer()
    at.clock.advance(119_999)
    const timely = await at.offer()
    at.clock.advance(1)
    expect(await at.pair(late.code)).toEqual(unknown)
    expect(await at.people.pairings.state(at.user.id, late.id)).toBeUndefined()
    expect(await at.people.pairings.withdraw(at.user.id, withdrawn.id)).toBe(false)
    expect(await at.people.pairings.withdraw(at.user.id, timely.id)).toBe(true)
    expect(await at.pair(timely.code)).toEqual(unknown)
    expect(await at.people.appPasswords.list(at.user.id)).toEqual([])
  })

  test.each([
    [
      'the password changes',
      (at: Installed) => at.people.users.setPassword(at.user.id, 'another fine password', at.session.digest),
    ],
    ['somebody signs out everywhere', (at: Installed) => at.people.sessions.closeAll(at.user.id)],
    ['its browser is signed out', (at: Installed) => at.people.sessions.close(at.user.id, at.session.digest)],
    ['a second factor is switched on elsewhere', (at: Installed) => enrol(at.people, at.clock, at.user.id)],
  ])('ends when %s', async (_what, end) => {
    await using at = await installation()
    const { code } = await at.offer()
    await end(at)
    expect(await at.pair(code)).toEqual(unknown)
    expect(await at.people.appPasswords.list(at.user.id)).toEqual([])
  })

  test('is nobody else’s to look at or to withdraw', async () => {
    await using at = await installation()
    const secondUser = await at.people.users.create(bob, { isAdmin: false })
    if (!secondUser.ok) throw new Error('Bob was not made')
    const { code, id } = await at.offer()
    expect(await at.people.pairings.state(secondUser.user.id, id)).toBeUndefined()
    expect(await at.people.pairings.withdraw(secondUser.user.id, id)).toBe(false)
    expect(await at.pair(code)).toMatchObject({ ok: true, username: ada.email })
    expect(await at.people.pairings.state(secondUser.user.id, id)).toBeUndefined()
  })

  test('survives a name that cannot be shown; without one the device has a common name', async () => {
    await using at = await installation()
    const { code, id } = await at.offer()
    expect(await at.pair(code, 'x'.repeat(101))).toMatchObject({ ok: false, why: 'invalid' })
    expect(await at.pair(code, 'a\u202eb')).toMatchObject({ ok: false, why: 'invalid' })
    expect(await at.pair(code, '')).toMatchObject({ ok: true })
    expect(await at.people.pairings.state(at.user.id, id)).toMatchObject({
      appPassword: { name: 'Connected device' },
    })
  })
})

test('guesses of an address are counted over processes, and refused before they are looked at', async () => {
  await using at = await installation()
  const { code } = await at.offer()
  const guess = (n: number) => String(n).padStart(43, 'A')
  for (let n = 0; n < 25; n += 1) {
    const { pairings } = n % 2 === 0 ? at.people : at.otherProcess
    expect(await pairings.pair({ code: guess(n), deviceName: '', address: '198.51.100.4' })).toEqual(unknown)
  }
  expect(await at.pair(code)).toMatchObject({ ok: false, why: 'throttled' })
  expect(await at.pair(code, 'Pixel 9', '198.51.100.5')).toMatchObject({ ok: true })
})

test('devices that are paired do not count as guesses', async () => {
  await using at = await installation()
  for (let n = 0; n < 30; n += 1) {
    const { code } = await at.offer()
    expect(await at.pair(code)).toMatchObject({ ok: true })
  }
})

type Installed = Awaited<ReturnType<typeof installation>>
