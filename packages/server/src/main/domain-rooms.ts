import { setTimeout as sleep } from 'node:timers/promises'
import { parseMessage } from '@plmail/mail-format'
import { type AccountId, originalLanguage, type PersonBelongings, type UserId } from '@plmail/wire'
import type { Accounts } from '../accounts/index.ts'
import { type Assistant, createAssistant } from '../assistant/index.ts'
import {
  type Booking,
  type Calendars,
  createCalendars,
  type Invitations,
  type Reminders,
  type ShareLinks,
  tellingPeople,
} from '../calendar/index.ts'
import { type Changes, createChanges } from '../changes/index.ts'
import type { Config } from '../config/index.ts'
import { createEgress, type Egress } from '../egress/index.ts'
import { createEvents } from '../events/index.ts'
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
  type Templates,
  type TrustedSenders,
  type Unsubscribing,
  createIdentities,
  createMail,
  createRules,
  createSubmissions,
  createTemplates,
  createTrustedSenders,
  createUnsubscribing,
  readingApart,
} from '../mail/index.ts'
import {
  type People,
  type Push,
  createPeople,
  createPersonDeletion,
  type PersonDeletion,
  createPush,
  createSignInNotices,
} from '../people/index.ts'
import type { Outbound } from '../safety/index.ts'
import type { Store } from '../store/index.ts'
import {
  calendarObjects,
  type CalendarSync,
  createCalendarSync,
  createEventOutbox,
  selectAddressesToldByServer,
} from '../sync/calendars/index.ts'
import { type Sync, type Watches, createOutbox, createSync } from '../sync/index.ts'
import { createAccountsOver, getHolder, listOwnAddresses } from './account-rooms.ts'
import { createCalendarSessions } from './calendar-sessions.ts'
import { createWatchesOver } from './instant-delivery.ts'
import { createInvitationsOver, createRemindersOver } from './meeting-mail.ts'
import { createRelay, createSessions } from './provider-sessions.ts'
import { chooseEndpoints } from './provider-sign-in.ts'
import { type ProbeProvider, probeProviderOver } from './probe-provider.ts'
import { followPausing, withoutPaused } from './pause-mail.ts'
import { countBelongingsOver, removeBelongingsOver } from './remove-belongings.ts'
import { mailToSelfOver } from './mail-to-self.ts'
import { createPublicCalendar } from './public-calendar.ts'
import { createVacationSessions } from './vacations.ts'
import { type PushSignatureTrouble, pushSignatureTroubleOver } from './push-signature.ts'
import { type OutboundConnections, waysOut } from './outbound-connections.ts'

// Beside the bundle once built.
const readingProgram = new URL('./reading-program.js', import.meta.url)

export interface DomainNeeds {
  store: Store
  config: Config
  clock: Clock
  random: Random
  log: Log
}

/** Modules of the product, without anything that arrives from outside. */
export interface DomainRooms {
  changes: Changes
  jobs: Jobs
  egress: Egress
  /** Everything by which the rooms speak to other machines. */
  ways: OutboundConnections
  people: People
  deletion: PersonDeletion
  countBelongings(userId: UserId): Promise<PersonBelongings>
  push: Push
  accounts: Accounts
  mail: Mail
  rules: Rules
  unsubscribing: Unsubscribing
  calendars: Calendars
  calendarSync: CalendarSync
  invitations: Invitations
  reminders: Reminders
  shares: ShareLinks
  booking: Booking
  contacts: Contacts
  identities: Identities
  submissions: Submissions
  templates: Templates
  trustedSenders: TrustedSenders
  vacations: ReturnType<typeof createVacationSessions>
  sync: Sync
  watches: Watches
  outbound: Outbound
  assistant: Assistant
  /**
   * The fault in the signature of a call from Pub/Sub; undefined when there is none, or when no signature is asked for.
   */
  pushSignatureTrouble: PushSignatureTrouble
  probeProvider: ProbeProvider
}

