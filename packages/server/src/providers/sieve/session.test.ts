import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliver } from '../../../../server-testing/src/servers/deliver.ts'
import { type Dovecot, startDovecot } from '../../../../server-testing/src/servers/dovecot.ts'
import { type SmtpSink, startSmtpSink } from '../../../../server-testing/src/servers/smtp-sink.ts'
import type { ProvidedVacation, VacationSession } from '../contract/index.ts'
import { openSieve, quote } from './connection.ts'
import { createSieveVacation, probeSieve, type SieveSettings } from './index.ts'
import { dialer } from '../../../../server-testing/src/egress/test-network.ts'

let dovecot: Dovecot
let sink: SmtpSink
let user = ''
let users = 0
beforeAll(async () => {
  sink = await startSmtpSink()
  dovecot = await startDovecot({ sieve: { submissionPort: sink.port } })
})
afterAll(async () => {
  await dovecot[Symbol.asyncDispose]()
  await sink[Symbol.asyncDispose]()
})
beforeEach(() => {
  user = `ann${++users}@example.test`
  dovecot.addUser(user, 'secret')
})

const settings = (more: Partial<SieveSettings> = {}): SieveSettings => ({
  dialer,
  host: '127.0.0.1',
  port: dovecot.sievePort,
  encryption: 'none',
  username: user,
  ...more,
})
const sessionFor = (more: Partial<SieveSettings> = {}): VacationSession =>
  createSieveVacation({ settings: settings(more), password: 'secret', addresses: [user] })

const away: ProvidedVacation = {
  isEnabled: true,
  period: null,
  subject: 'Fort bis "Januar" – Grüße',
  text: 'Ich bin fort.\n.\nAnn',
  html: '<p>Ich bin <b>fort</b> – bis Januar.</p>',
}
const off: ProvidedVacation = { isEnabled: false, period: null, subject: null, text: null, html: null }

/** Does something as another ManageSieve client would. */
async function asAnother<T>(
  work: (exchange: (...words: string[]) => Promise<string[][]>) => Promise<T>,
): Promise<T> {
  const sieve = await openSieve(settings(), 'secret')
  try {
    return await work(async (...words) => (await sieve.command(words, 'testing')).lines)
  } finally {
    await sieve.close()
  }
}
const store = (name: string, script: string) =>
  asAnother(async (exchange) => {
    await exchange('PUTSCRIPT', quote(name), quote(script))
    await exchange('SETACTIVE', quote(name))
  })
const scripts = () => asAnother((exchange) => exchange('LISTSCRIPTS'))
const scriptNamed = (name: string) => asAnother((exchange) => exchange('GETSCRIPT', quote(name)))

const message = (from: string, subject: string) =>
  `From: ${from}\r\nTo: ${user}\r\nSubject: ${subject}\r\nMessage-ID: <${users}-${subject}@out.test>\r\n\r\nHello\r\n`

const deliverFrom = (from: string, subject: string) => deliver(dovecot, user, message(from, subject), from)

describe('a vacation response by Sieve', () => {
  test('is off and empty until it is set, and then read back as it was set', async () => {
    const session = sessionFor()
    expect(await session.read()).toEqual(off)
    await session.write(away)
    expect(await session.read()).toEqual(away)
    const period = { from: new Date('2026-12-20T08:00:00Z'), to: new Date('2027-01-06T22:30:00Z') }
    await session.write({ ...away, period })
    expect(await session.read()).toEqual({ ...away, period })
    await session.write({ ...away, isEnabled: false, period })
    expect(await session.read()).toEqual({ ...away, isEnabled: false, period })
    expect(await scripts()).toEqual([['plmail-vacation']])
  })

  test('answers who writes, once, as the server delivers', async () => {
    await sessionFor().write(away)
    const before = sink.messages.length
    await deliverFrom('bob@out.test', 'first')
    await deliverFrom('bob@out.test', 'second')
    await deliverFrom('carol@out.test', 'third')
    await sink.received(before + 2)
    const answers = sink.messages.slice(before)
    expect(answers.map(({ to }) => to)).toEqual([['bob@out.test'], ['carol@out.test']])
    const raw = answers[0]!.raw.toString()
    expect(raw).toContain('Content-Type: multipart/alternative')
    expect(raw).toContain(
      Buffer.from(away.html ?? '')
        .toString('base64')
        .slice(0, 60),
    )
    expect(raw).toMatch(/^Auto-Submitted: auto-replied/m)
    await sessionFor().write({ ...away, isEnabled: false })
    await deliverFrom('dave@out.test', 'fourth')
    expect(sink.messages).toHaveLength(before + 2)
  })

  test('answers only between its dates', async () => {
    const hour = 3_600_000
    const before = sink.messages.length
    const write = (from: number | null, to: number | null) => {
      const at = (hours: number | null) => (hours === null ? null : new Date(Date.now() + hours * hour))
      return sessionFor().write({ ...away, period: { from: at(from), to: at(to) } })
    }
    await write(1, null)
    await deliverFrom('early@out.test', 'early')
    await write(-48, -1)
    await deliverFrom('late@out.test', 'late')
    await write(-1, 1)
    await deliverFrom('now@out.test', 'now')
    await sink.received(before + 1)
    expect(sink.messages.slice(before).map(({ to }) => to)).toEqual([['now@out.test']])
  })

  test('leaves the script that is active as it is, runs it too, and gives it back', async () => {
    const theirs = 'require "fileinto";\r\nfileinto "Archive";\r\nstop;\r\n'
    await store('my "own" rules', theirs)
    const before = sink.messages.length
    await sessionFor().write(away)
    expect(await scripts()).toContainEqual(['plmail-vacation-wrapper', 'ACTIVE'])
    expect(await scriptNamed('my "own" rules')).toEqual([[theirs]])
    await deliverFrom('bob@out.test', 'hello')
    await sink.received(before + 1)
    const client = await dovecot.client(user)
    expect(await client.status('Archive', { messages: true })).toMatchObject({ messages: 1 })
    await client.logout()
    // changed while it is on
    await sessionFor().write({ ...away, subject: 'Still away' })
    expect(await sessionFor().read()).toMatchObject({ isEnabled: true, subject: 'Still away' })
    await sessionFor().write({ ...away, isEnabled: false })
    expect(await scripts()).toEqual(
      expect.arrayContaining([['my "own" rules', 'ACTIVE'], ['plmail-vacation']]) as unknown,
    )
    expect(await scripts()).toHaveLength(2)
  })

  test('is off when another script was made active elsewhere, which switching it off does not touch', async () => {
    await sessionFor().write(away)
    await store('elsewhere', 'keep;\r\n')
    expect(await sessionFor().read()).toEqual({ ...away, isEnabled: false })
    await sessionFor().write({ ...away, isEnabled: false })
    expect(await scripts()).toContainEqual(['elsewhere', 'ACTIVE'])
  })

  test('is refused beside a script that answers or rejects itself, which stays active', async () => {
    await store('answers', 'require ["vacation"];\r\nvacation "Away";\r\n')
    await expect(sessionFor().write(away)).rejects.toMatchObject({
      kind: 'refused',
      problem: { problem: 'vacation/answering-script', name: 'answers' },
    })
    expect(await scripts()).toEqual([['answers', 'ACTIVE']])
    await store('outer', 'require ["include"];\r\ninclude "answers";\r\n')
    await expect(sessionFor().write(away)).rejects.toMatchObject({ kind: 'refused' })
    await store('files', 'require ["fileinto"];\r\nfileinto "vacation";\r\n')
    await sessionFor().write(away)
    expect(await scripts()).toContainEqual(['plmail-vacation-wrapper', 'ACTIVE'])
  })
})

