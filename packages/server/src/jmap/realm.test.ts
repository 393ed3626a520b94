import type { AddressInfo } from 'node:net'
import { type AccountId, accountWireId, journalWireId } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../kit/log.ts'
import { newAccount } from '../../../server-testing/src/mail/test-mail.ts'
import type { AppPasswordForm } from '../people/index.ts'
import { ada, bob, testKeys } from '../../../server-testing/src/people/test-people.ts'
import { type Listener, createListener } from '../store/listen.ts'
import { type TestHttp, form } from '../../../server-testing/src/http/test-http.ts'
import {
  declaredMethods,
  declaredUris,
  type JmapForTests,
  type JmapUser,
  jmapForTests,
  jmapProcess,
} from '../../../server-testing/src/jmap/test-jmap.ts'

const keys = testKeys()
const using = [...declaredUris]

let rig: JmapForTests
let base: string
beforeAll(async () => {
  rig = await jmapForTests({ keys })
  base = await listening(rig.http)
})
afterAll(() => rig[Symbol.asyncDispose]())
// Everybody fails from one address here: each test begins as if nobody had.
beforeEach(() => rig.room.db.database.query('delete from cache_entry'))

async function listening({ app }: TestHttp): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

async function appPassword(owner: JmapUser, changed: Partial<AppPasswordForm> = {}) {
  const wanted = { name: 'Test', scope: null, accountId: null, expiresAt: null, ...changed }
  const made = await rig.http.people.appPasswords.create(owner.id, wanted)
  if (!made.ok) throw new Error('the app password was not made')
  return made
}

const basic = (email: string, secret: string) =>
  `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`

function get(authorization: string | undefined, path = '/jmap/session', at = base): Promise<Response> {
  return fetch(at + path, { headers: authorization === undefined ? {} : { authorization } })
}

interface Account {
  name: string
  isPersonal: boolean
  isReadOnly: boolean
  accountCapabilities: Record<string, unknown>
}

interface SessionShown {
  username: string
  accounts: Record<string, Account>
  primaryAccounts: Record<string, string>
  state: string
}

async function session(authorization: string): Promise<SessionShown> {
  const answer = await get(authorization)
  expect(answer.status).toBe(200)
  return (await answer.json()) as SessionShown
}

interface Answered {
  methodResponses: Array<[string, Record<string, unknown>, string]>
  sessionState: string
}

async function call(authorization: string, name: string, args: Record<string, unknown>) {
  const answer = await fetch(`${base}/jmap/api`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ using, methodCalls: [[name, args, 'c']] }),
  })
  expect(answer.status).toBe(200)
  const { methodResponses, sessionState } = (await answer.json()) as Answered
  const [given = '', result = {}] = methodResponses[0] ?? []
  return { name: given, result, sessionState }
}

const login = (email: string, password: string) =>
  fetch(`${base}/login`, { method: 'POST', redirect: 'manual', ...getBody(form({ email, password })) })
const getBody = ({ payload, headers }: ReturnType<typeof form>) => ({ body: payload, headers })

