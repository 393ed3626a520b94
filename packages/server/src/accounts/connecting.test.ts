import { type AddressInfo, type Server, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { type Dovecot, startDovecot } from '../../../server-testing/src/servers/dovecot.ts'
import { freePort } from '../../../server-testing/src/servers/free-port.ts'
import { type SmtpSink, startSmtpSink } from '../../../server-testing/src/servers/smtp-sink.ts'
import { probeImap } from '../providers/imap/index.ts'
import { testAccounts, userWith } from '../../../server-testing/src/accounts/test-accounts.ts'
import { type AccountForm, probeSmtp } from './index.ts'
import { dialer } from '../../../server-testing/src/egress/test-network.ts'

// The servers of these tests listen on whatever port was free.
const here = [
  'localhost',
  '127.0.0.1',
  '127.0.0.2',
  'imap.does-not-exist.invalid',
  'smtp.does-not-exist.invalid',
]

let db: TestDatabase
let dovecot: Dovecot
let sink: SmtpSink
let silent: Server
let users = 0
beforeAll(async () => {
  db = await testDatabase()
  dovecot = await startDovecot()
  dovecot.addUser('anna@example.org', 'secret')
  sink = await startSmtpSink({ users: { 'anna@example.org': 'secret' } })
  silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  silent.close()
  await sink[Symbol.asyncDispose]()
  await dovecot[Symbol.asyncDispose]()
  await db[Symbol.asyncDispose]()
})

let working: AccountForm
beforeEach(() => {
  working = {
    address: 'anna@example.org',
    password: 'secret',
    imap: { host: 'localhost', port: dovecot.tlsPort, encryption: 'tls' },
    smtp: { host: 'localhost', port: sink.tlsPort, encryption: 'tls' },
  }
})

const patience = { connectMilliseconds: 3000, greetingMilliseconds: 600 }

/** Adds with real servers behind it; `trusting` both certificates unless told otherwise. */
async function adding(form: AccountForm, trusting = true) {
  const trust = (certificate: string) => (trusting ? { trustedCertificates: certificate } : {})
  const { accounts } = testAccounts(db.database, {
    allowedServers: here.map((host) => ({ host, port: undefined })),
    probes: {
      imap: (server, password) =>
        probeImap({ ...server, dialer }, password, { ...patience, ...trust(dovecot.certificate.cert) }),
      smtp: (server, password) =>
        probeSmtp({ ...server, dialer }, password, { ...patience, ...trust(sink.certificate.cert) }),
    },
  })
  const answer = await accounts.add(
    await userWith(db.database, `user${++users}@plmail.example`),
    form,
    'usual',
  )
  return answer.ok
    ? 'connected'
    : Object.fromEntries(answer.problems.map(({ pointer, problem }) => [pointer, problem]))
}

describe('connecting to real servers', () => {
  it('works with TLS', async () => {
    expect(await adding(working)).toBe('connected')
  })

  it('works with STARTTLS', async () => {
    working.imap = { host: 'localhost', port: dovecot.port, encryption: 'starttls' }
    working.smtp = { host: 'localhost', port: sink.port, encryption: 'starttls' }
    expect(await adding(working)).toBe('connected')
  })

  it('works in clear on this machine', async () => {
    working.imap = { host: '127.0.0.1', port: dovecot.port, encryption: 'none' }
    working.smtp = { host: '127.0.0.1', port: sink.port, encryption: 'none' }
    expect(await adding(working)).toBe('connected')
  })

  it('says that the password is wrong, once for both servers', async () => {
    const problems = await adding({ ...working, password: 'wrong' })
    expect(problems).toEqual({
      '/password': expect.objectContaining({ problem: 'mail-server/wrong-credentials', protocol: 'imap' }),
    })
  })

  it('says so too when only the sending server refuses', async () => {
    dovecot.addUser('other@example.org', 'secret')
    const problems = await adding({ ...working, address: 'other@example.org' })
    expect(problems).toEqual({
      '/password': expect.objectContaining({ problem: 'mail-server/wrong-credentials', protocol: 'smtp' }),
    })
  })

  it('recognises TLS spoken to a plain port', async () => {
    working.imap.port = dovecot.port
    working.smtp.port = sink.port
    expect(await adding(working)).toEqual({
      '/imap/encryption': expect.objectContaining({ problem: 'mail-server/port-is-plain', tlsPort: 993 }),
      '/smtp/encryption': expect.objectContaining({ problem: 'mail-server/port-is-plain', tlsPort: 465 }),
    })
  })

  it('recognises plain text spoken to a TLS port', async () => {
    working.imap.encryption = 'starttls'
    working.smtp.encryption = 'starttls'
    expect(await adding(working)).toEqual({
      '/imap/encryption': expect.objectContaining({ problem: 'mail-server/port-is-tls', starttlsPort: 143 }),
      '/smtp/encryption': expect.objectContaining({ problem: 'mail-server/port-is-tls', starttlsPort: 587 }),
    })
  })

  it('does not trust a certificate that nobody vouches for, and says why', async () => {
    expect(await adding(working, false)).toEqual({
      '/imap/host': { problem: 'mail-server/untrusted-certificate', host: 'localhost', reason: 'selfSigned' },
      '/smtp/host': expect.objectContaining({
        problem: 'mail-server/untrusted-certificate',
        reason: 'selfSigned',
      }),
    })
  })

  it('does not trust a certificate made for another name', async () => {
    const elsewhere = createTlsServer(dovecot.certificate)
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.2', resolve))
    working.imap = { host: '127.0.0.2', port: (elsewhere.address() as AddressInfo).port, encryption: 'tls' }
    expect(await adding(working)).toEqual({
      '/imap/host': expect.objectContaining({
        problem: 'mail-server/untrusted-certificate',
        reason: 'otherName',
      }),
    })
    elsewhere.close()
  })

  it('says that nobody listens on the port, and which ports are usual', async () => {
    working.imap.port = await freePort()
    working.smtp.port = await freePort()
    expect(await adding(working)).toEqual({
      '/imap/port': expect.objectContaining({ problem: 'mail-server/port-refused', protocol: 'imap' }),
      '/smtp/port': expect.objectContaining({ problem: 'mail-server/port-refused', protocol: 'smtp' }),
    })
  })

  it('says that there is no such server', async () => {
    working.imap.host = 'imap.does-not-exist.invalid'
    working.smtp.host = 'smtp.does-not-exist.invalid'
    expect(await adding(working)).toEqual({
      '/imap/host': { problem: 'mail-server/unknown-host', host: 'imap.does-not-exist.invalid' },
      '/smtp/host': { problem: 'mail-server/unknown-host', host: 'smtp.does-not-exist.invalid' },
    })
  })

  it('says that a server stays silent', async () => {
    const { port } = silent.address() as AddressInfo
    working.imap.port = port
    working.smtp.port = port
    expect(await adding(working)).toEqual({
      '/imap/host': expect.objectContaining({ problem: 'mail-server/no-answer' }),
      '/smtp/host': expect.objectContaining({ problem: 'mail-server/no-answer' }),
    })
  })

  it('says that what answers is another kind of server', async () => {
    working.imap = { host: 'localhost', port: sink.port, encryption: 'starttls' }
    working.smtp = { host: 'localhost', port: dovecot.port, encryption: 'starttls' }
    expect(await adding(working)).toEqual({
      '/imap/port': expect.objectContaining({ problem: 'mail-server/not-a-mail-server', protocol: 'imap' }),
      '/smtp/port': expect.objectContaining({ problem: 'mail-server/not-a-mail-server', protocol: 'smtp' }),
    })
  })

  it('says that a server offers no STARTTLS', async () => {
    await using plain = await startDovecot({ settings: 'ssl = no' })
    working.imap = { host: 'localhost', port: plain.port, encryption: 'starttls' }
    expect(await adding(working)).toEqual({
      '/imap/encryption': expect.objectContaining({ problem: 'mail-server/no-starttls' }),
    })
  })
})
