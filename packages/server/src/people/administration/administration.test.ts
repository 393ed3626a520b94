import type { UserId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, bob, testKeys, testPeople, visitor } from '../../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { fixedClock } from '../../kit/clock.ts'
import { silentLog } from '../../kit/log.ts'
import { createListener } from '../../store/listen.ts'
import type { AuditActor, People, User } from '../index.ts'

const phone = { name: 'phone', scope: null, accountId: null, expiresAt: null }
const issuer = 'https://mail.example.org'

let db: TestDatabase
let people: People
let byAda: AuditActor
let owner: User
let secondUser: User
const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
const keys = testKeys()
beforeEach(async () => {
  db = await testDatabase()
  ;({ people } = testPeople(db.database, keys, clock))
  owner = await createUser(ada, true)
  secondUser = await createUser(bob, false)
  byAda = { source: 'browser', userId: owner.id, email: ada.email, visitor }
})
afterEach(() => db[Symbol.asyncDispose]())

async function createUser(form: typeof ada, isAdmin: boolean): Promise<User> {
  const created = await people.users.create(form, { isAdmin })
  if (!created.ok) throw new Error(JSON.stringify(created.problems))
  return created.user
}
const administration = () => people.administration
const isAdmin = async (id: UserId) => (await administration().get(id))?.user.isAdmin
const entries = async () =>
  (await people.audit.list({}, undefined, 100)).map(({ action, actor, subject }) => [action, actor, subject])

describe('disabling somebody', () => {
  test('ends sessions, tokens, remembered sign-ins and half of a sign-in, and no password opens anything', async () => {
    const { secret, session } = await people.sessions.open(secondUser.id, visitor)
    const { token } = await people.tokens.issue(secondUser.id, session, issuer)
    const remembered = await people.remember.issue(secondUser.id)
    const half = await people.halfSignIns.issue(secondUser.id, 0, false)
    expect(await administration().disable(byAda, secondUser.id, 'syncs')).toEqual({ ok: true })
    expect(await people.sessions.find(secret, visitor)).toBeUndefined()
    expect(await people.tokens.verify(token, issuer)).toBeUndefined()
    expect(await people.remember.redeem(remembered.value)).toBeUndefined()
    expect(await people.halfSignIns.redeem(half?.value ?? '')).toBeUndefined()
    const proof = { generation: 1, hasSecondFactor: true }
    expect(await people.sessions.openProven(secondUser.id, visitor, undefined, { proof })).toBeUndefined()
    const attempt = { email: bob.email, address: '203.0.113.7' }
    expect(await people.signIn.withPassword({ ...attempt, password: bob.password })).toEqual({
      ok: false,
      why: 'disabled',
    })
    // Nobody learns it who does not know the password.
    expect(await people.signIn.withPassword({ ...attempt, password: 'another password' })).toEqual({
      ok: false,
      why: 'wrong',
    })
    expect(await entries()).toEqual([['user-disabled', ada.email, bob.email]])
  })

  test('rests app passwords, which work again afterwards; what was signed in stays signed out', async () => {
    const created = await people.appPasswords.create(secondUser.id, phone)
    if (!created.ok) throw new Error(created.why)
    const use = async () =>
      (await people.appPasswords.signIn({ secret: created.secret, email: undefined, visitor })).ok
    const { secret } = await people.sessions.open(secondUser.id, visitor)
    expect(await use()).toBe(true)
    await administration().disable(byAda, secondUser.id, 'pauses')
    expect([await use(), await people.appPasswords.isOpen(created.appPassword.id)]).toEqual([false, false])
    expect(await administration().pausedUsers()).toEqual([secondUser.id])
    expect(await administration().enable(byAda, secondUser.id)).toEqual({ ok: true })
    expect([await use(), await people.appPasswords.isOpen(created.appPassword.id)]).toEqual([true, true])
    expect(await people.sessions.find(secret, visitor)).toBeUndefined()
    expect(await administration().pausedUsers()).toEqual([])
    expect(await administration().get(secondUser.id)).toMatchObject({ disabledAt: null, isMailPaused: false })
  })

  test('is heard by another process: what was looked up there opens nothing any more', async () => {
    const listener = createListener({ connectionString: db.connectionString, log: silentLog })
    try {
      const { people: elsewhere } = testPeople(db.database, keys, clock, listener.listen)
      const { session } = await people.sessions.open(secondUser.id, visitor)
      const created = await people.appPasswords.create(secondUser.id, phone)
      if (!created.ok) throw new Error(created.why)
      const use = async () =>
        (await elsewhere.appPasswords.signIn({ secret: created.secret, email: undefined, visitor })).ok
      expect([await elsewhere.sessions.isOpen(session.digest, secondUser.id), await use()]).toEqual([
        true,
        true,
      ])
      const ended: string[] = []
      elsewhere.sessions.onEnded(secondUser.id, () => ended.push('session'))
      elsewhere.appPasswords.onRevoked(secondUser.id, () => ended.push('app password'))
      await administration().disable(byAda, secondUser.id, 'syncs')
      await expect.poll(() => ended.toSorted()).toEqual(['app password', 'session'])
      expect([await elsewhere.sessions.isOpen(session.digest, secondUser.id), await use()]).toEqual([
        false,
        false,
      ])
    } finally {
      await listener.close()
    }
  })

  test('is not for oneself, for nobody, or for the last administrator', async () => {
    expect(await administration().disable(byAda, owner.id, 'syncs')).toMatchObject({
      problem: 'people/not-yourself',
    })
    expect(await administration().disable(byAda, 987_654 as UserId, 'syncs')).toMatchObject({
      problem: 'people/no-such-user',
    })
    expect(await administration().disable({ source: 'console' }, owner.id, 'syncs')).toMatchObject({
      problem: 'people/last-administrator',
    })
    expect(await entries()).toEqual([])
  })
})