describe('what opens the realm', () => {
  test('an app password as Bearer and as Basic, and a token, open the same session', async () => {
    const { secret } = await appPassword(rig.ada)
    const [first, ...others] = await Promise.all(
      [
        `Bearer ${secret}`,
        `bearer  ${secret}`,
        basic(ada.email, secret),
        basic('ADA@EXAMPLE.ORG', secret),
        `Bearer ${rig.ada.token}`,
      ].map(session),
    )
    for (const otherSessionShown of others) expect(otherSessionShown).toEqual(first)
    expect(first).toMatchObject({ username: `U${rig.ada.id}` })
    expect(Object.keys(first?.accounts ?? {})).toEqual([rig.ada.accountId, rig.ada.personalId])
    const { sessionState } = await call(`Bearer ${secret}`, 'Core/echo', {})
    expect(sessionState).toBe(first?.state)
  })

  test('everything else is answered 401 with the challenge, on every address of the realm', async () => {
    const { secret } = await appPassword(rig.ada)
    const over = await appPassword(rig.ada, { expiresAt: new Date(rig.room.clock.now().getTime() + 1) })
    const revoked = await appPassword(rig.ada)
    await rig.http.people.appPasswords.revoke(rig.ada.id, revoked.appPassword.id)
    rig.room.clock.advance(1)
    const refused = [
      undefined,
      'Bearer',
      'Bearer app_',
      `Bearer app_${'0'.repeat(64)}`,
      `Bearer ${secret.toUpperCase()}`,
      `Bearer ${secret.slice(4)}`,
      `Bearer ${over.secret}`,
      `Bearer ${revoked.secret}`,
      `Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJVMSJ9.`,
      `Digest username="${ada.email}"`,
      'Basic',
      'Basic !!!!',
      `Basic ${Buffer.from('no colon').toString('base64')}`,
      basic(bob.email, secret),
      basic('', secret),
      basic(`${ada.email}\0`, secret),
      basic(ada.email, `${secret}:`),
      basic(ada.email, ''),
      // Passwords of people open no program's door.
      basic(ada.email, ada.password),
      basic(ada.email, rig.ada.token),
    ]
    const paths = ['/jmap/session', '/jmap/api', '/jmap/download/A1/B1/x']
    for (const [n, authorization] of refused.entries()) {
      await rig.room.db.database.query('delete from cache_entry')
      const answer = await get(authorization, paths[n % paths.length])
      expect([authorization, answer.status]).toEqual([authorization, 401])
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="plMail", charset="UTF-8"')
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(await answer.json()).toMatchObject({ status: 401, reference: expect.any(String) as string })
    }
  })

  test('a body is not read before the credentials are judged', async () => {
    const answer = await fetch(`${base}/jmap/api`, { method: 'POST', body: '{', headers: {} })
    expect(answer.status).toBe(401)
  })
})

describe('the throttle', () => {
  const wrong = (n: number) => `app_${String(n).padStart(64, '0')}`

  test('counts failures here and on the sign-in page together, and refuses before it looks', async () => {
    const { secret } = await appPassword(rig.ada)
    for (let n = 0; n < 3; n++) expect((await get(basic(ada.email, wrong(n)))).status).toBe(401)
    for (let n = 0; n < 2; n++) expect((await login(ada.email, 'not the password')).status).toBe(422)
    const answer = await get(basic(ada.email, wrong(9)))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900'])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    // Nobody guesses a good one, so it needs no throttle.
    expect((await get(basic(' Ada@example.org', secret))).status).toBe(200)
    expect((await login(ada.email, ada.password)).status).toBe(429)
    expect((await get(basic(bob.email, wrong(1)))).status).toBe(401)
  })

  test('stops an address after 25 failures of any kind', async () => {
    const { secret } = await appPassword(rig.bob)
    for (let n = 0; n < 25; n++) {
      const authorization = n % 2 ? `Bearer ${wrong(n)}` : `Bearer eyJ.${n}.x`
      expect((await get(authorization)).status).toBe(401)
    }
    for (const authorization of [`Bearer ${wrong(99)}`, 'Bearer eyJ.99.x'])
      expect((await get(authorization)).status).toBe(429)
    expect((await get(`Bearer ${secret}`)).status).toBe(200)
    expect((await login(bob.email, bob.password)).status).toBe(429)
    // A token that is good is no attempt at a password.
    expect((await get(`Bearer ${rig.ada.token}`)).status).toBe(200)
  })

  test('does not count a token that was good once: a window left open would lock its user out', async () => {
    const otherHttp = await jmapProcess(rig.room, { keys })
    const made = await otherHttp.people.sessions.open(rig.ada.id, { address: '', userAgent: '' })
    const { token } = await otherHttp.people.tokens.issue(rig.ada.id, made.session, 'https://mail.example')
    await otherHttp.people.sessions.close(rig.ada.id, made.session.digest)
    for (let n = 0; n < 30; n++) expect((await get(`Bearer ${token}`)).status).toBe(401)
    await otherHttp.app.close()
  })
})

