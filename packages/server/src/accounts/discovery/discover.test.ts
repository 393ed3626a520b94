import type { MxRecord, SrvRecord } from 'node:dns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorTime } from '../../../../server-testing/src/kit/processor-time.ts'
import { readAutoconfig } from './autoconfig.ts'
import { SwitchedOff } from '../../egress/network/index.ts'
import { createDiscovery, type DiscoveryNeeds } from './discover.ts'

interface World {
  pages?: Record<string, string>
  srv?: Record<string, SrvRecord[]>
  mx?: Record<string, MxRecord[]>
}

/** A small internet: what is not in it does not exist. `isOff`: nobody in it may be asked. */
function discovering(world: World, isOff = false) {
  const asked: string[] = []
  const outbound: DiscoveryNeeds['outbound'] = async (purpose, url) => {
    if (isOff) return { ok: false, why: 'switched-off' }
    asked.push(`${purpose} ${url}`)
    const page = world.pages?.[url]
    if (page === undefined) return { ok: false, why: 'unreachable' }
    return { ok: true, response: { status: 200, contentType: 'text/xml', body: Buffer.from(page) } }
  }
  const record = async <T>(records: Record<string, T[]> | undefined, name: string): Promise<T[]> => {
    if (isOff) throw new SwitchedOff('discovery')
    const answer = records?.[name]
    if (!answer) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    return answer
  }
  const dns = {
    resolveSrv: (name: string) => record(world.srv, name),
    resolveMx: (name: string) => record(world.mx, name),
  }
  return { discover: createDiscovery({ outbound, dns }), asked }
}

const published = (servers: string) => `<?xml version="1.0"?>
<clientConfig version="1.1"><emailProvider id="example.org"><domain>example.org</domain>${servers}</emailProvider></clientConfig>`

const incoming = (parts: string) => `<incomingServer type="imap">${parts}</incomingServer>`
const outgoing = `<outgoingServer type="smtp"><hostname>out.example.net</hostname><port>587</port>
  <socketType>STARTTLS</socketType><username>%EMAILADDRESS%</username><authentication>password-cleartext</authentication></outgoingServer>`
const reading = incoming(`<hostname>in.%EMAILDOMAIN%</hostname><port>993</port><socketType>SSL</socketType>
  <username>%EMAILLOCALPART%</username><authentication>password-cleartext</authentication>`)

describe('finding the servers of an address', () => {
  it('knows the large providers without asking anybody', async () => {
    const { discover, asked } = discovering({})
    expect(await discover('Someone@GMX.de')).toEqual({
      found: true,
      source: 'provider-table',
      username: 'Someone@GMX.de',
      imap: { host: 'imap.gmx.net', port: 993, encryption: 'tls' },
      smtp: { host: 'mail.gmx.net', port: 465, encryption: 'tls' },
    })
    expect((await discover('x@outlook.com'))?.smtp).toEqual({
      host: 'smtp.office365.com',
      port: 587,
      encryption: 'starttls',
    })
    expect((await discover('jean@free.fr'))?.username).toBe('jean')
    expect(asked).toEqual([])
  })

  it('reads what the domain publishes, and does not tell the address', async () => {
    const pages = { 'https://autoconfig.example.org/mail/config-v1.1.xml': published(reading + outgoing) }
    const { discover, asked } = discovering({ pages })
    expect(await discover('anna@example.org')).toEqual({
      found: true,
      source: 'autoconfig',
      username: 'anna',
      imap: { host: 'in.example.org', port: 993, encryption: 'tls' },
      smtp: { host: 'out.example.net', port: 587, encryption: 'starttls' },
    })
    expect(asked).toEqual([
      'discovery https://autoconfig.example.org/mail/config-v1.1.xml',
      'discovery https://example.org/.well-known/autoconfig/mail/config-v1.1.xml',
    ])
  })

  it('takes the well-known place when the first answers with something else', async () => {
    const pages = {
      'https://autoconfig.example.org/mail/config-v1.1.xml': '<html>Welcome to our web site</html>',
      'https://example.org/.well-known/autoconfig/mail/config-v1.1.xml': published(reading + outgoing),
    }
    expect((await discovering({ pages }).discover('anna@example.org'))?.source).toBe('autoconfig')
  })

  it('follows SRV records by priority, TLS before STARTTLS', async () => {
    const target = (name: string, port: number, priority = 0): SrvRecord => ({
      name,
      port,
      priority,
      weight: 0,
    })
    const srv = {
      '_imaps._tcp.example.org': [
        target('second.example.net', 993, 20),
        target('first.example.net', 1993, 10),
      ],
      '_imap._tcp.example.org': [target('plain.example.net', 143)],
      '_submission._tcp.example.org': [target('out.example.net', 587)],
    }
    expect(await discovering({ srv }).discover('anna@example.org')).toEqual({
      found: true,
      source: 'srv',
      username: 'anna@example.org',
      imap: { host: 'first.example.net', port: 1993, encryption: 'tls' },
      smtp: { host: 'out.example.net', port: 587, encryption: 'starttls' },
    })
  })

  it('does not take "not offered here" for a server', async () => {
    const none: SrvRecord[] = [{ name: '', port: 0, priority: 0, weight: 0 }]
    const srv = { '_imaps._tcp.example.org': none, '_submissions._tcp.example.org': none }
    expect((await discovering({ srv }).discover('anna@example.org'))?.source).toBe('guess')
  })

  it('recognises a provider by who receives the mail', async () => {
    const mx = { 'example.org': [{ exchange: 'aspmx.l.google.com', priority: 1 }] }
    expect(await discovering({ mx }).discover('anna@example.org')).toMatchObject({
      source: 'mx',
      found: true,
      username: 'anna@example.org',
      imap: { host: 'imap.gmail.com' },
    })
    const similar = { 'example.org': [{ exchange: 'mx.google.com.attacker.example', priority: 1 }] }
    expect((await discovering({ mx: similar }).discover('anna@example.org'))?.source).toBe('guess')
  })

  it('guesses at last and says that it does', async () => {
    expect(await discovering({}).discover('anna@bücher.example')).toMatchObject({
      found: false,
      source: 'guess',
      imap: { host: 'imap.xn--bcher-kva.example', port: 993, encryption: 'tls' },
    })
  })

  it('asks nobody where that is switched off, and says so', async () => {
    const { discover, asked } = discovering({}, true)
    expect(await discover('anna@example.org')).toMatchObject({
      found: false,
      source: 'guess',
      isSwitchedOff: true,
    })
    expect(asked).toEqual([])
    expect(await discover('anna@gmx.de')).toMatchObject({ found: true, source: 'provider-table' })
  })

  it.each([
    '',
    'anna',
    'anna@',
    '@example.org',
    'anna@[127.0.0.1]',
    'anna@127.0.0.1',
    'anna@localhost',
    'a@b@c.de/',
  ])('asks nobody about %j, which is no address', async (address) => {
    const { discover, asked } = discovering({})
    expect(await discover(address)).toBeUndefined()
    expect(asked).toEqual([])
  })
})

