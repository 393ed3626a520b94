import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId, UserId } from '@plmail/wire'
import type { Accounts } from '../accounts/index.ts'
import { type Changes, createChanges } from '../changes/index.ts'
import type { Config } from '../config/index.ts'
import { type Contacts, createContacts } from '../contacts/index.ts'
import { type Jobs, createJobs } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Random } from '../kit/random.ts'
import {
  type Identities,
  type Mail,
  type Rules,
  type Submissions,
  type TrustedSenders,
  type Unsubscribing,
  createIdentities,
  createMail,
  createRules,
  createSubmissions,
  createTrustedSenders,
  createUnsubscribing,
  parseMessage,
  readingApart,
} from '../mail/index.ts'
import { type People, type Push, createPeople, createPush } from '../people/index.ts'
import type { Outbound } from '../safety/index.ts'
import type { Store } from '../store/index.ts'
import { type Sync, type Watches, createOutbox, createSync } from '../sync/index.ts'
import { createAccountsOver, holderOf } from './account-rooms.ts'
import { createWatchesOver } from './instant-delivery.ts'
import { relayOf, sessionsOf } from './provider-sessions.ts'
import { endpointsOf } from './provider-sign-in.ts'
import { waysOut } from './ways-out.ts'

// Beside the bundle once built.
const readingProgram = new URL('./reading-program.js', import.meta.url)

export interface DomainNeeds {
  store: Store
  config: Config
  clock: Clock
  random: Random
  log: Log
}

/** What the product is made of, without anything that arrives from outside. */
export interface DomainRooms {
  changes: Changes
  jobs: Jobs
  people: People
  push: Push
  accounts: Accounts
  mail: Mail
  rules: Rules
  unsubscribing: Unsubscribing
  contacts: Contacts
  identities: Identities
  submissions: Submissions
  trustedSenders: TrustedSenders
  sync: Sync
  watches: Watches
  outbound: Outbound
}

/** The dependency map of the domain: which room gets which. Server and console are wired by the same lines. */
export function createDomainRooms({ store, config, clock, random, log }: DomainNeeds): DomainRooms {
  const { database, blobs, cache, listen, locks } = store
  const changes = createChanges({ database, listen, clock })
  const jobs = createJobs({ database, clock, log })
  const people = createPeople({ store: database, changes, listen, clock, random, cache, keys: config })
  const ways = waysOut(config, log)
  const push = createPush({
    ...{ store: database, changes, jobs, cache, clock, random, log },
    post: ways.post,
    vapidSeed: config.keyFor('vapid'),
    publicAddress: config.publicAddress,
  })
  const accounts = createAccountsOver({
    ...{ store, config, changes, clock, random, log, ways },
    // Sync is made of accounts, so it is reached for when something happens, not now.
    on: {
      added: (id) => sync.refresh(id),
      credentialsChanged: async (id) => {
        await sync.forget(id)
        await sync.refresh(id)
      },
      removed: (id) => sync.forget(id),
    },
  })
  const ownAddresses = async (id: AccountId) => {
    const owner = await accounts.ownerOf(id)
    return owner === undefined ? [] : [...(await accounts.ownAddresses(owner))]
  }
  const outbox = createOutbox({ jobs })
  const timeZoneOf = async (id: UserId) => (await people.users.byId(id))?.timeZone ?? 'UTC'
  const rules = createRules({ database, changes, outbox, jobs, clock, timeZoneOf })
  const mail = createMail({
    ...{ database, blobs, changes, outbox, clock, random, parse: parseMessage, ownAddresses, rules },
    attachments: readingApart(readingProgram),
  })
  const opening = {
    ...{ accounts, database, clock },
    endpoints: endpointsOf(config),
    fetch: ways.fetch,
    isDemo: config.isDemo,
    sleep: async (milliseconds: number) => void (await sleep(milliseconds)),
  }
  const sync = createSync({
    database,
    changes,
    jobs,
    mail,
    accounts,
    open: sessionsOf(opening),
    locks,
    listen,
    clock,
    log,
  })
  const watches = createWatchesOver(config, {
    ...{ database, accounts, jobs, locks, clock, random, log },
    open: sessionsOf(opening),
    addressesOf: ways.addressesOf,
  })
  const contacts = createContacts({
    ...{ database, changes, jobs, clock, random },
    sentAfter: mail.read.sentAfter,
    accountsOf: async (userId) => (await accounts.list(userId)).map(({ id }) => id),
    ownAddresses: accounts.ownAddresses,
  })
  const holder = holderOf(accounts, people)
  const identities = createIdentities({ database, changes, holderOf: holder })
  const submissions = createSubmissions({
    ...{ database, changes, blobs, jobs, mail, identities, outbox, clock, random },
    holderOf: holder,
    relay: relayOf(opening),
    look: (id) => sync.refresh(id),
  })
  return {
    changes,
    jobs,
    people,
    push,
    accounts,
    mail,
    contacts,
    rules,
    unsubscribing: createUnsubscribing({ mail, identities, submissions, post: ways.leave }),
    identities,
    submissions,
    trustedSenders: createTrustedSenders({ database, changes }),
    sync,
    watches,
    outbound: ways.outbound,
  }
}