describe('a server with fewer extensions', () => {
  let small: Dovecot
  beforeAll(async () => {
    small = await startDovecot({ sieve: { extensions: ['vacation', 'fileinto'] } })
  })
  afterAll(() => small[Symbol.asyncDispose]())
  beforeEach(() => small.addUser(user, 'secret'))

  test('gets the response without dates, and never in the place of another script', async () => {
    const session = sessionFor({ port: small.sievePort })
    const period = { from: new Date('2026-12-20T08:00:00Z'), to: null }
    await expect(session.write({ ...away, period })).rejects.toMatchObject({ kind: 'refused' })
    await session.write(away)
    expect(await session.read()).toEqual(away)
    const sieve = await openSieve(settings({ port: small.sievePort }), 'secret')
    await sieve.command(['PUTSCRIPT', '"mine"', quote('keep;\r\n')], 'testing')
    await sieve.command(['SETACTIVE', '"mine"'], 'testing')
    await expect(session.write(away)).rejects.toMatchObject({ kind: 'refused' })
    const { lines } = await sieve.command(['LISTSCRIPTS'], 'testing')
    expect(lines).toContainEqual(['mine', 'ACTIVE'])
    await sieve.close()
  })
})

describe('a ManageSieve server', () => {
  test('is spoken to under TLS with a certificate that is trusted, and no other', async () => {
    const trustedCertificates = dovecot.certificate.cert
    const way = settings({ encryption: 'starttls' })
    expect(await probeSieve(way, 'secret', { trustedCertificates })).toBe('vacation')
    await expect(openSieve(way, 'secret')).rejects.toMatchObject({ kind: 'tls' })
    await expect(openSieve(settings(), 'wrong')).rejects.toMatchObject({ kind: 'wrong-credentials' })
  })

  test.each([
    ['offers no TLS', '"SASL" "PLAIN"\r\nOK\r\n', 'tls'],
    ['speaks something else', '{x}\r\n', 'malformed'],
    ['announces more than anybody reads', '{99999999}\r\n', 'malformed'],
    ['says goodbye', 'BYE (TRYLATER) "Later"\r\n', 'busy'],
    [
      'says more before TLS than it was asked',
      '"STARTTLS"\r\nOK\r\nOK\r\n"SASL" "PLAIN"\r\nOK\r\n',
      'malformed',
    ],
    ['says nothing', '', 'unreachable'],
  ])('that %s never gets the password', async (_name, greeting, kind) => {
    const receivedLines: string[] = []
    const server = await serverSaying(greeting, receivedLines)
    const { port } = server.address() as AddressInfo
    const patience = { silenceMilliseconds: 300 }
    const opened = openSieve(settings({ port, encryption: 'starttls' }), 'secret', patience)
    await expect(opened).rejects.toMatchObject({ kind })
    expect(receivedLines.join('')).not.toContain('AUTHENTICATE')
    server.close()
  })

  test('that nobody answers for is looked for another time', async () => {
    const server = await serverSaying('', [])
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    expect(await probeSieve(settings({ port }), 'secret')).toBe('unknown')
  })
})

async function serverSaying(greeting: string, receivedLines: string[]): Promise<Server> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => void receivedLines.push(String(chunk)))
    socket.write(greeting)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
