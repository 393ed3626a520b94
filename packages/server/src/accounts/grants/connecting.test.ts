import { ProviderName } from '@plmail/wire'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { atConsentPage } from '../../../../server-testing/src/providers/at-consent-page.ts'
import { form } from '../../../../server-testing/src/accounts/test-accounts.ts'
import {
  type TestGrants,
  roomBeside,
  testGrants,
} from '../../../../server-testing/src/accounts/test-grants.ts'
import type { Asking } from '../index.ts'

const calendarsBox = 'https://www.googleapis.com/auth/calendar'
const mailBox = 'https://mail.google.com/'
const ada = 'ada@example.org'
const bea = 'bea@example.org'

let db: TestDatabase
let room: TestGrants
let anna: Asking
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())
beforeEach(async () => {
  await db.database.query('delete from app_user')
  room = await testGrants(db.database)
  room.emulated.google.addAccount(ada)
  room.emulated.google.addAccount(bea)
  anna = await room.asking()
})
afterEach(() => room.emulated[Symbol.asyncDispose]())

const grantsKept = async () => JSON.stringify(await db.database.query('select * from account_grant'))
const statesKept = async () => JSON.stringify(await db.database.query('select * from oauth_state'))

describe('connecting', () => {
  test('makes an account named by its address, with sealed tokens, and has it looked at', async () => {
    const done = await room.signIn(anna, { account: ada })
    expect(done).toEqual({ kind: 'connected', accountId: expect.any(Number), missing: [] })
    if (done.kind !== 'connected') return
    expect(await room.accounts.get(anna.userId, done.accountId)).toMatchObject({
      provider: ProviderName.google,
      address: ada,
      name: ada,
      condition: 'new',
      conditionText: null,
    })
    expect(room.told).toEqual([`added ${done.accountId}`])
    expect(await room.accounts.getProvider(done.accountId)).toBe(ProviderName.google)
    expect(await room.accounts.credentials(done.accountId)).toBeUndefined()
    const [live] = room.emulated.google.grants.live(ada)
    const rows = await grantsKept()
    expect(rows).not.toContain(live?.refreshToken)
    expect(rows).toContain('enc:v1:')
    expect(await room.accounts.grants.accessToken(done.accountId)).toMatchObject({
      ok: true,
      token: expect.stringMatching(/^ya29\./),
    })
    expect(room.refreshes()).toBe(1)
  })

  test('tells which box was left unticked when mail works without it', async () => {
    const done = await room.signIn(anna, { account: ada, form: { boxes: 'shown', scope: mailBox } })
    expect(done).toMatchObject({ kind: 'connected', missing: ['calendars'] })
    expect(await room.accounts.health({ id: anna.userId, isAdmin: false })).toMatchObject([
      {
        kind: 'access-missing',
        severity: 'warning',
        text: {
          problem: 'health/access-missing-text',
          missing: {
            problem: 'oauth/boxes-unticked',
            permissions: [{ problem: 'permission/calendars' }],
            boxes: [{ text: expect.stringMatching(/^See, edit, share, .*Google Calendar$/) }],
          },
        },
        repair: { kind: 'reconnect', provider: ProviderName.google },
      },
    ])
  })

  test('connects nothing without mail, names the box, and leaves no permission behind', async () => {
    const done = await room.signIn(anna, { account: ada, form: { boxes: 'shown', scope: calendarsBox } })
    expect(done).toMatchObject({
      kind: 'told',
      problem: {
        problem: 'oauth/boxes-unticked',
        boxes: [
          {
            problem: 'other/quoted',
            text: 'Read, compose, send, and permanently delete all your email from Gmail',
          },
        ],
      },
      isPassing: false,
    })
    expect(await room.accounts.list(anna.userId)).toEqual([])
    expect(room.emulated.google.grants.live(ada)).toEqual([])
  })

  test('explains that the person cancelled', async () => {
    const done = await room.signIn(anna, { account: ada, form: { decision: 'cancel' } })
    expect(done).toMatchObject({ kind: 'told', problem: { problem: 'oauth/declined' } })
  })

  test('refuses the same mailbox twice, and the one that works goes on working', async () => {
    const id = await room.connected(anna, { account: ada })
    expect(await room.signIn(anna, { account: ada })).toMatchObject({
      kind: 'told',
      problem: { problem: 'oauth/connected-already', address: ada },
    })
    expect(await room.accounts.list(anna.userId)).toHaveLength(1)
    await room.emulated.world.clock.advance(2 * 3_600_000)
    expect(await room.accounts.grants.accessToken(id)).toMatchObject({ ok: true })
  })

  test('refuses a mailbox that is connected with a password, and hands the permission back', async () => {
    await room.accounts.add(anna.userId, { ...form, address: 'Ada@Example.org' }, 'usual')
    expect(await room.signIn(anna, { account: ada })).toMatchObject({
      kind: 'told',
      problem: { problem: 'oauth/connected-with-password' },
    })
    expect(room.emulated.google.grants.live(ada)).toEqual([])
  })

  test('of two sign-ins at once with the same mailbox one makes the account', async () => {
    const begun = await Promise.all([1, 2].map(() => room.accounts.grants.begin(anna, ProviderName.google)))
    const answers = await Promise.all(
      begun.map((one) =>
        atConsentPage(one.kind === 'go' ? one.url : '', { account: ada, decision: 'allow' }),
      ),
    )
    const done = await Promise.all(
      answers.map((url) => room.accounts.grants.complete(anna, ProviderName.google, url.searchParams)),
    )
    expect(done.map(({ kind }) => kind).toSorted()).toEqual(['connected', 'told'])
    expect(await room.accounts.list(anna.userId)).toHaveLength(1)
  })

  test('lets two users connect one mailbox, each on a grant of their own', async () => {
    const bert = await room.asking()
    const [first, second] = [
      await room.connected(anna, { account: ada }),
      await room.connected(bert, { account: ada }),
    ]
    expect(await room.accounts.remove(anna.userId, first)).toEqual({ handedBack: 'in-use' })
    await room.emulated.world.clock.advance(2 * 3_600_000)
    expect(await room.accounts.grants.accessToken(second)).toMatchObject({ ok: true })
    expect(await room.accounts.remove(bert.userId, second)).toEqual({ handedBack: 'revoked' })
    expect(room.emulated.google.grants.live(ada)).toEqual([])
  })
})

