import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound } from './outbound.ts'
import type { OutboundOptions } from './outbound-agent.ts'
import { network } from '../../../../server-testing/src/egress/test-network.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const publicAddress = [{ address: '93.184.215.14', family: 4 }]
const asked: IncomingMessage[] = []
let answer: Handler = (_request, response) => response.end('hello')
let server: Server
let certificate: { key: string; cert: string }

beforeAll(async () => {
  certificate = selfSigned('images.example.com')
  server = createServer(certificate, (request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function selfSigned(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'plmail-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, '-keyout', key, '-out', cert, ...names], {
    stdio: 'ignore',
  })
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return pair
}

/** The real client, whose checked connections end at the loopback server. */
function outboundToServer(options: Partial<OutboundOptions> = {}) {
  const { port } = server.address() as AddressInfo
  asked.length = 0
  const outbound = createOutbound({
    network,
    resolve: async () => publicAddress,
    detour: { address: '127.0.0.1', port, ca: certificate.cert },
    ...options,
  })
  return (purpose: 'image' | 'discovery', url: string) => outbound(purpose, url, 'installation')
}

const picture = 'https://images.example.com/a.png'

describe('a permitted request', () => {
  test('returns status, bare lower-case media type and body', async () => {
    answer = (_request, response) => response.writeHead(404, { 'content-type': 'Image/PNG; q=1' }).end('abc')
    expect(await outboundToServer()('image', picture)).toEqual({
      ok: true,
      response: { status: 404, contentType: 'image/png', body: Buffer.from('abc') },
    })
  })

  test('carries neither cookie nor referrer and asks for an unencoded body', async () => {
    answer = (_request, response) => response.end()
    await outboundToServer()('image', picture)
    const headers = asked[0]?.headers ?? {}
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
    expect(headers['accept-encoding']).toBe('identity')
  })

  test('is refused by a certificate of another name', async () => {
    expect(await outboundToServer()('image', 'https://other.example.com/')).toEqual({
      ok: false,
      why: 'unreachable',
    })
    expect(asked).toHaveLength(0)
  })
})

describe('addresses', () => {
  const refusedUrls = [
    'http://images.example.com/a.png',
    'https://images.example.com:8443/a.png',
    'https://user@images.example.com/',
    'https://user:secret@images.example.com/',
    'ftp://images.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//images.example.com/',
    'not a url',
    '',
  ]
  test.each(refusedUrls)('%s is no permitted address', async (url) => {
    expect(await outboundToServer()('image', url)).toEqual({ ok: false, why: 'refused-url' })
    expect(asked).toHaveLength(0)
  })

  const local = [
    'localhost',
    'localhost.',
    'a.localhost',
    'printer',
    'metadata.google.internal',
    'nas.local',
    'NAS.Local.',
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '①②⑦.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '192.0.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '[::1]',
    '[::]',
    '[::7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[100::1]',
    '[100:0:0:1::1]',
    '[4000::1]',
    '[2001:db8::1]',
    '[::ffff:0:7f00:1]',
    '[fec0::1]',
  ]
  test.each(local)('https://%s/ is not on the public internet', async (host) => {
    expect(await outboundToServer()('image', `https://${host}/`)).toEqual({
      ok: false,
      why: 'refused-address',
    })
    expect(asked).toHaveLength(0)
  })

  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'a public name that also resolves to %s is refused as a whole',
    async (address) => {
      const resolve = async () => [...publicAddress, { address, family: address.includes(':') ? 6 : 4 }]
      const outcome = await outboundToServer({ resolve })('image', picture)
      expect(outcome).toEqual({ ok: false, why: 'refused-address' })
      expect(asked).toHaveLength(0)
    },
  )

  test('a name that changes its address between check and connection is asked for only once', async () => {
    answer = (_request, response) => response.end('ok')
    let questions = 0
    const resolve = async () => {
      questions++
      return questions === 1 ? publicAddress : [{ address: '127.0.0.1', family: 4 }]
    }
    expect(await outboundToServer({ resolve })('image', picture)).toMatchObject({ ok: true })
    expect(questions).toBe(1)
  })

  test('a name without addresses is refused, one that cannot be resolved is unreachable', async () => {
    const nowhere = outboundToServer({ resolve: async () => [] })
    expect(await nowhere('image', picture)).toEqual({ ok: false, why: 'refused-address' })
    const unknown = outboundToServer({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await unknown('image', picture)).toEqual({ ok: false, why: 'unreachable' })
  })
})

describe('redirects', () => {
  const redirectingBy = (location: (url: string) => string | undefined): Handler => {
    return (request, response) => {
      const to = location(request.url ?? '')
      if (to === undefined) response.end('arrived')
      else response.writeHead(302, { location: to }).end('elsewhere')
    }
  }

  test('are followed three times, relative ones too', async () => {
    answer = redirectingBy((url) => (url === '/3' ? undefined : `/${Number(url.slice(1)) + 1}`))
    const outcome = await outboundToServer()('image', 'https://images.example.com/0')
    expect(outcome).toMatchObject({ ok: true, response: { body: Buffer.from('arrived') } })
    expect(asked.map((request) => request.url)).toEqual(['/0', '/1', '/2', '/3'])
  })

  test('end at the fourth', async () => {
    answer = redirectingBy((url) => `/${Number(url.slice(1)) + 1}`)
    const outcome = await outboundToServer()('image', 'https://images.example.com/0')
    expect(outcome).toEqual({ ok: false, why: 'too-many-redirects' })
    expect(asked).toHaveLength(4)
  })

  test.each([
    ['http://images.example.com/', 'refused-url'],
    ['https://images.example.com:444/', 'refused-url'],
    ['https://169.254.169.254/latest/meta-data/', 'refused-address'],
    ['https://[::ffff:127.0.0.1]/', 'refused-address'],
    ['https://localhost/', 'refused-address'],
    ['https://user@images.example.com/', 'refused-url'],
  ])('to %s are refused', async (location, why) => {
    answer = redirectingBy((url) => (url === '/a.png' ? location : undefined))
    expect(await outboundToServer()('image', picture)).toEqual({ ok: false, why })
    expect(asked).toHaveLength(1)
  })

  test('to a name that resolves to a private address are refused', async () => {
    answer = redirectingBy((url) => (url === '/a.png' ? 'https://inside.example.com/' : undefined))
    const resolve = async (name: string) =>
      name === 'inside.example.com' ? [{ address: '10.0.0.5', family: 4 }] : publicAddress
    expect(await outboundToServer({ resolve })('image', picture)).toEqual({
      ok: false,
      why: 'refused-address',
    })
  })
})

describe('bounds', () => {
  test('an announced size above the limit is refused without reading', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-length': '1000000000' }).write('x')
    expect(await outboundToServer()('image', picture)).toEqual({ ok: false, why: 'too-large' })
  })

  test('a body that turns out larger than the limit is cut', async () => {
    answer = (_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    }
    expect(await outboundToServer()('image', picture)).toEqual({ ok: false, why: 'too-large' })
    expect(await outboundToServer()('discovery', picture)).toEqual({ ok: false, why: 'too-large' })
  })

  test('a body of exactly the limit arrives', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(1000))
    const outcome = await outboundToServer({ limits: { maxBytes: 1000 } })('image', picture)
    expect(outcome).toMatchObject({ ok: true })
  })

  test('a server that never answers, or never ends, costs no more than the time budget', async () => {
    const impatient = { limits: { totalTimeoutMs: 150 } }
    answer = () => {}
    expect(await outboundToServer(impatient)('image', picture)).toEqual({ ok: false, why: 'timed-out' })
    answer = (_request, response) => void response.writeHead(200).write('x')
    expect(await outboundToServer(impatient)('image', picture)).toEqual({ ok: false, why: 'timed-out' })
    const resolve = () => new Promise<never>(() => {})
    expect(await outboundToServer({ ...impatient, resolve })('image', picture)).toEqual({
      ok: false,
      why: 'timed-out',
    })
  })

  test('a connection dropped half-way is a value, not an exception', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy())
    }
    expect(await outboundToServer()('image', picture)).toEqual({ ok: false, why: 'unreachable' })
  })
})
