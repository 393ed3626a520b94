import { Resolver, lookup } from 'node:dns/promises'
import type { AccountsOptions, DiscoveryNeeds } from '../accounts/index.ts'
import type { Config } from '../config/index.ts'
import type { Log } from '../kit/log.ts'
import type { AskServer, Fetch } from '../providers/contract/index.ts'
import {
  createOutbound,
  createOutboundPost,
  createOutboundRequest,
  createOutboundStream,
  isLoopbackHost,
  type Outbound,
  type OutboundPost,
  type OutboundStream,
} from '../safety/index.ts'

/** Everything by which this program speaks to other machines, but for the mail servers of accounts. */
export interface OutboundConnections {
  /** To Google and Microsoft. */
  fetch: Fetch
  /** To addresses that strangers or users name. */
  outbound: Outbound
  /** To the push services of browsers and clients. */
  post: OutboundPost
  /** To mailing lists that a reader leaves (RFC 8058). */
  leave: OutboundPost
  /** To servers of calendars that users name. */
  servers: AskServer
  /** To calendar files that users subscribe to. */
  feeds: AskServer
  /** To the identity provider that people sign in at. */
  identity: AskServer
  /** To the model server of the assistant. */
  assistant: OutboundStream
  dns: DiscoveryNeeds['dns'] & Pick<Resolver, 'resolveTxt'>
  listAddresses: AccountsOptions['listAddresses']
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
export function waysOut(config: WaysConfig, log: Log): OutboundConnections {
  return config.isDemo ? withinThisMachine : toTheWorld(config, log)
}

const toTheWorld = (config: WaysConfig, log: Log): OutboundConnections => ({
  fetch: (url, init) => fetch(url, init),
  outbound: createOutbound(),
  post: createOutboundPost({ allowLoopback: mayPushToLoopback(config, log) }),
  leave: createOutboundPost({ allowLoopback: mayPushToLoopback(config, log) }),
  servers: createOutboundRequest(integrations(config)),
  feeds: createOutboundRequest({ ...integrations(config), limits: { maxBytes: maxFeedLength } }),
  identity: createOutboundRequest({ ...integrations(config), limits: identityLimits }),
  assistant: createOutboundStream(modelServers(config)),
  // A person is waiting for the form to be filled in.
  dns: new Resolver({ timeout: 2_000, tries: 1 }),
  listAddresses: async (host) => {
    const addresses = await lookup(host, { all: true }).catch(() => []) // no answer and no address are the same
    return addresses.map(({ address }) => address)
  },
  mayAddMailServers: true,
})

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

const withinThisMachine: OutboundConnections = {
  fetch: async (url, init) => {
    if (!isOnLoopback(url))
      throw new TypeError(`The demo stays on this machine; ${new URL(url).hostname} is another`)
    return fetch(url, init)
  },
  outbound: async () => ({ ok: false, why: 'refused-address' }),
  post: { accepts: () => false, send: async () => ({ ok: false, why: 'refused-address' }) },
  leave: { accepts: () => false, send: async () => ({ ok: false, why: 'refused-address' }) },
  servers: async () => ({ ok: false, why: 'refused-address' }),
  feeds: async () => ({ ok: false, why: 'refused-address' }),
  identity: async () => ({ ok: false, why: 'refused-address' }),
  assistant: createOutboundStream({ allowHttp: true, allowedHosts: [], isLoopbackOnly: true }),
  dns: { resolveSrv: async () => [], resolveMx: async () => [], resolveTxt: async () => [] },
  listAddresses: async () => [],
  mayAddMailServers: false,
}
