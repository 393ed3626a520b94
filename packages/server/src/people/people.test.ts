import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import type { FixedClock } from '../kit/clock.ts'
import { silentLog } from '../kit/log.ts'
import { createListener } from '../store/listen.ts'
import type { People, User } from './index.ts'
import { ada, bob, testKeys, testPeople, visitor } from '../../../server-testing/src/people/test-people.ts'

const hour = 3_600_000
const issuer = 'https://mail.example.org'
const installationKeys = testKeys()

let db: TestDatabase
let people: People
let clock: FixedClock
beforeEach(async () => {
  db = await testDatabase()
  ;({ people, clock } = testPeople(db.database, installationKeys))
})
afterEach(() => db[Symbol.asyncDispose]())

async function made(form: typeof ada): Promise<User> {
  const created = await people.users.create(form, { isAdmin: false })
  if (!created.ok) throw new Error(JSON.stringify(created.problems))
  return created.user
}

describe('users', () => {
  test('passwords are kept as Argon2id with the stated cost and salted', async () => {
    await made(ada)
    await made({ ...bob, password: ada.password })
    const rows = await db.database.query<{ password_hash: string }>('select password_hash from app_user')
    const hashes = rows.map((row) => row.password_hash)
    expect(hashes.every((hash) => hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'))).toBe(true)
    expect(new Set(hashes).size).toBe(2)
  })

  test('every wrong field is named with a sentence', async () => {
    const form = { email: 'ada', name: ' ', password: 'elevenchars', locale: 'x', timeZone: 'Mars/Base' }
    const created = await people.users.create(form, { isAdmin: false })
    const fields = created.ok ? [] : created.problems.map((problem) => problem.field)
    expect(fields).toEqual(['email', 'name', 'password', 'locale', 'timeZone'])
    expect(await people.users.count()).toBe(0)
  })

  test('an address is taken whatever its case', async () => {
    await made(ada)
    const again = await people.users.create({ ...ada, email: 'ADA@Example.org' }, { isAdmin: false })
    expect(again).toMatchObject({ ok: false, problems: [{ field: 'email' }] })
    expect((await people.users.byEmail('Ada@EXAMPLE.org'))?.name).toBe('Ada')
  })

  test('length counts characters, so twelve emoji are a password', async () => {
    expect(
      await people.users.create({ ...ada, password: '🐎'.repeat(12) }, { isAdmin: false }),
    ).toMatchObject({ ok: true })
    expect(
      await people.users.create({ ...bob, password: '🐎'.repeat(11) }, { isAdmin: false }),
    ).toMatchObject({ ok: false })
  })

  test('a hostile address finds nobody and breaks nothing', async () => {
    for (const email of ['\0', "' or true --", '%', 'a'.repeat(100_000)]) {
      expect(await people.users.byEmail(email)).toBeUndefined()
    }
  })
})

describe('who somebody is', () => {
  test('is changed field by field, and an address that somebody has stays theirs', async () => {
    const [a, b] = [await made(ada), await made(bob)]
    expect(await people.users.setName(a.id, '  Ada   Lovelace ')).toEqual([])
    expect(await people.users.setName(a.id, ' ')).toMatchObject([{ field: 'name' }])
    expect(await people.users.setEmail(a.id, 'no address', 0)).toMatchObject([{ field: 'email' }])
    expect(await people.users.setEmail(a.id, bob.email.toUpperCase(), 0)).toMatchObject([{ field: 'email' }])
    expect(await people.users.setEmail(a.id, 'ADA@example.org', 0)).toEqual([])
    expect(await people.users.byId(a.id)).toMatchObject({ name: 'Ada Lovelace', email: 'ADA@example.org' })
    const wanted = 'both@example.org'
    const answers = await Promise.all([a, b].map(({ id }) => people.users.setEmail(id, wanted, 0)))
    expect(answers.map((problems) => problems.length).sort()).toEqual([0, 1])
  })

  test('an address is changed by no proof that a new password or signing out everywhere has ended', async () => {
    const { id } = await made(ada)
    await people.users.setPassword(id, 'another fine password')
    expect(await people.users.setEmail(id, 'late@example.org', 0)).toBe('late')
    await people.sessions.closeAll(id)
    expect(await people.users.setEmail(id, 'late@example.org', 1)).toBe('late')
    expect(await people.users.byId(id)).toMatchObject({ email: ada.email })
    expect(await people.users.setEmail(id, 'timely@example.org', 2)).toEqual([])
  })

  test('a program that signs in by the old address is refused at once, one by the new address let in', async () => {
    const { id } = await made(ada)
    const form = { name: 'Phone', scope: null, accountId: null, expiresAt: null }
    const created = await people.appPasswords.create(id, form)
    const secret = created.ok ? created.secret : ''
    const isOpen = async (email: string) => (await people.appPasswords.signIn({ secret, email, visitor })).ok
    expect(await isOpen(ada.email)).toBe(true)
    await people.users.setEmail(id, 'new@example.org', 0)
    expect([await isOpen(ada.email), await isOpen('new@example.org')]).toEqual([false, true])
  })
})

describe('the install guard', () => {
  test('of installs racing in two processes exactly one makes the administrator', async () => {
    const otherPeople = testPeople(db.database).people
    const outcomes = await Promise.all([
      people.install.createFirst(ada),
      otherPeople.install.createFirst(bob),
      people.install.createFirst({ ...ada, email: 'third@example.org' }),
    ])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.why === 'closed')).toHaveLength(2)
    expect(await db.database.query('select is_admin from app_user')).toEqual([{ is_admin: true }])
    expect(await people.install.isOpen()).toBe(false)
  })

  test('the setup code is the same in every process of an installation and differs between installations', () => {
    const keys = testKeys()
    const [one, two] = [testPeople(db.database, keys).people, testPeople(db.database, keys).people]
    expect(one.install.setupCode).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect(two.install.acceptsSetupCode(` ${one.install.setupCode.toUpperCase()} `)).toBe(true)
    expect(people.install.acceptsSetupCode(one.install.setupCode)).toBe(false)
    expect(one.install.acceptsSetupCode('')).toBe(false)
  })
})

