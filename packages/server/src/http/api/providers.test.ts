import { type UserId, ProviderName } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { type TestGrants, testGrants } from '../../../../server-testing/src/accounts/test-grants.ts'
import { ada, bob } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  ownPage,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { providersApi, signInOffers } from './providers.ts'

let db: TestDatabase
let room: TestGrants
let http: TestHttp
const cookies = new Map<string, string>()
beforeAll(async () => {
  db = await testDatabase()
  room = await testGrants(db.database, {
    environment: { [ProviderName.google]: {}, [ProviderName.microsoft]: {} },
  })
  http = await testHttp(db.database, {
    clock: room.clock,
    plugins: ({ guard }, people) => [
      providersApi({
        providers: room.accounts.providers,
        steps: (provider) => room.accounts.providers.check(provider),
        audit: people.audit,
        requireAdmin: guard.requireAdmin,
      }),
    ],
  })
  for (const [user, isAdmin] of [[ada, true] as const, [bob, false] as const]) {
    await http.people.users.create(user, { isAdmin })
    const signIn = form({ email: user.email, password: user.password })
    const answer = await http.app.inject({ method: 'POST', url: '/login', ...signIn })
    cookies.set(user.email, cookieHeader(answer))
  }
})
beforeEach(async () => {
  await db.database.query('delete from provider_configuration')
})
afterAll(async () => {
  await http.app.close()
  await room.emulated[Symbol.asyncDispose]()
  await db[Symbol.asyncDispose]()
})