describe('two processes on one database', () => {
  let listener: Listener
  let second: TestHttp
  let there: string
  beforeAll(async () => {
    listener = createListener({ connectionString: rig.room.db.connectionString, log: silentLog })
    second = await jmapProcess(rig.room, { keys, listen: listener.listen })
    there = await listening(second)
  })
  afterAll(async () => {
    await second.app.close()
    await listener.close()
  })

  test('an app password revoked in one is refused in the other', async () => {
    const { secret, appPassword: made } = await appPassword(rig.ada)
    for (const at of [base, there, there])
      expect((await get(`Bearer ${secret}`, undefined, at)).status).toBe(200)
    await rig.http.people.appPasswords.revoke(rig.ada.id, made.id)
    expect((await get(`Bearer ${secret}`)).status).toBe(401)
    // The clock stands still, so only the notification can have emptied what the other knew.
    await expect.poll(async () => (await get(`Bearer ${secret}`, undefined, there)).status).toBe(401)
  })

  test('an app password made in one works in the other at once', async () => {
    const { secret } = await appPassword(rig.ada)
    expect((await get(basic(ada.email, secret), undefined, there)).status).toBe(200)
  })
})

describe('what credentials show', () => {
  let work: AccountId
  beforeAll(async () => {
    work = (await newAccount({ ...rig.room, user: rig.ada.id })).id
  })
  const getMail = ({ accounts }: SessionShown) =>
    Object.entries(accounts)
      .filter(([, { accountCapabilities }]) => 'urn:ietf:params:jmap:mail' in accountCapabilities)
      .map(([id]) => id)

  test('all accounts, and the personal one last, with capabilities that are true', async () => {
    const { secret } = await appPassword(rig.ada)
    const shown = await session(`Bearer ${secret}`)
    const workId = accountWireId.encode(work)
    expect(getMail(shown).sort()).toEqual([rig.ada.accountId, workId].sort())
    const { accountCapabilities, ...personal } = shown.accounts[rig.ada.personalId]!
    expect(personal).toEqual({ name: `${shown.username} (personal)`, isPersonal: true, isReadOnly: false })
    expect(Object.keys(accountCapabilities)).toEqual(
      expect.arrayContaining(['preferences', 'rules'].map((name) => `urn:plmail:params:jmap:${name}`)),
    )
    expect(getMail(shown)).toContain(shown.primaryAccounts['urn:ietf:params:jmap:mail'])
    expect(shown.primaryAccounts['urn:plmail:params:jmap:rules']).toBe(rig.ada.personalId)
  })

  test('with scope read, everything and all of it read-only', async () => {
    const [all, reading] = await Promise.all(
      ([null, 'read'] as const).map(async (scope) =>
        session(`Bearer ${(await appPassword(rig.ada, { scope })).secret}`),
      ),
    )
    expect(Object.keys(reading?.accounts ?? {})).toEqual(Object.keys(all?.accounts ?? {}))
    expect(Object.values(reading?.accounts ?? {}).map(({ isReadOnly }) => isReadOnly)).not.toContain(false)
    expect(reading?.state).not.toBe(all?.state)
  })

  test('with scope mail, the mail accounts alone', async () => {
    const { secret } = await appPassword(rig.ada, { scope: 'mail' })
    const shown = await session(`Bearer ${secret}`)
    expect(Object.keys(shown.accounts)).toEqual(getMail(shown))
    expect(Object.values(shown.accounts).map(({ isReadOnly }) => isReadOnly)).not.toContain(true)
  })

  test('with scope calendar, no mail by any way', async () => {
    await rig.ada.deliver([{ subject: 'Secret', id: 'secret@x', boxes: [rig.ada.account.boxes.inbox] }])
    const authorization = `Bearer ${(await appPassword(rig.ada, { scope: 'calendar' })).secret}`
    const shown = await session(authorization)
    expect(Object.keys(shown.accounts)).toEqual([rig.ada.personalId])
    expect(new Set(Object.values(shown.primaryAccounts))).toEqual(new Set([rig.ada.personalId]))
    // Rules move mail.
    expect(shown.primaryAccounts).not.toHaveProperty(['urn:plmail:params:jmap:rules'])
    const rules = await call(authorization, 'Rule/get', { accountId: rig.ada.personalId, ids: null })
    expect(rules.result).toMatchObject({ type: 'accountNotSupportedByMethod' })
    const mailboxes = await call(authorization, 'Mailbox/get', { accountId: rig.ada.accountId, ids: null })
    expect(mailboxes.result).toMatchObject({ type: 'accountNotFound' })
    const list = await call(authorization, 'List/query', { role: 'inbox' })
    expect(list.result).toMatchObject({ items: [], total: 0, states: {} })
  })

  test('with a single account, that account by every way and no other', async () => {
    const message = { subject: 'Here', id: 'here@x', boxes: [rig.ada.account.boxes.inbox] }
    const [messageId] = await rig.ada.deliver([message])
    const only = async (accountId: AccountId) =>
      `Bearer ${(await appPassword(rig.ada, { accountId })).secret}`
    const [atWork, atHome] = [await only(work), await only(rig.ada.account.id)]
    expect(Object.keys((await session(atWork)).accounts)).toEqual([accountWireId.encode(work)])
    for (const accountId of [rig.ada.accountId, rig.ada.personalId, rig.bob.accountId])
      expect((await call(atWork, 'Mailbox/get', { accountId, ids: null })).result).toMatchObject({
        type: 'accountNotFound',
      })
    const listed = async (authorization: string) =>
      (await call(authorization, 'List/query', { role: 'inbox' })).result
    expect(await listed(atWork)).toMatchObject({ items: [], total: 0 })
    expect(await listed(atHome)).toMatchObject({
      byAccount: { [rig.ada.accountId]: expect.anything() as unknown },
    })

    const update = { [`M${messageId}`]: { 'keywords/$flagged': true } }
    const done = await call(atHome, 'Email/set', { accountId: rig.ada.accountId, update })
    const id = String(done.result['journalId'])
    expect(journalWireId.decode(id)).toBeDefined()
    const undo = async (authorization: string) =>
      (await call(authorization, 'Journal/undo', { ids: [id] })).result
    expect(await undo(atWork)).toMatchObject({ undone: [], notUndone: { [id]: { type: 'notFound' } } })
    expect(await undo(atHome)).toMatchObject({ undone: [{ id }] })
  })

  test('of another user is nothing of one’s own', async () => {
    const authorization = basic(bob.email, (await appPassword(rig.bob)).secret)
    const shown = await session(authorization)
    expect(Object.keys(shown.accounts)).toEqual([rig.bob.accountId, rig.bob.personalId])
    for (const accountId of [rig.ada.accountId, rig.ada.personalId])
      expect((await call(authorization, 'Mailbox/get', { accountId, ids: null })).result).toMatchObject({
        type: 'accountNotFound',
      })
  })

  test('of the personal account is that it has no mail', async () => {
    const { secret } = await appPassword(rig.ada)
    const accountId = rig.ada.personalId
    for (const [name, args] of [
      ['Mailbox/get', { ids: null }],
      ['Mailbox/changes', { sinceState: '0' }],
      ['Thread/get', { ids: [] }],
      ['Email/get', { ids: [] }],
      ['Email/query', {}],
      ['Email/set', {}],
      ['Mailbox/set', {}],
    ] as const) {
      const { result } = await call(`Bearer ${secret}`, name, { accountId, ...args })
      expect([name, result]).toEqual([name, { type: 'accountNotSupportedByMethod' }])
    }
  })
})

describe('scope read', () => {
  // What stands behind them does not matter: none of them runs.
  const writing = [...declaredMethods].filter(([, { writes }]) => writes).map(([name]) => name)

  test('covers every method whose name says that it changes something', () => {
    // A subscription belongs to the client, not to an account (RFC 8620 §7.2).
    const named = [...declaredMethods.keys()].filter(
      (name) => /\/(set|copy|import|undo|send|upload)$/.test(name) && !name.startsWith('PushSubscription/'),
    )
    expect(writing).toEqual(expect.arrayContaining(named))
    expect(named.length).toBeGreaterThan(2)
  })

  test.each(writing)('%s answers accountReadOnly', async (name) => {
    const { secret } = await appPassword(rig.ada, { scope: 'read' })
    const answer = await call(`Bearer ${secret}`, name, { accountId: rig.ada.accountId })
    expect(answer).toMatchObject({ name: 'error', result: { type: 'accountReadOnly' } })
  })

  test('reads', async () => {
    const { secret } = await appPassword(rig.ada, { scope: 'read' })
    const answer = await call(`Bearer ${secret}`, 'Mailbox/get', { accountId: rig.ada.accountId, ids: null })
    expect(answer.name).toBe('Mailbox/get')
  })
})
