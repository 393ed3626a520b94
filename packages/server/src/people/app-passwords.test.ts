import type { AccountId, AppPasswordId, UserId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import type { FixedClock } from '../kit/clock.ts'
import { silentLog } from '../kit/log.ts'
import { type Listener, createListener } from '../store/listen.ts'
import type { AppPasswordForm, People } from './index.ts'
import { ada, bob, testKeys, testPeople, visitor } from '../../../server-testing/src/people/test-people.ts'

const minute = 60_000
const keys = testKeys()
const everything: AppPasswordForm = { name: 'Phone', scope: null, accountId: null, expiresAt: null }

let db: TestDatabase
let people: People
let clock: FixedClock
let adaId: UserId
let bobId: UserId
let listener: Listener
beforeEach(async () => {
  db = await testDatabase()
  listener = createListener({ connectionString: db.connectionString, log: silentLog })
  ;({ people, clock } = testPeople(db.database, keys, undefined, listener.listen))
  adaId = await userId(ada)
  bobId = await userId(bob)
})
afterEach(async () => {
  await listener.close()
  await db[Symbol.asyncDispose]()
})

async function userId(person: typeof ada): Promise<UserId> {
  const made = await people.users.create(person, { isAdmin: false })
  if (!made.ok) throw new Error('the user was not made')
  return made.user.id
}

async function created(form: Partial<AppPasswordForm> = {}, owner = adaId) {
  const made = await people.appPasswords.create(owner, { ...everything, ...form })
  if (!made.ok) throw new Error('the app password was not made')
  return made
}

const signIn = (secret: string, email?: string, by = people, address = visitor.address) =>
  by.appPasswords.signIn({ secret, email, visitor: { ...visitor, address } })

describe('an app password', () => {
  test('is shown once, listed by its first digits, and stored as a digest', async () => {
    const { secret, appPassword } = await created({ name: '  Ada’s \t phone ' })
    expect(secret).toMatch(/^app_[0-9a-f]{64}$/)
    expect(await people.appPasswords.list(adaId)).toEqual([appPassword])
    expect(appPassword).toMatchObject({
      name: 'Ada’s phone',
      hint: secret.slice(4, 10),
      scope: null,
      lastUsedAt: null,
    })
    const [row] = await db.database.query<{ digest: string; text: string }>(
      `select encode(digest, 'hex') as digest, p::text as text from app_password p`,
    )
    const [{ sum } = { sum: '' }] = await db.database.query<{ sum: string }>(
      `select encode(sha256($1::text::bytea), 'hex') as sum`,
      [secret],
    )
    expect(row?.digest).toBe(sum)
    expect(row?.text).not.toContain(secret.slice(4))
  })

  test('lets its owner in, named in any spelling or not at all, and nobody else', async () => {
    const { secret, appPassword } = await created({ scope: 'read' })
    const rights = { scope: 'read', accountId: null }
    const admitted = { ok: true, userId: adaId, appPasswordId: appPassword.id, expiresAt: null, rights }
    for (const email of [undefined, ada.email, ' ADA@Example.org '])
      expect(await signIn(secret, email)).toEqual(admitted)
    for (const email of [bob.email, '', 'ada@example.com', '\0'])
      expect(await signIn(secret, email)).toEqual({ ok: false, why: 'wrong' })
  })

  test.each([
    '',
    'app_',
    `app_${'0'.repeat(64)}`,
    `app_${'0'.repeat(63)}`,
    ada.password,
    '\0',
    'é'.repeat(99),
  ])('that is none (%j) is refused', async (secret) => {
    await created()
    expect(await signIn(secret, ada.email)).toEqual({ ok: false, why: 'wrong' })
  })

  test('differs from a good one in spelling only and is refused all the same', async () => {
    const { secret } = await created()
    for (const other of [secret.toUpperCase(), secret.slice(4), `${secret} `, `${secret}0`])
      expect(await signIn(other)).toMatchObject({ why: 'wrong' })
  })

  test('ends at its time, even where it is known', async () => {
    const { secret, appPassword } = await created({ expiresAt: new Date(clock.now().getTime() + 10_000) })
    expect(await signIn(secret)).toMatchObject({ ok: true })
    expect(await people.appPasswords.isOpen(appPassword.id)).toBe(true)
    clock.advance(10_000)
    expect(await signIn(secret)).toEqual({ ok: false, why: 'wrong' })
    expect(await people.appPasswords.isOpen(appPassword.id)).toBe(false)
  })

  test('is refused a name nobody could read and an end in the past, each by its field', async () => {
    const refused = async (form: Partial<AppPasswordForm>) => {
      const made = await people.appPasswords.create(adaId, { ...everything, ...form })
      return made.ok || made.why !== 'invalid' ? [] : made.problems.map(({ field }) => field)
    }
    expect(await refused({ name: ' ', expiresAt: clock.now() })).toEqual(['name', 'expiresAt'])
    for (const name of ['x'.repeat(101), 'a\u202eb', 'a\0b'])
      expect(await refused({ name })).toEqual(['name'])
    expect(await refused({ expiresAt: new Date(Number.NaN) })).toEqual(['expiresAt'])
  })

  test('is one of at most a hundred', async () => {
    await db.database.query(
      `insert into app_password (user_id, digest, hint, name, created_at)
       select $1, sha256(n::text::bytea), '000000', 'x', now() from generate_series(1, 100) n`,
      [adaId],
    )
    expect(await people.appPasswords.create(adaId, everything)).toEqual({ ok: false, why: 'too-many' })
    expect(await people.appPasswords.create(bobId, everything)).toMatchObject({ ok: true })
  })

  test('outlives a new password and signing out everywhere, and goes with its user', async () => {
    const { secret } = await created()
    await people.users.setPassword(adaId, 'another long password')
    await people.sessions.closeAll(adaId)
    expect(await signIn(secret, ada.email)).toMatchObject({ ok: true })
    await db.database.query('delete from app_user where id = $1', [adaId])
    expect(await db.database.query('select 1 from app_password')).toEqual([])
  })

  test('goes with the one account it opens', async () => {
    const [row] = await db.database.query<{ id: AccountId }>(
      `insert into jmap_account (user_id, kind) values ($1, 'mail') returning id`,
      [adaId],
    )
    const { secret } = await created({ accountId: row?.id ?? null })
    expect(await signIn(secret)).toMatchObject({ rights: { accountId: row?.id } })
    await db.database.query('delete from jmap_account where id = $1', [row?.id])
    expect(await people.appPasswords.list(adaId)).toEqual([])
  })
})

describe('revoking', () => {
  test('ends an app password in every process at once, and only its owner can', async () => {
    const otherPeople = testPeople(db.database, keys, clock, listener.listen).people
    const { secret, appPassword } = await created()
    for (const process of [people, otherPeople])
      expect(await signIn(secret, undefined, process)).toMatchObject({ ok: true })
    const notices: string[] = []
    otherPeople.appPasswords.onRevoked(adaId, () => notices.push('ada'))
    otherPeople.appPasswords.onRevoked(bobId, () => notices.push('bob'))
    expect(await people.appPasswords.revoke(bobId, appPassword.id)).toBe(false)
    expect(await people.appPasswords.revoke(adaId, appPassword.id)).toBe(true)
    expect(await people.appPasswords.revoke(adaId, appPassword.id)).toBe(false)
    expect(await signIn(secret)).toEqual({ ok: false, why: 'wrong' })
    expect(await people.appPasswords.isOpen(appPassword.id)).toBe(false)
    // The clock stands still: nothing but the notification can have emptied the other process.
    await expect.poll(async () => (await signIn(secret, undefined, otherPeople)).ok).toBe(false)
    expect(notices).toContain('ada')
  })

  test('reaches a process that hears nothing as soon as what it knows is old', async () => {
    const deaf = testPeople(db.database, keys, clock).people
    const { secret, appPassword } = await created()
    expect(await signIn(secret, undefined, deaf)).toMatchObject({ ok: true })
    await people.appPasswords.revoke(adaId, appPassword.id)
    expect(await signIn(secret, undefined, deaf)).toMatchObject({ ok: true })
    clock.advance(30_000)
    expect(await signIn(secret, undefined, deaf)).toMatchObject({ ok: false })
  })

  test('is not undone by a look-up that began before it', async () => {
    for (let round = 0; round < 20; round++) {
      const { secret, appPassword } = await created()
      await Promise.all([
        signIn(secret, undefined, people, `192.0.2.${round}`),
        people.appPasswords.revoke(adaId, appPassword.id),
      ])
      expect(await signIn(secret, undefined, people, `198.51.100.${round}`)).toMatchObject({ ok: false })
    }
  })
})

describe('the use log', () => {
  const uses = async () => (await people.appPasswords.list(adaId))[0]

  test('is written at most every 300 seconds, over processes and restarts', async () => {
    const { secret } = await created()
    const first = clock.now()
    await Promise.all(Array.from({ length: 8 }, () => signIn(secret)))
    expect((await uses())?.lastUsedAt).toEqual(first)
    clock.advance(5 * minute - 1)
    for (const process of [people, testPeople(db.database, keys, clock).people]) {
      await signIn(secret, undefined, process, '198.51.100.9')
      expect((await uses())?.lastUsedAt).toEqual(first)
    }
    clock.advance(1)
    await signIn(secret, undefined, people, '198.51.100.9')
    expect(await uses()).toMatchObject({
      lastUsedAt: clock.now(),
      uses: [
        { address: '198.51.100.9', client: 'Firefox', at: clock.now() },
        { address: visitor.address, client: 'Firefox', at: first },
      ],
    })
  })

  test('keeps the newest twenty places', async () => {
    const { secret } = await created()
    for (let n = 0; n < 22; n++) {
      await signIn(secret, undefined, people, `198.51.100.${n}`)
      clock.advance(5 * minute)
    }
    const kept = (await uses())?.uses.map(({ address }) => address)
    expect([kept?.length, kept?.[0], kept?.at(-1)]).toEqual([20, '198.51.100.21', '198.51.100.2'])
  })

  test('is not written by a failure', async () => {
    const { secret } = await created()
    await signIn(secret, bob.email)
    expect(await uses()).toMatchObject({ lastUsedAt: null, uses: [] })
  })
})

describe('the throttle of app passwords', () => {
  const wrong = `app_${'f'.repeat(64)}`

  test('is that of the sign-in page, for a name', async () => {
    const { secret } = await created()
    const page = () => people.signIn.withPassword({ email: ada.email, password: 'no', address: '192.0.2.1' })
    for (let failure = 0; failure < 3; failure++) await signIn(wrong, 'ADA@example.org')
    for (let failure = 0; failure < 2; failure++) expect(await page()).toMatchObject({ why: 'wrong' })
    const retryAt = new Date(clock.now().getTime() + 15 * minute)
    expect(await page()).toEqual({ ok: false, why: 'throttled', retryAt })
    expect(await signIn(wrong, ada.email)).toEqual({ ok: false, why: 'throttled', retryAt })
    expect(await signIn(secret, ada.email)).toMatchObject({ ok: true })
    expect(await signIn(wrong, bob.email)).toMatchObject({ why: 'wrong' })
    clock.advance(15 * minute)
    expect(await signIn(secret, ada.email)).toMatchObject({ ok: true })
  })

  test('is that of the sign-in page, for an address, where no name is given', async () => {
    const { secret } = await created()
    for (let failure = 0; failure < 25; failure++) expect(await signIn(wrong)).toMatchObject({ why: 'wrong' })
    expect(await signIn(wrong)).toMatchObject({ why: 'throttled' })
    expect(await signIn(secret)).toMatchObject({ ok: true })
    expect(await signIn(secret, undefined, people, '198.51.100.1')).toMatchObject({ ok: true })
    const page = { email: bob.email, password: bob.password, address: visitor.address }
    expect(await people.signIn.withPassword(page)).toMatchObject({ why: 'throttled' })
  })

  test('never stops an app password that is right, in a process that has not seen it yet', async () => {
    const { secret } = await created()
    for (let failure = 0; failure < 25; failure++) await signIn(wrong, ada.email)
    const otherProcess = testPeople(db.database, keys, clock).people
    expect(await signIn(secret, ada.email, otherProcess)).toMatchObject({ ok: true })
    expect(await signIn(wrong, ada.email, otherProcess)).toMatchObject({ why: 'throttled' })
  })

  test('does not stop what was good a moment ago, and is not reset by it', async () => {
    const { secret } = await created()
    expect(await signIn(secret, ada.email)).toMatchObject({ ok: true })
    for (let failure = 0; failure < 5; failure++) {
      expect(await signIn(wrong, ada.email)).toMatchObject({ why: 'wrong' })
      expect(await signIn(secret, ada.email)).toMatchObject({ ok: true })
    }
    expect(await signIn(wrong, ada.email)).toMatchObject({ why: 'throttled' })
  })

  test('counts no success, however many at once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => created()))
    const outcomes = await Promise.all(made.map(({ secret }) => signIn(secret, ada.email)))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
  })
})

test('every new user has one personal account', async () => {
  const kinds = await db.database.query('select user_id, kind from jmap_account order by user_id')
  expect(kinds).toEqual([adaId, bobId].map((id) => ({ user_id: id, kind: 'personal' })))
  expect(await people.users.create(ada, { isAdmin: false })).toMatchObject({ ok: false })
  expect(await db.database.query('select 1 from jmap_account')).toHaveLength(2)
})

test('an id of nobody is not open', async () => {
  expect(await people.appPasswords.isOpen(4_711 as AppPasswordId)).toBe(false)
})
