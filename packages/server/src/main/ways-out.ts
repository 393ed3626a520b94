import { Resolver, lookup } from 'node:dns/promises'
import type { AccountsOptions, DiscoveryNeeds } from '../accounts/index.ts'
import type { Config } from '../config/index.ts'
import type { Log } from '../kit/log.ts'
import type { AskServer, Fetch } from '../providers/contract/index.ts'
import {
  createOutbound,
  createOutboundPost,
  createOutboundRequest,
  isLoopbackHost,
  type Outbound,
  type OutboundPost,
} from '../safety/index.ts'
import { mayPushToLoopback } from './push-to-loopback.ts'

/** Everything by which this program speaks to other machines, but for the mail servers of accounts. */
export interface WaysOut {
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
  dns: DiscoveryNeeds['dns'] & Pick<Resolver, 'resolveTxt'>
  addressesOf: AccountsOptions['addressesOf']
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
>

/** The demo's ways end on this machine: no picture, no look-up, no push message leaves it. */
export function waysOut(config: WaysConfig, log: Log): WaysOut {
  return config.isDemo ? withinThisMachine : toTheWorld(config, log)
}

const toTheWorld = (config: WaysConfig, log: Log): WaysOut => ({
  fetch: (url, init) => fetch(url, init),
  outbound: createOutbound(),
  post: createOutboundPost({ allowLoopback: mayPushToLoopback(config, log) }),
  leave: createOutboundPost({ allowLoopback: mayPushToLoopback(config, log) }),
  servers: createOutboundRequest(integrations(config)),
  feeds: createOutboundRequest({ ...integrations(config), limits: { maxBytes: longestFeed } }),
  // A person is waiting for the form to be filled in.
  dns: new Resolver({ timeout: 2_000, tries: 1 }),
  addressesOf: async (host) => {
    const addresses = await lookup(host, { all: true }).catch(() => []) // no answer and no address are the same
    return addresses.map(({ address }) => address)
  },
  mayAddMailServers: true,
})

const longestFeed = 8 * 1024 * 1024

const integrations = ({ integrationsAllowHttp, integrationsAllowedHosts }: WaysConfig) => ({
  allowHttp: integrationsAllowHttp,
  allowedHosts: integrationsAllowedHosts,
})

const withinThisMachine: WaysOut = {
  fetch: async (url, init) => {
    const { hostname } = new URL(url)
    if (!isLoopbackHost(hostname.replace(/^\[(.*)\]$/, '$1')))
      throw new TypeError(`The demo stays on this machine; ${hostname} is another`)
    return fetch(url, init)
  },
  outbound: async () => ({ ok: false, why: 'refused-address' }),
  post: { accepts: () => false, send: async () => ({ ok: false, why: 'refused-address' }) },
  leave: { accepts: () => false, send: async () => ({ ok: false, why: 'refused-address' }) },
  servers: async () => ({ ok: false, why: 'refused-address' }),
  feeds: async () => ({ ok: false, why: 'refused-address' }),
  dns: { resolveSrv: async () => [], resolveMx: async () => [], resolveTxt: async () => [] },
  addressesOf: async () => [],
  mayAddMailServers: false,
}
