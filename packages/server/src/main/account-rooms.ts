import type { AccountId, UserId } from '@plmail/wire'
import {
  type Accounts,
  type AccountsOptions,
  createAccounts,
  createDiscovery,
  probeSmtp,
} from '../accounts/index.ts'
import type { Changes } from '../changes/index.ts'
import type { Config } from '../config/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Random } from '../kit/random.ts'
import type { AccountHolder, Identities } from '../mail/index.ts'
import { probeImap } from '../providers/imap/index.ts'
import type { People } from '../people/index.ts'
import type { Store } from '../store/index.ts'
import { calendarProbesOver } from './calendar-sessions.ts'
import { chooseEndpoints, oauthOver } from './provider-sign-in.ts'
import type { OutboundConnections } from './outbound-connections.ts'

export interface AccountRoomsOptions {
  store: Store
  config: Config
  changes: Changes
  clock: Clock
  random: Random
  log: Log
  ways: OutboundConnections
  events: AccountsOptions['events']
}

/** The accounts room with its probes and its ways of finding a provider's servers. */
export function createAccountsOver({
  store,
  config,
  changes,
  clock,
  random,
  log,
  ways,
  events,
}: AccountRoomsOptions): Accounts {
  const { database, cipher, cache, locks } = store
  const endpoints = chooseEndpoints(config)
  const accounts = createAccounts({
    database,
    changes,
    cipher,
    cache,
    locks,
    clock,
    random,
    log,
    events,
    discover: (owner) =>
      createDiscovery({
        outbound: (purpose, url) => ways.outbound(purpose, url, owner),
        dns: ways.records('discovery', owner),
      }),
    probes: {
      imap: (server, password, owner) =>
        probeImap({ ...server, dialer: ways.dialer('imap', owner) }, password),
      smtp: (server, password, owner) =>
        probeSmtp({ ...server, dialer: ways.dialer('smtp', owner) }, password),
    },
    calendarProbes: calendarProbesOver({ ways, clock, random }),
    allowPlaintext: config.mailAllowPlaintext,
    allowedServers: config.mailAllowedServers,
    listAddresses: ways.listAddresses('imap'),
    oauth: (owner) => oauthOver(endpoints, ways.fetch('provider-sign-in', owner), clock),
    environment: config.providers,
    publicAddress: config.publicAddress,
  })
  if (ways.mayAddMailServers) return accounts
  return { ...accounts, add: async () => ({ ok: false, problems: [outside] }) }
}

const outside = {
  pointer: '/imap/host',
  problem: { problem: 'accounts/not-in-demo' },
} as const

/** As whom an account sends until somebody says otherwise: its address, and the name it or its user has. */
export function getHolder(accounts: Pick<Accounts, 'getOwner' | 'get'>, people: Pick<People, 'users'>) {
  return async (id: AccountId): Promise<AccountHolder | undefined> => {
    const owner = await accounts.getOwner(id)
    const account = owner === undefined ? undefined : await accounts.get(owner, id)
    if (owner === undefined || !account) return undefined
    const { address, name, provider } = account
    const hasName = name.toLowerCase() !== address.toLowerCase()
    const called = hasName ? name : ((await people.users.byId(owner))?.name ?? '')
    return { address, name: called, hasAliases: provider === 'imap' }
  }
}

/** Every address that is the user's: of the accounts, and what they send from besides. */
export function listOwnAddresses(
  accounts: Pick<Accounts, 'ownAddresses' | 'list'>,
  identities: Pick<Identities, 'listAddresses'>,
) {
  return async (userId: UserId): Promise<Set<string>> => {
    const ids = (await accounts.list(userId)).map(({ id }) => id)
    return new Set([...(await accounts.ownAddresses(userId)), ...(await identities.listAddresses(ids))])
  }
}

/** As whom a user takes part in events: every account's address, with the name that it or its user has. */
export function listHolders(
  accounts: Pick<Accounts, 'list' | 'getOwner' | 'get'>,
  people: Pick<People, 'users'>,
) {
  const holder = getHolder(accounts, people)
  return async (userId: UserId) => {
    const all = await accounts.list(userId)
    const holders = await Promise.all(
      all.map(async ({ id }) => ({ accountId: id, holder: await holder(id) })),
    )
    return holders.flatMap(({ accountId, holder: accountHolder }) =>
      accountHolder ? [{ accountId, ...accountHolder }] : [],
    )
  }
}
