import type { SingleSignOnSettings } from '@plmail/wire'
import { expect, test } from 'vitest'
import { singleSignOnWords as words } from '../../words/index.ts'
import { settingHints } from './setting-hints.ts'

const empty = { value: null, from: null }
const settings: SingleSignOnSettings = {
  issuer: empty,
  clientId: empty,
  clientSecret: { isSet: false, from: null },
  name: empty,
  isReady: false,
  redirectUri: '',
  postLogoutUri: '',
  backChannelLogoutUri: '',
  linksVerifiedAddresses: false,
  makesPeople: false,
  domains: [],
  groups: [],
  groupsClaim: 'groups',
  administratorGroup: null,
  secondFactorValues: [],
  isOnlyWay: { value: false, from: null },
  mayBeOnlyWay: false,
}

test('fields without a value say what to enter', () => {
  expect(settingHints(settings)).toMatchObject({
    issuer: words.issuerHint,
    clientId: undefined,
    clientSecret: undefined,
    name: words.nameHint,
  })
})

test('a value of the environment is shown with its variable, and a secret only by its variable', () => {
  const ofEnvironment = { value: 'https://id.example.org', from: 'environment' } as const
  const hints = settingHints({
    ...settings,
    issuer: ofEnvironment,
    clientSecret: { isSet: true, from: 'environment' },
    name: { value: 'Example ID', from: 'environment' },
  })
  expect(hints.issuer).toMatch(/^https:\/\/id\.example\.org · .*OIDC_ISSUER/)
  expect(hints.clientSecret).toContain('OIDC_CLIENT_SECRET')
  expect(hints.name).toMatch(/^Example ID · .*OIDC_NAME/)
})

test('a secret that is stored may be left out', () => {
  const clientSecret = { isSet: true, from: 'stored' } as const
  expect(settingHints({ ...settings, clientSecret }).clientSecret).toBe(words.secretSet)
})

test('the only way to sign in says what it takes to switch it on, and by whom it is decided', () => {
  const { isOnlyWayHint } = words
  expect(settingHints(settings).onlyWay).toBe(`${words.isOnlyWayNeeds} ${isOnlyWayHint}`)
  expect(settingHints({ ...settings, mayBeOnlyWay: true }).onlyWay).toBe(isOnlyWayHint)
  const isOnlyWay = { value: true, from: 'environment' } as const
  expect(settingHints({ ...settings, isOnlyWay }).onlyWay).toBe(
    `${words.isOnlyWayByEnvironment} ${isOnlyWayHint}`,
  )
})
