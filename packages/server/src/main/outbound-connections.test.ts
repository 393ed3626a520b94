import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../kit/log.ts'
import { waysOut } from './outbound-connections.ts'
import { testNetwork } from '../../../server-testing/src/egress/test-network.ts'

const config = {
  pushAllowLoopback: true,
  setting: 'test',
  publicAddress: () => undefined,
  integrationsAllowHttp: false,
  integrationsAllowedHosts: [],
  assistant: {},
} as const

describe('in the demo', () => {
  const ways = waysOut({ ...config, isDemo: true }, testNetwork(), silentLog)

  test('providers are looked for on this machine only', async () => {
    const fetch = ways.fetch('provider-api', 'installation')
    const server = createServer((_request, response) => response.end('here'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
    server.close()
    for (const url of [
      'https://oauth2.googleapis.com/token',
      'https://127.0.0.1.example/',
      'https://[2001:db8::1]/',
      'http://127.0.0.1@192.0.2.1/',
    ])
      await expect(fetch(url)).rejects.toThrow('The demo stays on this machine')
  })

  test('no picture is fetched, nothing is looked up and nothing is pushed, not even to this machine', async () => {
    const refused = { ok: false, why: 'refused-address' }
    expect(await ways.outbound('image', 'https://pictures.example/a.png', 'installation')).toEqual(refused)
    expect(await ways.outbound('discovery', 'https://autoconfig.example/', 'installation')).toEqual(refused)
    expect(ways.post.accepts('https://push.example/')).toBe(false)
    expect(await ways.post.send('https://127.0.0.1:1/', {}, Buffer.alloc(0), 'installation')).toEqual(refused)
    const request = { method: 'GET', url: 'https://calendar.example/', headers: {} }
    for (const ask of [ways.servers, ways.feeds]) expect(await ask(request, 'installation')).toEqual(refused)
    expect(await ways.records('discovery', 'installation').resolveMx('mail.example')).toEqual([])
    expect(await ways.listAddresses('imap')('localhost')).toEqual([])
    expect(ways.mayAddMailServers).toBe(false)
  })
})

test('otherwise the ways lead out', async () => {
  const ways = waysOut({ ...config, isDemo: false }, testNetwork(), silentLog)
  expect(await ways.listAddresses('imap')('127.0.0.1')).toEqual(['127.0.0.1'])
  expect(ways.post.accepts('https://push.example/')).toBe(true)
  expect(ways.mayAddMailServers).toBe(true)
})