async function call(method: 'GET' | 'POST', path: string, payload?: object, as = ada, headers = ownPage) {
  const cookie = cookies.get(as.email) ?? ''
  const answer = await http.app.inject({
    method,
    url: `/api/admin/providers${path}`,
    headers: { ...headers, cookie },
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    text: answer.body,
    body: answer.body === '' ? undefined : answer.json(),
  }
}

const pointers = (errors: Array<{ pointer: string }>) => errors.map(({ pointer }) => pointer)

describe('registrations', () => {
  test('are for administrators, and written from our own pages only', async () => {
    expect((await call('GET', '', undefined, bob)).status).toBe(403)
    expect((await call('POST', '/provA', {}, bob)).status).toBe(403)
    expect((await call('POST', '/provA/check', undefined, bob)).status).toBe(403)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await call('POST', '/provA', { clientId: 'x' }, ada, foreign)).status).toBe(403)
    expect((await call('POST', '/google', {})).status).toBe(404)
  })

  test('show what to enter at the provider, to the character', async () => {
    const { body } = await call('GET', '')
    const nothing = { value: null, from: null }
    expect(body.providers).toEqual([
      {
        provider: ProviderName.google,
        name: 'Google',
        isReady: false,
        accounts: 0,
        tenant: null,
        topic: nothing,
        clientId: nothing,
        clientSecret: { isSet: false, from: null },
        secretExpiresOn: null,
        pushToken: { isSet: false, from: null },
        pushServiceAccount: nothing,
        pushAudience: nothing,
        cloud: null,
        redirectUri: 'https://mail.example.org/oauth/provA/callback',
        pushAddresses: [{ purpose: 'calendars', url: 'https://mail.example.org/webhook/provA/calendar' }],
      },
      {
        provider: ProviderName.microsoft,
        name: 'Microsoft',
        isReady: false,
        accounts: 0,
        tenant: nothing,
        topic: null,
        clientId: nothing,
        clientSecret: { isSet: false, from: null },
        pushToken: null,
        secretExpiresOn: null,
        pushServiceAccount: null,
        pushAudience: null,
        cloud: nothing,
        redirectUri: 'https://mail.example.org/oauth/provB/callback',
        pushAddresses: [
          { purpose: 'mail', url: 'https://mail.example.org/webhook/provB/notify' },
          { purpose: 'lifecycle', url: 'https://mail.example.org/webhook/provB/lifecycle' },
          { purpose: 'calendars', url: 'https://mail.example.org/webhook/provB/calendar' },
        ],
      },
    ])
  })

  test('remember the last day of a secret, remind administrators of it in time, and forget it with the secret', async () => {
    const health = (isAdmin: boolean) => room.accounts.health({ id: 999_999 as UserId, isAdmin })
    const day = (days: number) =>
      new Date(room.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const secret = { clientId: 'ad5cb2ca-0000-4000-8000-000000000000', clientSecret: 'one~secret' }
    const saved = await call('POST', '/provB', { ...secret, secretExpiresOn: day(60) })
    expect(saved.body).toMatchObject({ secretExpiresOn: day(60) })
    expect(await health(true)).toEqual([])
    await call('POST', '/provB', { secretExpiresOn: day(20) })
    expect(await health(true)).toMatchObject([{ severity: 'warning', repair: { kind: 'providers' } }])
    expect(await health(false)).toEqual([])
    await call('POST', '/provB', { secretExpiresOn: day(-1) })
    expect(await health(true)).toMatchObject([{ severity: 'critical' }])
    expect((await call('POST', '/provB', { clientSecret: 'another~secret' })).body.secretExpiresOn).toBeNull()
    expect(await health(true)).toEqual([])
  })

  test('are stored, secrets sealed and never sent back, and offered from then on', async () => {
    const { client } = room.emulated
    const saved = await call('POST', '/provA', {
      clientId: ` ${client.id} `,
      clientSecret: client.secret,
      topic: 'projects/plmail-test/topics/mail',
      pushToken: 'a-token-for-push',
    })
    expect(saved).toMatchObject({
      status: 200,
      body: {
        isReady: true,
        clientId: { value: client.id, from: 'stored' },
        clientSecret: { isSet: true, from: 'stored' },
        topic: { value: 'projects/plmail-test/topics/mail', from: 'stored' },
        pushAddresses: [
          { purpose: 'mail', url: 'https://mail.example.org/provA/push?token=a-token-for-push' },
          { purpose: 'calendars' },
        ],
      },
    })
    expect(saved.text).not.toContain(client.secret)
    expect((await call('GET', '')).text).not.toContain(client.secret)
    const rows = JSON.stringify(await db.database.query('select * from provider_configuration'))
    expect(rows).not.toContain(client.secret)
    expect(rows).not.toContain('a-token-for-push')
    expect(await signInOffers(room.accounts.providers)).toEqual([
      { provider: ProviderName.google, name: 'Google', isReady: true },
      { provider: ProviderName.microsoft, name: 'Microsoft', isReady: false },
    ])
  })

  test('keep what a form leaves out, and lose what it empties', async () => {
    await call('POST', '/provA', {
      clientId: 'id',
      clientSecret: 'secret',
      topic: 'projects/plmail-1/topics/mail',
    })
    const kept = await call('POST', '/provA', { topic: '' })
    expect(kept.body).toMatchObject({ isReady: true, topic: { value: null, from: null } })
    const emptied = await call('POST', '/provA', { clientId: '', clientSecret: '' })
    expect(emptied.body).toMatchObject({
      isReady: false,
      clientId: { value: null },
      clientSecret: { isSet: false },
    })
  })

  test.each([
    ['a client ID without a secret', ProviderName.google, { clientId: 'id' }, ['/clientSecret']],
    ['a secret without a client ID', ProviderName.microsoft, { clientSecret: 'secret' }, ['/clientId']],
    ['a topic by its short name', ProviderName.google, { topic: 'mail' }, ['/topic']],
    [
      'a project by its display name',
      ProviderName.google,
      { topic: 'projects/My Project/topics/mail' },
      ['/topic'],
    ],
    ['a project in capitals', ProviderName.google, { topic: 'projects/PlMail-123/topics/mail' }, ['/topic']],
    [
      'a topic of Google’s own',
      ProviderName.google,
      { topic: 'projects/plmail-123/topics/google' },
      ['/topic'],
    ],
    ['a subscription', ProviderName.google, { topic: 'projects/plmail-123/subscriptions/mail' }, ['/topic']],
    [
      'a secret’s ID in place of its value',
      ProviderName.microsoft,
      { clientId: 'x', clientSecret: '0b35f6f2-7a5b-4e0c-9d2f-6c2b6c0e5a11' },
      ['/clientSecret'],
    ],
    [
      'a last day that there is not',
      ProviderName.microsoft,
      { secretExpiresOn: '2028-02-30' },
      ['/secretExpiresOn'],
    ],
    ['a last day at Google', ProviderName.google, { secretExpiresOn: '2028-02-01' }, ['/secretExpiresOn']],
    ['a tenant that is none', ProviderName.microsoft, { tenant: 'contoso' }, ['/tenant']],
    ['a push token that is short', ProviderName.google, { pushToken: 'short' }, ['/pushToken']],
    [
      'a push token that breaks an address',
      ProviderName.google,
      { pushToken: 'with&sign-and=more-of-it' },
      ['/pushToken'],
    ],
    [
      'spaces inside',
      ProviderName.google,
      { clientId: 'a b', clientSecret: 'c d' },
      ['/clientId', '/clientSecret'],
    ],
    [
      'the two mixed up',
      ProviderName.google,
      { clientId: 'GOCSPX-x', clientSecret: 'x.apps.googleusercontent.com' },
      ['/clientId', '/clientSecret'],
    ],
    ['a number', ProviderName.google, { clientId: 5 }, ['/clientId']],
  ])('are refused with %s', async (_name, provider, sent, expected) => {
    const answer = await call('POST', `/${provider}`, sent)
    expect([answer.status, pointers(answer.body.errors)]).toEqual([422, expected])
  })

  test.each(['common', 'organizations', 'consumers', '9188040D-6c67-4c5b-b112-36a304b66dad'])(
    'take the tenant %s',
    async (tenant) => {
      expect((await call('POST', '/provB', { tenant })).body.tenant).toEqual({
        value: tenant,
        from: 'stored',
      })
    },
  )

  test('need a new secret with a new client ID', async () => {
    await call('POST', '/provA', { clientId: 'one', clientSecret: 'secret' })
    const answer = await call('POST', '/provA', { clientId: 'two' })
    expect([answer.status, pointers(answer.body.errors)]).toEqual([422, ['/clientSecret']])
    expect((await call('POST', '/provA', { clientId: 'one' })).status).toBe(200)
  })
})

