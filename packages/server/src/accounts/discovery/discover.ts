import type { DnsRecords } from '../../egress/network/index.ts'
import { getDomain } from 'tldts'
import { parseAddressDomain, hostName } from '../check-form.ts'
import type { DiscoverMailServers, Discovered, ServerSettings } from '../types.ts'
import { type AskDomain, autoconfig } from './autoconfig.ts'
import { type KnownProvider, providerBehind, findProvider } from './provider-table.ts'

export interface DiscoveryNeeds {
  /** The guarded way out: the domain is whatever somebody typed. */
  outbound: AskDomain
  /** With short time limits: a person is waiting. */
  dns: Pick<DnsRecords, 'resolveSrv' | 'resolveMx'>
}

/**
 * Finds the servers of an address: what is known, what the domain publishes, who receives its mail, a guess. The
 * address itself is told to nobody. Whatever is found still has to pass a sign-in under TLS before it is saved.
 */
export function createDiscovery(needs: DiscoveryNeeds): DiscoverMailServers {
  return async (address) => {
    const trimmed = address.trim()
    const domain = parseAddressDomain(trimmed)
    if (domain === undefined) return undefined
    const provider = findProvider(domain)
    if (provider) return fromTable(provider, trimmed, 'provider-table')
    const [published, announced, behind] = await Promise.all([
      autoconfig(needs.outbound, trimmed, domain),
      fromSrv(needs.dns, domain),
      fromExchanger(needs.dns, domain),
    ])
    if (published === 'switched-off') return { ...guess(domain, trimmed), isSwitchedOff: true }
    if (published) return { found: true, source: 'autoconfig', ...published }
    if (announced) return { found: true, source: 'srv', ...announced, username: trimmed }
    if (behind) return fromTable(behind, trimmed, 'mx')
    return guess(domain, trimmed)
  }
}

function fromTable(
  { imap, smtp, username }: KnownProvider,
  address: string,
  source: 'provider-table' | 'mx',
): Discovered {
  const localPart = address.slice(0, address.lastIndexOf('@'))
  return { found: true, source, imap, smtp, username: username === 'address' ? address : localPart }
}

/** RFC 6186, RFC 8314 §5.1: TLS from the start is preferred. */
async function fromSrv(
  dns: DiscoveryNeeds['dns'],
  domain: string,
): Promise<{ imap: ServerSettings; smtp: ServerSettings } | undefined> {
  const [imaps, imap, submissions, submission] = await Promise.all([
    srv(dns, `_imaps._tcp.${domain}`, 'tls'),
    srv(dns, `_imap._tcp.${domain}`, 'starttls'),
    srv(dns, `_submissions._tcp.${domain}`, 'tls'),
    srv(dns, `_submission._tcp.${domain}`, 'starttls'),
  ])
  const [reading, sending] = [imaps ?? imap, submissions ?? submission]
  return reading && sending ? { imap: reading, smtp: sending } : undefined
}

async function srv(
  dns: DiscoveryNeeds['dns'],
  name: string,
  encryption: 'tls' | 'starttls',
): Promise<ServerSettings | undefined> {
  const records = await dns.resolveSrv(name).catch(() => []) // no answer and no record are the same: nothing announced
  const [best] = records.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
  // a target of "." says: not offered here
  const host = best && best.name !== '' && best.name !== '.' ? hostName(best.name) : undefined
  return best && host !== undefined && host.includes('.') && best.port > 0
    ? { host, port: best.port, encryption }
    : undefined
}

async function fromExchanger(dns: DiscoveryNeeds['dns'], domain: string): Promise<KnownProvider | undefined> {
  const records = await dns.resolveMx(domain).catch(() => []) // as above
  for (const { exchange } of records.toSorted((a, b) => a.priority - b.priority)) {
    const owner = getDomain(exchange)
    const provider = owner === null ? undefined : providerBehind(owner)
    if (provider) return provider
  }
  return undefined
}

function guess(domain: string, username: string): Discovered {
  return {
    found: false,
    source: 'guess',
    imap: { host: `imap.${domain}`, port: 993, encryption: 'tls' },
    smtp: { host: `smtp.${domain}`, port: 465, encryption: 'tls' },
    username,
  }
}