describe('the state', () => {
  const begin = async (asking = anna) => {
    const begun = await room.accounts.grants.begin(asking, ProviderName.google)
    if (begun.kind !== 'go') throw new Error(begun.kind)
    const back = await atConsentPage(begun.url, { account: ada, decision: 'allow' })
    return back.searchParams
  }

  test('is used once', async () => {
    const answer = await begin()
    const twice = await Promise.all(
      [1, 2].map(() => room.accounts.grants.complete(anna, ProviderName.google, new URLSearchParams(answer))),
    )
    expect(twice.map(({ kind }) => kind).toSorted()).toEqual(['connected', 'foreign'])
    expect(await room.accounts.grants.complete(anna, ProviderName.google, answer)).toEqual({
      kind: 'foreign',
    })
  })

  test('belongs to the browser, the user and the provider it began with; others do not use it up', async () => {
    const answer = await begin()
    const bert = await room.asking()
    const { grants } = room.accounts
    const foreign = { kind: 'foreign' }
    expect(await grants.complete(bert, ProviderName.google, answer)).toEqual(foreign)
    expect(await grants.complete({ ...bert, session: anna.session }, ProviderName.google, answer)).toEqual(
      foreign,
    )
    expect(await grants.complete({ ...anna, session: bert.session }, ProviderName.google, answer)).toEqual(
      foreign,
    )
    expect(await grants.complete(anna, ProviderName.microsoft, answer)).toEqual(foreign)
    expect(room.refreshes()).toBe(0)
    expect(await grants.complete(anna, ProviderName.google, answer)).toMatchObject({ kind: 'connected' })
  })

  test('is good for a quarter of an hour, and swept after that', async () => {
    const answer = await begin()
    expect(await room.accounts.grants.sweep()).toBe(0)
    await room.emulated.world.clock.advance(15 * 60_000)
    expect(await room.accounts.grants.complete(anna, ProviderName.google, answer)).toEqual({
      kind: 'foreign',
    })
    await begin()
    await room.emulated.world.clock.advance(15 * 60_000)
    expect(await room.accounts.grants.sweep()).toBe(1)
  })

  test('is kept as a digest, its verifier and its nonce sealed', async () => {
    const begun = await room.accounts.grants.begin(anna, ProviderName.google)
    const authorizeQuery = new URL(begun.kind === 'go' ? begun.url : '').searchParams
    const state = authorizeQuery.get('state') ?? ''
    const nonce = authorizeQuery.get('nonce') ?? ''
    expect(nonce).toHaveLength(43)
    expect(state).toHaveLength(43)
    const rows = await statesKept()
    expect(rows).not.toContain(state)
    expect(rows).not.toContain(nonce)
    expect(rows).not.toContain(Buffer.from(state).toString('hex'))
    expect(rows).toContain('enc:v1:')
  })

  test.each(['', 'state=', 'state=x&state=y', 'code=x', 'error=access_denied', `state=${'x'.repeat(5000)}`])(
    'is missed in an answer like %s',
    async (query) => {
      expect(
        await room.accounts.grants.complete(anna, ProviderName.google, new URLSearchParams(query)),
      ).toEqual({
        kind: 'foreign',
      })
    },
  )
})