describe('a check of the console', () => {
  test('tells each step that works from one that does not', async () => {
    const { client } = room.emulated
    const rest = ['consent', 'permissions'].map((step) => ({ step, outcome: 'unknown' }))
    expect((await call('POST', '/provA/check')).body.steps).toMatchObject([
      { step: 'client', outcome: 'unknown' },
    ])
    await call('POST', '/provA', { clientId: client.id, clientSecret: client.secret })
    expect((await call('POST', '/provA/check')).body.steps).toMatchObject([
      { step: 'client', outcome: 'works' },
      { step: 'redirect-uri', outcome: 'works' },
      ...rest,
    ])
    const [registered = ''] = room.emulated.redirectUris.splice(0)
    expect((await call('POST', '/provA/check')).body.steps).toMatchObject([
      { step: 'client', outcome: 'works' },
      { step: 'redirect-uri', outcome: 'wrong' },
      ...rest,
    ])
    room.emulated.redirectUris.push(registered)
    await call('POST', '/provA', { clientSecret: 'GOCSPX-other' })
    expect((await call('POST', '/provA/check')).body.steps).toMatchObject([
      {
        step: 'client',
        outcome: 'wrong',
        sentence: expect.stringMatching(/refuses this server’s client secret/),
      },
      { step: 'redirect-uri', outcome: 'unknown' },
      ...rest,
    ])
  })
})
