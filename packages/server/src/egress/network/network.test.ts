import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import type { UserId } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSmtpSink } from '../../../../server-testing/src/servers/smtp-sink.ts'
import { AddressRefused } from './index.ts'
import { testNetwork, type TestNetwork } from '../../../../server-testing/src/egress/test-network.ts'

const ada = 7 as UserId
const bob = 8 as UserId
let web: Server
let address: string
let network: TestNetwork
const connections = new Set<Socket>()
beforeAll(async () => {
  web = createServer((request, response) => {
    request.resume().on('end', () => response.end(request.url === '/large' ? Buffer.alloc(100_000) : 'hello'))
  })
  web.on('connection', (socket) => connections.add(socket))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})
beforeEach(() => {
  network = testNetwork()
  connections.clear()
})

const attempts = () => network.recorded.filter(({ reason }) => reason !== 'name-server')
const sumOf = (name: 'times' | 'bytesIn' | 'bytesOut', owner = ada) =>
  attempts()
    .filter((entry) => entry.owner === owner)
    .reduce((sum, entry) => sum + entry[name], 0)

describe('a request', () => {
  test('is written down once with its owner, reason and host, and with what went and came', async () => {
    const client = network.http({})
    const fetch = client.fetch({ reason: 'provider-api', owner: ada })
    expect((await (await fetch(`${address}/large`)).arrayBuffer()).byteLength).toBe(100_000)
    expect(
      await (await fetch(`${address}/secret?token=1`, { method: 'POST', body: 'x'.repeat(5_000) })).text(),
    ).toBe('hello')
    network.collect()
    expect(
      new Set(network.recorded.map(({ reason, host, outcome }) => `${reason} ${host} ${outcome}`)),
    ).toEqual(new Set(['provider-api 127.0.0.1 connected']))
    expect(sumOf('times')).toBe(2)
    expect(sumOf('bytesIn')).toBeGreaterThan(100_000)
    expect(sumOf('bytesIn')).toBeLessThan(102_000)
    expect(sumOf('bytesOut')).toBeGreaterThan(5_000)
    expect(sumOf('bytesOut')).toBeLessThan(7_000)
    expect(JSON.stringify(network.recorded)).not.toContain('secret')
    await client.close()
  })

  test('of one person never goes over the connection of another', async () => {
    const client = network.http({})
    for (const owner of [ada, bob, ada]) await (await client.fetch({ reason: 'feed', owner })(address)).text()
    expect(connections.size).toBe(2)
    network.collect()
    expect([sumOf('times'), sumOf('times', bob)]).toEqual([2, 1])
    await client.close()
  })

  test('to where nobody listens is written down as what became of it', async () => {
    const client = network.http({})
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const deaf = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/`
    await new Promise((resolve) => closed.close(resolve))
    await expect(client.fetch({ reason: 'feed', owner: ada })(deaf)).rejects.toThrow('fetch failed')
    await expect(client.fetch({ reason: 'feed', owner: ada })('http://nowhere.invalid/')).rejects.toThrow(
      'fetch failed',
    )
    expect(attempts()).toEqual([
      {
        reason: 'feed',
        owner: ada,
        host: '127.0.0.1',
        outcome: 'connection-refused',
        times: 1,
        bytesIn: 0,
        bytesOut: 0,
      },
      {
        reason: 'feed',
        owner: ada,
        host: 'nowhere.invalid',
        outcome: 'unknown-host',
        times: 1,
        bytesIn: 0,
        bytesOut: 0,
      },
    ])
  })

  test('whose address is refused reaches nobody', async () => {
    const client = network.http({ addressesOf: () => Promise.reject(new AddressRefused('no')) })
    await expect(client.fetch({ reason: 'picture', owner: ada })(address)).rejects.toThrow('fetch failed')
    expect(connections.size).toBe(0)
    expect(network.recorded.map(({ outcome }) => outcome)).toEqual(['refused-address'])
  })
})

describe('what is switched off', () => {
  test('asks no name server and opens no socket, and the refusal is written down', async () => {
    network.switchedOff.add('picture').add('imap').add('discovery').add('smtp')
    const looked: string[] = []
    const client = network.http({
      addressesOf: async (host) => {
        looked.push(host)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    const off = { name: 'SwitchedOff' }
    await expect(
      client.fetch({ reason: 'picture', owner: ada })('http://pictures.example/'),
    ).rejects.toMatchObject(off)
    const target = { host: 'mail.example', port: 25, connectMilliseconds: 1_000 }
    await expect(network.dialer({ reason: 'smtp', owner: ada }).connect(target)).rejects.toMatchObject(off)
    await expect(
      network.dialer({ reason: 'imap', owner: ada }).lend('imap.example', () => {
        throw new Error('opened')
      }),
    ).rejects.toMatchObject(off)
    await expect(
      network.records({ reason: 'discovery', owner: ada }).resolveMx('mail.example'),
    ).rejects.toMatchObject(off)
    await expect(network.addresses({ reason: 'imap', owner: ada })('imap.example')).rejects.toMatchObject(off)
    expect(looked).toEqual([])
    expect(network.recorded.map(({ reason, host, outcome }) => [reason, host, outcome])).toEqual([
      ['picture', 'pictures.example', 'switched-off'],
      ['smtp', 'mail.example', 'switched-off'],
      ['imap', 'imap.example', 'switched-off'],
    ])
  })

  test('ends what is open, in the middle of an answer too', async () => {
    const server = createTcpServer((socket) => void socket.on('error', () => {}).write('220 hello\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const socket = await network
      .dialer({ reason: 'smtp', owner: ada })
      .connect({ host: '127.0.0.1', port, connectMilliseconds: 1_000 })
    const ended = new Promise<Error>((resolve) => socket.once('error', resolve))
    network.endWhere(({ reason }) => reason === 'smtp')
    expect((await ended).message).toBe('The connection was ended')
    server.close()
  })
})

test('a name server is written down without what was asked, for every name and for none that is an address', async () => {
  const { getServers } = await import('node:dns')
  await network.addresses({ reason: 'feed', owner: ada })('127.0.0.1')
  expect(network.recorded).toEqual([])
  await network.addresses({ reason: 'picture', owner: ada, sender: 'shop@example.net' })('localhost')
  expect(network.recorded).toHaveLength(getServers().length)
  // A name server has to do with no message.
  expect(network.recorded.filter(({ sender }) => sender !== undefined)).toEqual([])
  expect(JSON.stringify(network.recorded)).not.toContain('localhost')
})

test('bytes under TLS are counted as they go over the wire, while a connection is open and at its end', async () => {
  await using sink = await startSmtpSink({ users: { ann: 'secret' } })
  const socket = await network.dialer({ reason: 'smtp', owner: ada }).connect({
    host: 'localhost',
    port: sink.tlsPort,
    connectMilliseconds: 5_000,
    tls: { ca: sink.certificate.cert },
  })
  await new Promise((resolve) => socket.once('data', resolve))
  network.collect()
  const before = sumOf('bytesIn')
  expect(before).toBeGreaterThan(500) // a handshake with a certificate
  network.collect()
  expect(sumOf('bytesIn')).toBe(before)
  socket.end('QUIT\r\n')
  await new Promise((resolve) => socket.once('close', resolve))
  await expect.poll(() => sumOf('bytesIn')).toBeGreaterThan(before)
  expect(sumOf('times')).toBe(1)
})

test('a certificate of somebody else is the end of it', async () => {
  await using sink = await startSmtpSink({ users: { ann: 'secret' } })
  const target = { host: 'localhost', port: sink.tlsPort, connectMilliseconds: 5_000, tls: {} }
  await expect(network.dialer({ reason: 'smtp', owner: ada }).connect(target)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  expect(attempts()[0]).toMatchObject({ reason: 'smtp', outcome: 'tls' })
})