describe('reconnecting', () => {
  test('keeps the account and gives it a new grant', async () => {
    const id = await room.connected(anna, { account: ada })
    room.emulated.google.grants.revoke(ada)
    await room.emulated.world.clock.advance(2 * 3_600_000)
    expect(await room.accounts.grants.accessToken(id)).toMatchObject({ failure: { kind: 'expired-grant' } })
    expect(await room.accounts.get(anna.userId, id)).toMatchObject({ condition: 'expired-grant' })
    expect(await room.signIn(anna, { account: ada, reconnect: id })).toEqual({
      kind: 'reconnected',
      accountId: id,
      missing: [],
    })
    expect(await room.accounts.get(anna.userId, id)).toMatchObject({ condition: 'ok', conditionText: null })
    expect(room.told.at(-1)).toBe(`credentials ${id}`)
    expect(await room.accounts.grants.accessToken(id)).toMatchObject({ ok: true })
  })

  test('says to Google who is expected, and refuses another mailbox', async () => {
    const id = await room.connected(anna, { account: ada })
    const begun = await room.accounts.grants.begin(anna, ProviderName.google, id)
    expect(new URL(begun.kind === 'go' ? begun.url : '').searchParams.get('login_hint')).toBe(ada)
    expect(await room.signIn(anna, { account: bea, reconnect: id })).toMatchObject({
      kind: 'told',
      accountId: id,
      problem: { problem: 'oauth/other-mailbox', expected: ada, signedInAddress: bea },
    })
    expect(room.emulated.google.grants.live(bea)).toEqual([])
    expect(await room.accounts.grants.accessToken(id)).toMatchObject({ ok: true })
  })

  test('is what connecting a mailbox anew does when its grant is over', async () => {
    const id = await room.connected(anna, { account: ada })
    room.emulated.google.grants.revoke(ada)
    await room.emulated.world.clock.advance(2 * 3_600_000)
    await room.accounts.grants.accessToken(id)
    expect(await room.signIn(anna, { account: ada })).toMatchObject({ kind: 'reconnected', accountId: id })
    expect(await room.accounts.list(anna.userId)).toHaveLength(1)
  })

  test('is for accounts of one’s own and of that provider', async () => {
    const id = await room.connected(anna, { account: ada })
    const bert = await room.asking()
    const none = { kind: 'no-such-account' }
    expect(await room.accounts.grants.begin(bert, ProviderName.google, id)).toEqual(none)
    expect(await room.accounts.grants.begin(anna, ProviderName.microsoft, id)).toEqual(none)
    await room.accounts.remove(anna.userId, id)
    expect(await room.accounts.grants.begin(anna, ProviderName.google, id)).toEqual(none)
  })
})

describe('what stands in the way', () => {
  test('is said when the server is not registered, or does not know its address', async () => {
    expect(await room.accounts.grants.begin(anna, ProviderName.microsoft)).toMatchObject({
      kind: 'told',
      problem: { problem: 'oauth/not-registered', provider: 'Microsoft' },
    })
  })

  test('is said when Google is in trouble, as something that passes', async () => {
    room.emulated.world.faults.arm({
      operation: 'google.token',
      times: 1,
      fault: { kind: 'status', status: 503 },
    })
    expect(await room.signIn(anna, { account: ada })).toMatchObject({ kind: 'told', isPassing: true })
    expect(await room.signIn(anna, { account: ada })).toMatchObject({ kind: 'connected' })
  })

  test('is the administrator’s when the secret is wrong', async () => {
    const { client } = room.emulated
    const environment = {
      [ProviderName.google]: { clientId: client.id, clientSecret: 'wrong' },
      [ProviderName.microsoft]: {},
    }
    const wrong = roomBeside(db.database, room.emulated, { environment })
    expect(await wrong.signIn(anna, { account: ada })).toMatchObject({
      kind: 'told',
      problem: { problem: 'oauth/client-secret-refused', provider: 'Google' },
      advice: { problem: 'oauth/advice-for-administrator' },
    })
  })

  test('is haste: thirty sign-ins a quarter of an hour', async () => {
    for (let count = 0; count < 30; count++)
      expect(await room.accounts.grants.begin(anna, ProviderName.google)).toMatchObject({ kind: 'go' })
    expect(await room.accounts.grants.begin(anna, ProviderName.google)).toMatchObject({
      kind: 'too-many',
      retryAt: expect.any(Date),
    })
    await room.emulated.world.clock.advance(16 * 60_000)
    expect(await room.accounts.grants.begin(anna, ProviderName.google)).toMatchObject({ kind: 'go' })
  })
})

test('an account that is signed in to has no password to change', async () => {
  const id = await room.connected(anna, { account: ada })
  expect(await room.accounts.updatePassword(anna.userId, id, 'secret')).toMatchObject({
    ok: false,
    problems: [{ pointer: '/password' }],
  })
})
