import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type SmtpSink,
  type SmtpSinkOptions,
  startSmtpSink,
} from '../../../../server-testing/src/servers/smtp-sink.ts'
import { type SmtpSettings, submitBySmtp } from './index.ts'
import { dialer } from '../../../../server-testing/src/egress/test-network.ts'

const raw = Buffer.from('Subject: x\r\n\r\nHello\r\n')
const message = { from: 'a@example.test', to: ['b@example.test'], raw }
const still = new AbortController().signal

let sink: SmtpSink
const started = async (options: SmtpSinkOptions = {}) => {
  sink = await startSmtpSink({ users: { ann: 'secret' }, ...options })
}
beforeEach(() => started())
afterEach(() => sink[Symbol.asyncDispose]())

const settings = (encryption: SmtpSettings['encryption'] = 'none'): SmtpSettings => ({
  dialer,
  host: sink.host,
  port: encryption === 'tls' ? sink.tlsPort : sink.port,
  encryption,
  username: 'ann',
})
const yes = async () => true

describe('a secure way', () => {
  test.each(['tls', 'starttls'] as const)(
    '%s takes a certificate that is trusted, and no other',
    async (way) => {
      const trustedCertificates = sink.certificate.cert
      const trusting = { trustedCertificates }
      expect(await submitBySmtp(settings(way), 'secret', message, yes, still, trusting)).toMatchObject({
        outcome: 'answered',
      })
      expect(await submitBySmtp(settings(way), 'secret', message, yes, still)).toMatchObject({
        outcome: 'not-taken',
        said: expect.stringMatching(/certificate/i) as string,
      })
      expect(sink.messages).toHaveLength(1)
    },
  )

  test('a password that is wrong is no end of the message', async () => {
    const outcome = await submitBySmtp(settings(), 'wrong', message, yes, still)
    expect(outcome).toEqual({ outcome: 'not-taken', said: expect.stringMatching(/^535 /) as string })
  })
})

test('what is sent is what was given, whatever it holds', async () => {
  const line = fc.string({ maxLength: 80, unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(line, fc.constantFrom('.', '..', '.x', ''))), async (lines) => {
      const body = Buffer.from(`Subject: x\r\n\r\n${lines.join('\r\n')}\r\n`)
      const before = sink.messages.length
      const outcome = await submitBySmtp(settings(), 'secret', { ...message, raw: body }, yes, still)
      expect(outcome.outcome).toBe('answered')
      expect(sink.messages[before]!.raw.equals(body)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('without leave the end is never sent, and who asked hears it', async () => {
  const wanted = submitBySmtp(settings(), 'secret', message, async () => false, still)
  await expect(wanted).rejects.toThrow('Somebody else')
  const broken = new Error('the database is away')
  await expect(submitBySmtp(settings(), 'secret', message, () => Promise.reject(broken), still)).rejects.toBe(
    broken,
  )
  expect(sink.messages).toEqual([])
})

test('leave is asked once everything else was sent, for those that were taken', async () => {
  await sink[Symbol.asyncDispose]()
  await started({ refuse: (recipient) => (recipient === 'b@example.test' ? '550 5.1.1 No' : undefined) })
  const asked: string[][] = []
  const to = ['b@example.test', 'c@example.test']
  const outcome = await submitBySmtp(
    settings(),
    'secret',
    { ...message, to },
    async (recipients) => Boolean(asked.push([...recipients])),
    still,
  )
  expect(asked).toEqual([['c@example.test']])
  expect(outcome).toMatchObject({ outcome: 'answered' })
})

test('a process that stops ends it before the end of the message, and waits for the answer after it', async () => {
  const before = new AbortController()
  before.abort()
  expect(await submitBySmtp(settings(), 'secret', message, yes, before.signal)).toMatchObject({
    outcome: 'not-taken',
  })
  const during = new AbortController()
  const allowed = async () => {
    setImmediate(() => during.abort())
    return true
  }
  const outcome = await submitBySmtp(settings(), 'secret', message, allowed, during.signal)
  expect(['answered', 'not-taken']).toContain(outcome.outcome)
  expect(sink.messages).toHaveLength(outcome.outcome === 'answered' ? 1 : 0)
})

describe('a server that is none', () => {
  let server: Server
  const sockets = new Set<Socket>()
  const listening = async (talk: (socket: Socket) => void): Promise<SmtpSettings> => {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      talk(socket)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return { ...settings(), port: (server.address() as AddressInfo).port }
  }
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['hangs up', (socket) => socket.end()],
    ['speaks another language', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['says no', (socket) => socket.end('554 5.7.1 Go away\r\n')],
    ['never ends its line', (socket) => socket.write('220-'.repeat(1000))],
  ])('%s: not taken', async (_what, talk) => {
    const there = await listening(talk)
    const outcome = await submitBySmtp(there, 'secret', message, yes, still, {
      connectMilliseconds: 500,
      greetingMilliseconds: 500,
      silenceMilliseconds: 1000,
    })
    expect(outcome).toEqual({ outcome: 'not-taken', said: expect.any(String) as string })
  })

  test('accepts and is silent for ever: unknown', async () => {
    const there = await listening((socket) => {
      const through = connect(sink.port, sink.host)
      sockets.add(through)
      through.on('error', () => {})
      socket.on('data', (chunk: Buffer) => {
        if (!chunk.includes('\r\n.\r\n')) through.write(chunk)
      })
      through.on('data', (chunk: Buffer) => socket.write(chunk))
    })
    const outcome = await submitBySmtp(there, 'secret', message, yes, still, { silenceMilliseconds: 1000 })
    expect(outcome).toMatchObject({ outcome: 'unknown' })
  })
})