describe('sessions', () => {
  test('only a digest of the cookie is stored', async () => {
    const { secret } = await people.sessions.open((await made(ada)).id, visitor)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const [row] = await db.database.query<{ all: string }>(
      'select to_json(s)::text as all from web_session s',
    )
    expect(row?.all).not.toContain(secret)
  })

  test('live on while they are used and end a day after the last use', async () => {
    const { secret } = await people.sessions.open((await made(ada)).id, visitor)
    for (let use = 0; use < 5; use++) {
      clock.advance(20 * hour)
      expect(await people.sessions.find(secret, visitor)).toMatchObject({ user: { name: 'Ada' } })
    }
    clock.advance(24 * hour)
    expect(await people.sessions.find(secret, visitor)).toBeUndefined()
    expect(await people.sessions.sweep()).toBe(1)
  })

  test('are listed and closed by their owner only', async () => {
    const [a, b] = [await made(ada), await made(bob)]
    const { session } = await people.sessions.open(a.id, visitor)
    expect(await people.sessions.list(b.id)).toEqual([])
    expect(await people.sessions.list(a.id)).toMatchObject([{ label: 'Firefox', address: '203.0.113.7' }])
    expect(await people.sessions.close(b.id, session.digest)).toBe(false)
    expect(await people.sessions.isOpen(session.digest, b.id)).toBe(false)
    expect(await people.sessions.close(a.id, session.digest)).toBe(true)
  })

  test('go on under another secret, and the one before is nobody’s any more', async () => {
    const [a, b] = [await made(ada), await made(bob)]
    const { secret, session } = await people.sessions.open(a.id, visitor)
    await db.database.query(
      `insert into push_subscription (user_id, session_digest, device_client_id, url, application_server_key,
         verification_code, created_at, expires_at, sent_states)
       values ($1, $2, 'd', 'https://push.example', 'k', 'c', now(), now(), '{}')`,
      [a.id, session.digest],
    )
    expect(await people.sessions.renew(b.id, session.digest)).toBeUndefined()
    const renewed = (await people.sessions.renew(a.id, session.digest))!
    expect(await people.sessions.find(secret, visitor)).toBeUndefined()
    expect(await people.sessions.isOpen(session.digest, a.id)).toBe(false)
    expect(await people.sessions.find(renewed.secret, visitor)).toMatchObject({ user: { id: a.id } })
    expect(await db.database.query('select session_digest as digest from push_subscription')).toEqual([
      { digest: renewed.digest },
    ])
    expect(await people.sessions.renew(a.id, session.digest)).toBeUndefined()
  })

  test('a form token belongs to its session', async () => {
    const { id } = await made(ada)
    const [openedSession, two] = [
      await people.sessions.open(id, visitor),
      await people.sessions.open(id, visitor),
    ]
    expect(people.sessions.ownsFormToken(openedSession.session, openedSession.session.formToken)).toBe(true)
    for (const token of [two.session.formToken, '', undefined, ['x']]) {
      expect(people.sessions.ownsFormToken(openedSession.session, token)).toBe(false)
    }
  })
})

