import { ProviderName } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { atConsentPage } from '../../../server-testing/src/providers/at-consent-page.ts'
import { createWorld } from '../../../emulators/src/index.ts'
import { type Microsoft, startMicrosoft } from '../../../emulators/src/microsoft/index.ts'
import { createMicrosoftSession } from '../providers/microsoft/index.ts'
import { chooseEndpoints, oauthOver } from './provider-sign-in.ts'

const redirectUri = 'https://mail.example.org/oauth/provB/callback'
const client = { id: '6f1d2a34-0000-4000-8000-00000000000a', secret: 'Abc8Q~hush' }
const usGraph = 'https://graph.microsoft.us/'
const usTenant = '22222222-2222-4333-8444-555555555555'

test('each cloud has its own addresses', () => {
  const { microsoftByCloud } = chooseEndpoints({ providerEndpoints: { google: {}, microsoft: {} } })
  const hosts = Object.entries(microsoftByCloud).map(([cloud, { login, graph, scopePrefix }]) => [
    cloud,
    new URL(login).host,
    new URL(graph).host,
    scopePrefix,
  ])
  expect(hosts).toEqual([
    ['global', 'login.microsoftonline.com', 'graph.microsoft.com', ''],
    ['us-government', 'login.microsoftonline.us', 'graph.microsoft.us', usGraph],
    ['us-dod', 'login.microsoftonline.us', 'dod-graph.microsoft.us', 'https://dod-graph.microsoft.us/'],
    [
      'china',
      'login.partner.microsoftonline.cn',
      'microsoftgraph.chinacloudapi.cn',
      'https://microsoftgraph.chinacloudapi.cn/',
    ],
  ])
})

describe('a registration in a national cloud', () => {
  const world = createWorld('clouds')
  let global: Microsoft
  let national: Microsoft
  beforeEach(async () => {
    const clients = [{ ...client, redirectUris: [redirectUri] }]
    global = await startMicrosoft(world, { clients })
    national = await startMicrosoft(world, { clients, nationalGraph: usGraph })
    national.addAccount('ann@agency.example', { tenant: usTenant })
    global.setForeignTenant(usTenant, new URL(national.urls.graph).host)
  })
  afterEach(async () => {
    await Promise.all([global.close(), national.close()])
  })

  const overrides = ({ urls }: Microsoft) => ({
    login: urls.login,
    graph: `${urls.graph}/v1.0`,
    uploadOrigins: [urls.uploads],
  })
  const endpoints = () =>
    chooseEndpoints({
      providerEndpoints: {
        google: {},
        microsoft: overrides(global),
        microsoftClouds: { 'us-government': overrides(national) },
      },
    })
  const request = { redirectUri, state: 's', nonce: 'n', verifier: 'v'.repeat(43) }
  const signIn = async (cloud: 'global' | 'us-government') => {
    const oauth = oauthOver(endpoints(), fetch, world.clock)[ProviderName.microsoft]
    const inCloud = { ...client, cloud }
    const back = await atConsentPage(await oauth.authorizationUrl(inCloud, request), {
      email: 'ann@agency.example',
      decision: 'accept',
    })
    return { oauth, inCloud, granted: await oauth.exchange(inCloud, request, back.searchParams) }
  }

  test('signs in there, refreshes there, and reads mail there', async () => {
    const { oauth, inCloud, granted } = await signIn('us-government')
    if (!granted.ok) throw new Error(JSON.stringify(granted.failure))
    expect(granted.value.identity).toMatchObject({ address: 'ann@agency.example', tenant: usTenant })
    expect(oauth.missing(granted.value.scopes)).toEqual([])
    const refreshed = await oauth.refresh(inCloud, granted.value.refreshToken ?? '')
    expect(refreshed).toMatchObject({ ok: true })
    const session = createMicrosoftSession({
      endpoints: endpoints().microsoftByCloud['us-government'],
      fetch,
      clock: world.clock,
      tokens: async () => granted.value.accessToken,
      mailFormat: { takeApart: () => undefined, describe: () => undefined } as never,
    })
    expect((await session.listMailboxes()).length).toBeGreaterThan(0)
    expect(world.requests.problems()).toEqual([])
  })

  test('is told when its tenant lives in another cloud than the one set', async () => {
    const microsoft = oauthOver(endpoints(), fetch, world.clock)[ProviderName.microsoft]
    expect(await microsoft.tenantTrouble?.({ ...client, tenant: usTenant })).toBe('us-government')
    expect(
      await microsoft.tenantTrouble?.({ ...client, tenant: usTenant, cloud: 'us-government' }),
    ).toBeUndefined()
    expect(await microsoft.tenantTrouble?.(client)).toBeUndefined()
  })
})