/** The dependency map of the domain: which room gets which. Server and console are wired by the same lines. */
export function createDomainRooms({ store, config, clock, random, log }: DomainNeeds): DomainRooms {
  const { database, blobs, cache, cipher, listen, locks } = store
  const changes = createChanges({ database, listen, clock })
  const jobs = createJobs({ database, clock, log })
  const events = createEvents()
  const egress = createEgress({ database, listen, clock, log, random, mode: config.egress })
  const ways = waysOut(config, egress.network, log)
  const people = createPeople({
    store: database,
    changes,
    listen,
    clock,
    random,
    cache,
    cipher,
    events,
    keys: config,
    publicAddress: config.publicAddress,
    singleSignOn: {
      ask: (request) => ways.identity(request, 'installation'),
      environment: config.singleSignOn,
    },
  })
  const push = createPush({
    store: database,
    changes,
    jobs,
    cache,
    clock,
    random,
    log,
    post: ways.post,
    vapidSeed: config.keyFor('vapid'),
    publicAddress: config.publicAddress,
  })
  const accounts = createAccountsOver({
    store,
    config,
    changes,
    clock,
    random,
    log,
    ways,
    events,
  })
  const holder = getHolder(accounts, people)
  const identities = createIdentities({ database, changes, getHolder: holder })
  const addressesOfUser = listOwnAddresses(accounts, identities)
  const ownAddresses = async (id: AccountId) => {
    const owner = await accounts.getOwner(id)
    return owner === undefined ? [] : [...(await addressesOfUser(owner))]
  }
  const outbox = createOutbox({ jobs })
  const getTimeZone = async (id: UserId) => (await people.users.byId(id))?.timeZone ?? 'UTC'
  const rules = createRules({ database, changes, outbox, jobs, clock, getTimeZone })
  const mail = createMail({
    database,
    blobs,
    changes,
    outbox,
    clock,
    random,
    parse: parseMessage,
    ownAddresses,
    rules,
    events,
    attachments: readingApart(readingProgram),
  })
  const opening = {
    accounts,
    database,
    clock,
    random,
    endpoints: chooseEndpoints(config),
    ways,
    isDemo: config.isDemo,
    sleep: async (milliseconds: number) => void (await sleep(milliseconds)),
  }
  const active = withoutPaused({ accounts, administration: people.administration })
  const sync = createSync({
    database,
    changes,
    jobs,
    mail,
    accounts: active,
    events,
    open: createSessions(opening),
    locks,
    listen,
    clock,
    log,
  })
  const watches = createWatchesOver(config, {
    database,
    accounts,
    events,
    jobs,
    locks,
    clock,
    random,
    log,
    open: createSessions(opening),
    listAddresses: ways.listAddresses('provider-api'),
  })
  const contacts = createContacts({
    database,
    changes,
    jobs,
    clock,
    random,
    sentAfter: mail.read.sentAfter,
    listAccounts: async (userId) => (await accounts.list(userId)).map(({ id }) => id),
    ownAddresses: addressesOfUser,
  })
  const getLanguage = async (id: UserId) => (await people.users.byId(id))?.language ?? originalLanguage
  // Who is told of a change is asked before it goes to where the calendar comes from.
  const eventOutbox = tellingPeople(createEventOutbox({ jobs, random }), {
    listAccounts: (userId) => accounts.list(userId),
    jobs,
    selectAddressesToldByServer,
  })
  const calendars = createCalendars({
    database,
    changes,
    clock,
    outbox: eventOutbox,
    getLocale: getLanguage,
    ownAddresses: async (id) =>
      new Set([...(await addressesOfUser(id))].map((address) => address.toLowerCase())),
    providerObjects: (ids) => calendarObjects(database, ids),
  })
  const calendarSync = createCalendarSync({
    database,
    changes,
    calendars,
    jobs,
    locks,
    clock,
    random,
    log,
    sources: active.calendarSources,
    events,
    open: createCalendarSessions(opening),
    publicAddress: config.publicAddress,
    obstacle: (provider) => watches.obstacle(provider),
  })
  followPausing({ accounts, events, sync, calendarSync })
  const submissions = createSubmissions({
    database,
    changes,
    blobs,
    jobs,
    mail,
    identities,
    outbox,
    clock,
    random,
    getHolder: holder,
    getLanguage,
    relay: createRelay(opening),
    refreshAccount: (id) => sync.refresh(id),
  })
  const invitations = createInvitationsOver({
    database,
    changes,
    jobs,
    mail,
    identities,
    submissions,
    calendars,
    accounts,
    contacts,
    people,
    clock,
    calendarSync,
    events,
    outbox: eventOutbox,
  })
  const { shares, booking } = createPublicCalendar({
    database,
    config,
    changes,
    jobs,
    mail,
    identities,
    submissions,
    accounts,
    people,
    clock,
    random,
    outbox: eventOutbox,
    freshBusy: (_userId, ids, from, to) => calendarSync.busy(ids, from, to),
  })
  createSignInNotices({
    events,
    jobs,
    changes,
    users: people.users,
    clock,
    random,
    publicAddress: config.publicAddress,
    mailToSelf: mailToSelfOver({ mail, submissions, identities, accounts }),
  })
  const deletion = createPersonDeletion({
    store: database,
    jobs,
    clock,
    audit: people.audit,
    administration: people.administration,
    removeBelongings: removeBelongingsOver({
      database,
      changes,
      accounts,
      watches,
      calendarWatches: calendarSync.watches,
    }),
  })
  events.requireSubscribers()
  return {
    changes,
    jobs,
    egress,
    ways,
    people,
    deletion,
    countBelongings: countBelongingsOver({ database, changes, accounts, mail }),
    push,
    accounts,
    mail,
    calendars,
    calendarSync,
    invitations,
    reminders: createRemindersOver({ database, changes, jobs, accounts, people, clock }),
    shares,
    booking,
    contacts,
    rules,
    unsubscribing: createUnsubscribing({ mail, identities, submissions, post: ways.leave }),
    identities,
    submissions,
    templates: createTemplates({ database, changes }),
    trustedSenders: createTrustedSenders({ database, changes }),
    vacations: createVacationSessions({
      ...opening,
      allowedServers: config.mailAllowedServers,
      listAddresses: ways.listAddresses('sieve'),
      listOwnAddresses: (id) => identities.listAddresses([id]),
    }),
    sync,
    watches,
    outbound: ways.outbound,
    assistant: createAssistant({
      database,
      cipher,
      clock,
      random,
      log,
      listen,
      ask: ways.assistant,
      environment: config.assistant,
      read: mail.read,
      search: mail.search,
      mailboxes: mail.mailboxes,
      personal: changes.personal,
      listAccounts: (userId) => accounts.list(userId),
    }),
    probeProvider: probeProviderOver(opening),
    pushSignatureTrouble: pushSignatureTroubleOver(config, {
      accounts,
      fetch: ways.fetch('provider-sign-in', 'installation'),
      clock,
    }),
  }
}