describe('a new password', () => {
  test('ends sessions, tokens and remembered sign-ins, except the session that changed it', async () => {
    const { id } = await made(ada)
    const [here, there] = [await people.sessions.open(id, visitor), await people.sessions.open(id, visitor)]
    const remembered = await people.remember.issue(id)
    const { token } = await people.tokens.issue(id, there.session, issuer)
    const bobs = await people.sessions.open((await made(bob)).id, visitor)

    expect(await people.users.setPassword(id, 'short')).toMatchObject({ ok: false, why: 'invalid' })
    expect(await people.sessions.find(there.secret, visitor)).toBeDefined()
    expect(await people.users.setPassword(id, 'a wholly new password', here.session.digest)).toEqual({
      ok: true,
    })

    expect(await people.sessions.find(here.secret, visitor)).toBeDefined()
    expect(await people.sessions.find(there.secret, visitor)).toBeUndefined()
    expect(await people.remember.redeem(remembered.value)).toBeUndefined()
    expect(await people.tokens.verify(token, issuer)).toBeUndefined()
    expect(await people.sessions.find(bobs.secret, visitor)).toBeDefined()
  })
})

describe('a remembered sign-in', () => {
  test('lasts 60 days from the sign-in, however often it is used, and leaves nothing in the database', async () => {
    const { id } = await made(ada)
    const { value } = await people.remember.issue(id)
    clock.advance(59 * 24 * hour)
    expect(await people.remember.redeem(value)).toMatchObject({ user: { id } })
    clock.advance(24 * hour)
    expect(await people.remember.redeem(value)).toBeUndefined()
    expect(await people.sessions.list(id)).toEqual([])
  })

  test('cannot be forged, prolonged or moved to another user', async () => {
    const { id } = await made(ada)
    const otherUser = await made(bob)
    const [, expiry, signature] = (await people.remember.issue(id)).value.split('.')
    const forgeries = [
      `${otherUser.id}.${expiry}.${signature}`,
      `${id}.${Number(expiry) + 1}.${signature}`,
      `${id}.${expiry}.${'A'.repeat(43)}`,
      `${id}.9999999999999999999.${signature}`,
      '99999999999999999.1999999999.' + signature,
      '',
      '..',
      `${id}.${expiry}`,
    ]
    for (const forgery of forgeries) expect(await people.remember.redeem(forgery)).toBeUndefined()
  })

  test('are each another’s, also when two processes issue them in the same second', async () => {
    const { id } = await made(ada)
    const otherProcess = testPeople(db.database, installationKeys, clock).people
    const issued = await Promise.all(
      [people, otherProcess, people, otherProcess].map(({ remember }) => remember.issue(id)),
    )
    expect(new Set(issued.map(({ value }) => value)).size).toBe(4)
  })

  test('ends with the browser it was given to, and no other does', async () => {
    const { id } = await made(ada)
    const one = await people.remember.issue(id)
    const here = await people.sessions.open(id, visitor, one.expiresAt)
    const second = await people.remember.issue(id)
    const there = await people.sessions.open(id, visitor, second.expiresAt)
    clock.advance(25 * hour)
    // Both sessions are over and both browsers remembered; the first has come back once since.
    const again = await people.sessions.open(id, visitor, one.expiresAt)
    expect(await people.sessions.list(id)).toHaveLength(2)
    expect(await people.sessions.sweep()).toBe(0)
    expect(await people.sessions.close(id, here.session.digest)).toBe(false)
    expect(await people.sessions.close(id, again.session.digest)).toBe(true)
    expect(await people.remember.redeem(one.value)).toBeUndefined()
    expect(await people.remember.redeem(second.value)).toMatchObject({ user: { id } })
    expect(await people.sessions.list(id)).toMatchObject([{ digest: there.session.digest }])
    clock.advance(60 * 24 * hour)
    expect(await people.sessions.sweep()).toBe(1)
  })

  test('ends with "sign out everywhere"', async () => {
    const { id } = await made(ada)
    const { secret } = await people.sessions.open(id, visitor)
    const { value } = await people.remember.issue(id)
    await people.sessions.closeAll(id)
    expect(await people.remember.redeem(value)).toBeUndefined()
    expect(await people.sessions.find(secret, visitor)).toBeUndefined()
    expect(await people.remember.redeem((await people.remember.issue(id)).value)).toMatchObject({
      user: { id },
    })
  })
})

