import type { LightMyRequestResponse } from 'fastify'
import { fixedClock, type FixedClock } from '../../../server/src/kit/clock.ts'
import { cookieHeader, form, navigation, ownPage, type TestHttp, testHttp } from '../http/test-http.ts'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { type ScriptedProvider, scriptedClient, scriptedProvider } from './scripted-provider.ts'
import { ada } from './test-people.ts'

/** An installation of one administrator, Ada, that signs people in at a provider in memory. */
export interface ProviderInstallation extends AsyncDisposable {
  db: TestDatabase
  clock: FixedClock
  provider: ScriptedProvider
  http: TestHttp
  get(url: string, cookie?: string): Promise<LightMyRequestResponse>
  post(url: string, payload: object, cookie: string): Promise<LightMyRequestResponse>
  postForm(url: string, fields: Record<string, string>, cookie?: string): Promise<LightMyRequestResponse>
  /** The cookies of who signed in with a password. */
  login(who?: { email: string; password: string }): Promise<string>
  /** With Ada's password. */
  save(form: object, cookie: string): Promise<LightMyRequestResponse>
  /** Goes to the provider and back; answers what plMail answered then. */
  visit(query?: Record<string, string>): Promise<LightMyRequestResponse>
  link(cookie: string, password?: string): Promise<LightMyRequestResponse>
  /** Signs in anew at the provider to prove who it is; answers what plMail answered then. */
  prove(cookie: string): Promise<LightMyRequestResponse>
  cookieOf(answer: LightMyRequestResponse): string
  whoIs(answer: LightMyRequestResponse): Promise<{ email: string; name: string; isAdmin: boolean }>
}

/** `isOnlyWay`: as OIDC_ONLY says. */
export async function providerInstallation(isOnlyWay = false): Promise<ProviderInstallation> {
  const db = await testDatabase()
  const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
  const provider = await scriptedProvider(clock)
  const http = await testHttp(db.database, {
    clock,
    publicAddress: 'https://mail.example.org',
    singleSignOn: {
      ask: provider.ask,
      environment: { issuer: provider.issuer, ...scriptedClient, name: 'Example ID', isOnlyWay },
    },
  })
  await http.people.users.create(ada, { isAdmin: true })
  const { app } = http
  const get = (url: string, cookie = '') => app.inject({ url, headers: { ...navigation, cookie } })
  const post = (url: string, payload: object, cookie: string) =>
    app.inject({ method: 'POST', url, payload, headers: { cookie, ...ownPage } })
  const postForm = (url: string, fields: Record<string, string>, cookie = '') => {
    const { payload, headers } = form(fields)
    return app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ownPage, cookie } })
  }
  return {
    db,
    clock,
    provider,
    http,
    get,
    post,
    postForm,
    login: async ({ email, password } = ada) => cookieHeader(await postForm('/login', { email, password })),
    save: (fields, cookie) =>
      post('/api/admin/single-sign-on', { password: ada.password, ...fields }, cookie),
    visit: async (query = {}) => {
      const departure = await get('/oauth/sso/connect')
      const answer = provider.signIn(String(departure.headers.location), query)
      return get(`/oauth/sso/callback?${answer}`, cookieHeader(departure))
    },
    link: async (cookie, password = ada.password) => {
      const linking = await post('/api/single-sign-on/link', { password }, cookie)
      const answer = provider.signIn(linking.json<{ url: string }>().url)
      return get(`/oauth/sso/callback?${answer}`, `${cookie}; ${cookieHeader(linking)}`)
    },
    prove: async (cookie) => {
      const leaving = await post('/api/single-sign-on/proof', { next: '/settings/security' }, cookie)
      const answer = provider.signIn(leaving.json<{ url: string }>().url)
      return get(`/oauth/sso/callback?${answer}`, `${cookie}; ${cookieHeader(leaving)}`)
    },
    cookieOf: (answer) => cookieHeader(answer),
    whoIs: async (answer) => {
      const session = await app.inject({ url: '/api/session', headers: { cookie: cookieHeader(answer) } })
      return session.json<{ user: { email: string; name: string; isAdmin: boolean } }>().user
    },
    [Symbol.asyncDispose]: async () => {
      await app.close()
      await db[Symbol.asyncDispose]()
    },
  }
}
