import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutboundRequest, type OutboundRequestOptions } from './outbound-request.ts'
import { network } from '../../../../server-testing/src/egress/test-network.ts'

let server: Server
let address = ''
const seen: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push(`${request.method} ${request.headers.depth} ${body}`)
      if (request.url === '/large') response.end(Buffer.alloc(100_000))
      else response.writeHead(302, { location: 'https://elsewhere.example/' }).end('moved')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const asking = (options: Omit<OutboundRequestOptions, 'network' | 'reason'>) => {
  const request = createOutboundRequest({ network, reason: 'caldav', ...options })
  return (asked: Parameters<typeof request>[0]) => request(asked, 'installation')
}

const get = { method: 'GET', headers: {} }
const allowed = asking({ allowHttp: true, allowedHosts: ['127.0.0.1', 'inside.example'] })

test('a server that the administrator allows is asked as it is wanted, and a redirect is an answer', async () => {
  const asked = { method: 'REPORT', url: address, headers: { depth: '1' }, body: '<x/>' }
  expect(await allowed(asked)).toMatchObject({
    ok: true,
    status: 302,
    body: Buffer.from('moved'),
    headers: { location: 'https://elsewhere.example/' },
  })
  expect(seen).toEqual(['REPORT 1 <x/>'])
})

test.each([
  ['http://calendar.example/', 'refused-url'],
  ['https://user:secret@calendar.example/', 'refused-url'],
  ['file:///etc/passwd', 'refused-url'],
  ['https://127.0.0.1/', 'refused-address'],
  ['https://[::1]:8443/', 'refused-address'],
  ['https://192.168.1.1/', 'refused-address'],
  ['https://169.254.169.254/', 'refused-address'],
  ['https://calendar.local/', 'refused-address'],
])('%s is refused where nobody allowed it', async (url, why) => {
  const plain = asking({ allowHttp: false, allowedHosts: [] })
  expect(await plain({ ...get, url })).toEqual({ ok: false, why })
})

test('a public name that leads to a private address is refused, unless that name is allowed', async () => {
  const resolve = async () => [{ address: '10.0.0.5', family: 4 }]
  const inside = asking({ allowHttp: false, allowedHosts: [], resolve })
  expect(await inside({ ...get, url: 'https://calendar.example:8443/' })).toEqual({
    ok: false,
    why: 'refused-address',
  })
  const asked: string[] = []
  const known = asking({
    allowHttp: true,
    allowedHosts: ['inside.example'],
    resolve: async (name) => {
      asked.push(name)
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  expect(await known({ ...get, url: address.replace('127.0.0.1', 'inside.example') })).toMatchObject({
    ok: true,
  })
  expect(asked).toEqual(['inside.example'])
})

test('an answer that is too long and a server that is not there are values', async () => {
  const small = asking({
    allowHttp: true,
    allowedHosts: ['127.0.0.1'],
    limits: { maxBytes: 1000 },
  })
  expect(await small({ ...get, url: `${address}/large` })).toMatchObject({ ok: false, why: 'too-large' })
  expect(await allowed({ ...get, url: 'http://127.0.0.1:1/' })).toEqual({
    ok: false,
    why: 'unreachable',
    fault: 'connection-refused',
  })
})
