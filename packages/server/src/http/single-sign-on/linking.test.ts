import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type ProviderInstallation,
  providerInstallation,
} from '../../../../server-testing/src/people/provider-installation.ts'
import { ada, bob } from '../../../../server-testing/src/people/test-people.ts'

let at: ProviderInstallation
beforeEach(async () => {
  at = await providerInstallation()
})
afterEach(() => at[Symbol.asyncDispose]())

test('linking takes the password, and the session it began in', async () => {
  const cookie = await at.login()
  const wrong = await at.post('/api/single-sign-on/link', { password: 'nope' }, cookie)
  expect([wrong.statusCode, wrong.json().errors[0].problem]).toEqual([422, 'people/wrong-password'])
  const linking = await at.post('/api/single-sign-on/link', { password: ada.password }, cookie)
  const answer = at.provider.signIn(linking.json<{ url: string }>().url)
  await at.http.people.users.create(bob, { isAdmin: false })
  const asBob = await at.get(
    `/oauth/sso/callback?${answer}`,
    `${await at.login(bob)}; ${at.cookieOf(linking)}`,
  )
  expect([asBob.statusCode, asBob.body]).toEqual([
    422,
    expect.stringContaining('or someone else has signed in'),
  ])
})

test('the settings show what is linked, and its sessions end with the link', async () => {
  const cookie = await at.login()
  const linked = await at.link(cookie)
  expect([linked.statusCode, linked.headers.location]).toEqual([303, '/settings/security'])
  const atProvider = at.cookieOf(await at.visit())
  const links = async () => (await at.get('/api/single-sign-on', cookie)).json()
  const shown = await links()
  expect(shown).toMatchObject({
    name: 'Example ID',
    hasPassword: true,
    isOnlyWay: false,
    identities: [{ label: 'ada', issuer: at.provider.issuer }],
  })
  const { id } = shown.identities[0]
  expect((await at.post(`/api/single-sign-on/${id}/unlink`, { password: 'nope' }, cookie)).statusCode).toBe(
    422,
  )
  const unlinked = await at.post(`/api/single-sign-on/${id}/unlink`, { password: ada.password }, cookie)
  expect(unlinked.statusCode).toBe(204)
  expect((await links()).identities).toEqual([])
  expect((await at.get('/api/session', atProvider)).statusCode).toBe(401)
  expect((await at.visit()).statusCode).toBe(422)
})

test('nobody links an identity that is somebody else’s', async () => {
  await at.link(await at.login())
  await at.http.people.users.create(bob, { isAdmin: false })
  const taken = await at.link(await at.login(bob), bob.password)
  expect([taken.statusCode, taken.body]).toEqual([422, expect.stringContaining('linked to someone else')])
  const { identities } = (await at.get('/api/single-sign-on', await at.login(bob))).json()
  expect(identities).toEqual([])
})