describe('administrators', () => {
  test('of two who unmake each other at the same time, in two processes, one stays', async () => {
    const { people: elsewhere } = testPeople(db.database, keys, clock)
    await administration().setAdministrator(byAda, secondUser.id, true)
    const byBob: AuditActor = { source: 'browser', userId: secondUser.id, email: bob.email, visitor }
    const answers = await Promise.all([
      administration().setAdministrator(byAda, secondUser.id, false),
      elsewhere.administration.setAdministrator(byBob, owner.id, false),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ problem: 'people/last-administrator' })
    expect([await isAdmin(owner.id), await isAdmin(secondUser.id)].toSorted()).toEqual([false, true])
  })

  test('one who is disabled does not count as the one who is left', async () => {
    await administration().setAdministrator(byAda, secondUser.id, true)
    const answers = await Promise.all([
      administration().disable({ source: 'console' }, secondUser.id, 'syncs'),
      administration().setAdministrator({ source: 'console' }, owner.id, false),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('what changes nothing is not written down', async () => {
    expect(await administration().setAdministrator(byAda, secondUser.id, false)).toEqual({ ok: true })
    expect(await administration().enable(byAda, secondUser.id)).toEqual({ ok: true })
    expect(await entries()).toEqual([])
  })
})

describe('a person made by somebody else', () => {
  test('is written down with who made them, and without a password nobody knows one', async () => {
    const form = { email: 'eve@example.org', name: 'Eve' }
    const created = await administration().create(byAda, form, { isAdmin: true })
    expect(created).toMatchObject({ ok: true, user: { email: 'eve@example.org', isAdmin: true } })
    expect(await administration().create(byAda, { ...form, name: '' }, { isAdmin: false })).toMatchObject({
      problems: [{ field: 'name' }],
    })
    expect(await administration().create(byAda, form, { isAdmin: false })).toMatchObject({
      problems: [{ field: 'email' }],
    })
    expect(await entries()).toEqual([['user-created', ada.email, 'eve@example.org']])
    // Whoever comes by single sign-on before they use their link must not be asked for a password that nobody knows.
    if (!created.ok) throw new Error('Eve was not made')
    expect(await people.singleSignOn.hasPassword(created.user.id)).toBe(false)
    const given = { email: 'finn@example.org', name: 'Finn', password: 'a password that was given' }
    const withPassword = await administration().create(byAda, given, { isAdmin: false })
    if (!withPassword.ok) throw new Error('Finn was not made')
    expect(await people.singleSignOn.hasPassword(withPassword.user.id)).toBe(true)
  })

  test('is listed by name, with when they last signed in', async () => {
    expect(
      (await administration().list()).map(({ user, lastSignedInAt }) => [user.name, lastSignedInAt]),
    ).toEqual([
      ['Ada', null],
      ['Bob', null],
    ])
    await people.sessions.open(secondUser.id, visitor)
    expect((await administration().get(secondUser.id))?.lastSignedInAt).toEqual(clock.now())
  })
})