describe('reading a published configuration', () => {
  const read = (servers: string) => readAutoconfig(published(servers), 'anna@example.org')
  const server = (change: Record<string, string>) => {
    const parts = {
      hostname: 'in.example.org',
      port: '993',
      socketType: 'SSL',
      authentication: 'password-cleartext',
      ...change,
    }
    return incoming(
      Object.entries(parts)
        .map(([tag, text]) => `<${tag}>${text}</${tag}>`)
        .join(''),
    )
  }

  it('prefers TLS from the start to STARTTLS', () => {
    const found = read(server({ socketType: 'STARTTLS', port: '143' }) + server({}) + outgoing)
    expect(found?.imap).toEqual({ host: 'in.example.org', port: 993, encryption: 'tls' })
  })

  it.each([
    ['an unencrypted server', { socketType: 'plain' }],
    ['an IP address for a name', { hostname: '192.168.0.1' }],
    ['this machine', { hostname: 'localhost' }],
    ['a name with a path', { hostname: 'in.example.org/x' }],
    ['no port', { port: 'abc' }],
    ['a port out of range', { port: '70000' }],
    ['a server that takes no passwords', { authentication: 'OAuth2' }],
  ])('does not use %s', (_what, change) => {
    expect(read(server(change) + outgoing)).toBeUndefined()
  })

  it('passes over an unusable server for a usable one', () => {
    expect(
      read(server({ authentication: 'OAuth2' }) + server({ hostname: 'b.example.org' }) + outgoing)?.imap
        .host,
    ).toBe('b.example.org')
  })

  it('reads nothing from entities and nothing from outside', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    expect(
      readAutoconfig(bomb + published(server({ hostname: '&a;' }) + outgoing), 'a@example.org'),
    ).toBeUndefined()
  })

  it('ends soon on hostile depth and size', async () => {
    const spent = await processorTime(() => {
      expect(readAutoconfig('<a>'.repeat(80_000), 'a@example.org')).toBeUndefined()
      expect(readAutoconfig(`<a ${'x '.repeat(120_000)}>`, 'a@example.org')).toBeUndefined()
    })
    expect(spent).toBeLessThan(5000)
  })

  it('never throws, whatever it is given', () => {
    const piece = fc.constantFrom(
      '<incomingServer type="imap">',
      '</incomingServer>',
      '<port>',
      '993',
      '<hostname>',
      '%EMAILDOMAIN%',
      '<![CDATA[',
      '&#x0;',
      '<socketType>SSL',
      '\u0000',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        expect(() => readAutoconfig(pieces.join(''), 'a@example.org')).not.toThrow()
      }),
    )
  })
})