describe('tokens', () => {
  test('carry the claims that the hub and JMAP read, and stand for 15 minutes', async () => {
    const { id } = await made(ada)
    const { session } = await people.sessions.open(id, visitor)
    const { token, expiresAt } = await people.tokens.issue(id, session, issuer)
    const [header, claims] = token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    const iat = clock.now().getTime() / 1000
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(claims).toEqual({
      iss: issuer,
      sub: `U${id}`,
      aud: 'jmap',
      iat,
      exp: iat + 900,
      jti: expect.any(String),
    })
    expect(expiresAt.getTime() / 1000).toBe(iat + 900)
    expect(await people.tokens.verify(token, issuer)).toMatchObject({ userId: id })
    clock.advance(900_000)
    expect(await people.tokens.verify(token, issuer)).toBeUndefined()
  })

  test('end when their session is signed out', async () => {
    const { id } = await made(ada)
    const { session } = await people.sessions.open(id, visitor)
    const { token } = await people.tokens.issue(id, session, issuer)
    const hub = await people.tokens.issueHub(id, session)
    expect(await people.tokens.verifyHub(hub.token)).toMatchObject({ userId: id, topics: [`/users/U${id}`] })
    await people.sessions.close(id, session.digest)
    expect(await people.tokens.verify(token, issuer)).toBeUndefined()
    expect(await people.tokens.verifyHub(hub.token)).toBeUndefined()
  })

  test.each(['signing out', 'signing out everywhere', 'a new password'])(
    'end in every process at once by %s',
    async (how) => {
      const listener = createListener({ connectionString: db.connectionString, log: silentLog })
      const keys = testKeys()
      const [here, there] = [0, 1].map(() => testPeople(db.database, keys, clock, listener.listen).people)
      if (!here || !there) throw new Error('two processes')
      const { id } = await made(ada)
      const { session } = await here.sessions.open(id, visitor)
      const { token } = await here.tokens.issue(id, session, issuer)
      const isGood = async (process: People) => (await process.tokens.verify(token, issuer)) !== undefined
      expect([await isGood(here), await isGood(there)]).toEqual([true, true])
      const notices: string[] = []
      there.sessions.onEnded(id, () => notices.push('ada'))
      there.sessions.onEnded((id + 1) as typeof id, () => notices.push('somebody else'))
      if (how === 'signing out') await here.sessions.close(id, session.digest)
      else if (how === 'a new password') await here.users.setPassword(id, 'another good password')
      else await here.sessions.closeAll(id)
      expect(await isGood(here)).toBe(false)
      // The clock stands still: nothing but the notification can have emptied the other process.
      await expect.poll(() => isGood(there)).toBe(false)
      expect(notices).toEqual(['ada'])
      await listener.close()
    },
  )

  test('outlive what is remembered of a session that was used meanwhile', async () => {
    const { id } = await made(ada)
    const { session, secret } = await people.sessions.open(id, visitor)
    clock.advance(24 * hour - 60_000)
    const { token } = await people.tokens.issue(id, session, issuer)
    expect(await people.tokens.verify(token, issuer)).toBeDefined()
    await people.sessions.find(secret, visitor)
    clock.advance(120_000)
    expect(await people.tokens.verify(token, issuer)).toBeDefined()
  })

  test('of another issuer, audience, key or algorithm are refused', async () => {
    const { id } = await made(ada)
    const { session } = await people.sessions.open(id, visitor)
    const { token } = await people.tokens.issue(id, session, issuer)
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url') + `.${token.split('.')[1]}.`
    const foreign = await testPeople(db.database).people.tokens.issue(id, session, issuer)
    expect(await people.tokens.verify(token, 'https://evil.example')).toBeUndefined()
    for (const wrong of [
      unsigned,
      foreign.token,
      (await people.tokens.issueHub(id, session)).token,
      '',
      'ey.ey.ey',
      'app_x',
    ]) {
      expect(await people.tokens.verify(wrong, issuer)).toBeUndefined()
    }
    expect(await people.tokens.verifyHub(token)).toBeUndefined()
  })
})
