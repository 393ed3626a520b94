import type { EgressReason } from '@plmail/wire'
import type { AccountsOptions } from '../accounts/index.ts'
import type { Config } from '../config/index.ts'
import type { Dialer, DnsRecords, Fetch, Network, Owner } from '../egress/network/index.ts'
import type { Log } from '../kit/log.ts'
import {
  createOutbound,
  createOutboundPost,
  createOutboundRequest,
  createOutboundStream,
  isLoopbackHost,
  type Outbound,
  type OutboundPost,
  type OutboundRequest,
  type OutboundStream,
} from '../safety/index.ts'

/** Everything by which this program speaks to other machines, on behalf of whoever is named. */
export interface OutboundConnections {
  /** To Google and Microsoft: their APIs, and where people sign in. */
  fetch(reason: 'provider-api' | 'provider-sign-in', owner: Owner): Fetch
  /** To mail servers. */
  dialer(reason: 'imap' | 'smtp' | 'sieve', owner: Owner): Dialer
  /** To addresses that strangers or users name. */
  outbound: Outbound
  /** To the push services of browsers and clients. */
  post: OutboundPost
  /** To mailing lists that a reader leaves (RFC 8058). */
  leave: OutboundPost
  /** To servers of calendars that users name. */
  servers: OutboundRequest
  /** To calendar files that users subscribe to. */
  feeds: OutboundRequest
  /** To the identity provider that people sign in at. */
  identity: OutboundRequest
  /** To the model server of the assistant. */
  assistant(owner: Owner): OutboundStream
  records(reason: 'discovery' | 'caldav', owner: Owner): DnsRecords
  /** The addresses of a host that is connected to for this reason; none where there are none. */
  listAddresses(reason: EgressReason): AccountsOptions['listAddresses']
  /** False: no mail server is connected. */
  mayAddMailServers: boolean
}

type WaysConfig = Pick<
  Config,
  | 'isDemo'
  | 'pushAllowLoopback'
  | 'setting'
  | 'publicAddress'
  | 'integrationsAllowHttp'
  | 'integrationsAllowedHosts'
  | 'assistant'
>

/** The demo's ways end on this machine: no picture, no look-up, no push message leaves it. */
export function waysOut(config: WaysConfig, network: Network, log: Log): OutboundConnections {
  return config.isDemo ? withinThisMachine(network) : toTheWorld(config, network, log)
}

function toTheWorld(config: WaysConfig, network: Network, log: Log): OutboundConnections {
  const client = network.http({})
  const allowLoopback = mayPushToLoopback(config, log)
  const named = { network, ...integrations(config) }
  return {
    fetch: (reason, owner) => client.fetch({ reason, owner }),
    dialer: (reason, owner) => network.dialer({ reason, owner }),
    outbound: createOutbound({ network }),
    post: createOutboundPost({ network, reason: 'push', allowLoopback }),
    leave: createOutboundPost({ network, reason: 'unsubscribe', allowLoopback }),
    servers: createOutboundRequest({ ...named, reason: 'caldav' }),
    feeds: createOutboundRequest({ ...named, reason: 'feed', limits: { maxBytes: maxFeedLength } }),
    identity: createOutboundRequest({ ...named, reason: 'identity', limits: identityLimits }),
    assistant: createOutboundStream({ network, ...modelServers(config) }),
    records: (reason, owner) => network.records({ reason, owner }),
    listAddresses: (reason) => async (host) => {
      const addressesOf = network.addresses({ reason, owner: 'installation' })
      const addresses = await addressesOf(host).catch(() => []) // no answer and no address are the same
      return addresses.map(({ address }) => address)
    },
    mayAddMailServers: true,
  }
}

/**
 * PUSH_ALLOW_LOOPBACK is for tests: with it, every user could make the server post to services of its own machine. In
 * production it counts only where the server itself is on loopback.
 */
function mayPushToLoopback(config: WaysConfig, log: Log): boolean {
  if (!config.pushAllowLoopback) return false
  const ownAddress = config.publicAddress()
  if (config.setting !== 'prod' || (ownAddress !== undefined && isOnLoopback(ownAddress))) return true
  log.event('people.push-loopback-refused')
  return false
}

/** Whether what answers at this URL is on this machine. */
export function isOnLoopback(url: string): boolean {
  // The URL parser keeps the brackets of an IPv6 address.
  return isLoopbackHost(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'))
}

const maxFeedLength = 8 * 1024 * 1024

/** A person is waiting, and what a provider says of itself, its keys and somebody is a few KiB. */
const identityLimits = { maxBytes: 512 * 1024, totalTimeoutMs: 10_000 }

const integrations = ({ integrationsAllowHttp, integrationsAllowedHosts }: WaysConfig) => ({
  allowHttp: integrationsAllowHttp,
  allowedHosts: integrationsAllowedHosts,
})

/** Who sets ASSISTANT_BASE_URL runs this machine, and may name a server beside it. */
function modelServers(config: WaysConfig) {
  const { allowHttp, allowedHosts } = integrations(config)
  const address = config.assistant.baseUrl
  if (address === undefined) return { allowHttp, allowedHosts }
  const { protocol, hostname } = new URL(address)
  return {
    allowHttp: allowHttp || protocol === 'http:',
    allowedHosts: [...allowedHosts, hostname.replace(/^\[(.*)\]$/, '$1')],
  }
}

function withinThisMachine(network: Network): OutboundConnections {
  const client = network.http({})
  const stream = { network, allowHttp: true, allowedHosts: [], isLoopbackOnly: true }
  return {
    ...nothingOutside,
    fetch: (reason, owner) => async (url, init) => {
      if (!isOnLoopback(url))
        throw new TypeError(`The demo stays on this machine; ${new URL(url).hostname} is another`)
      return client.fetch({ reason, owner })(url, init)
    },
    dialer: (reason, owner) => network.dialer({ reason, owner }),
    assistant: createOutboundStream(stream),
  }
}

const nothingOutside: Omit<OutboundConnections, 'fetch' | 'dialer' | 'assistant'> = {
  outbound: async () => ({ ok: false, why: 'refused-address' }),
  post: { accepts: () => false, send: async () => ({ ok: false, why: 'refused-address' }) },
  leave: { accepts: () => false, send: async () => ({ ok: false, why: 'refused-address' }) },
  servers: async () => ({ ok: false, why: 'refused-address' }),
  feeds: async () => ({ ok: false, why: 'refused-address' }),
  identity: async () => ({ ok: false, why: 'refused-address' }),
  records: () => ({ resolveSrv: async () => [], resolveMx: async () => [], resolveTxt: async () => [] }),
  listAddresses: () => async () => [],
  mayAddMailServers: false,
}
