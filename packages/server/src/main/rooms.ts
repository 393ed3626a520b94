import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { UserId } from '@plmail/wire'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/index.ts'
import { createHealth } from '../health/index.ts'
import { accountsApi } from '../http/api/accounts.ts'
import { appPasswordsApi } from '../http/api/app-passwords.ts'
import { calendarSourcesApi } from '../http/api/calendar-sources.ts'
import { calendarsApi } from '../http/api/calendars.ts'
import { contactsApi } from '../http/api/contacts.ts'
import { eventConflictsApi } from '../http/api/event-conflicts.ts'
import { imageProxyRoute } from '../http/api/image-proxy.ts'
import { jobsApi } from '../http/api/jobs.ts'
import { consoleSteps } from '../http/api/console-steps.ts'
import { providersApi, signInOffers } from '../http/api/providers.ts'
import { webhooksApi } from '../http/api/webhooks.ts'
import { type HttpNeeds, createHttp } from '../http/index.ts'
import { jmapRoutes } from '../jmap/index.ts'
import { liveRoutes } from '../http/live/index.ts'
import { oauthRoutes } from '../http/oauth/index.ts'
import { messagePages } from '../http/pages/messages.ts'
import { bookingAttempt, publicCalendarPages } from '../http/pages/public-calendar.ts'
import { webhookRoutes } from '../http/webhooks/index.ts'
import type { People } from '../people/index.ts'
import { createImageProxy, createRenderer, frameScriptHash, inWorker } from '../safety/index.ts'
import { holdersOf } from './account-rooms.ts'
import { lookOften } from './demo-looks.ts'
import { documentReader } from './document-reader.ts'
import { type DomainNeeds, type DomainRooms, createDomainRooms } from './domain-rooms.ts'
import { placeLimitsOf } from './place-limits.ts'
import { refusedMailboxesOf } from './refused-mailboxes.ts'
import { scheduleMaintenance } from './maintenance.ts'

export interface RoomsOptions extends DomainNeeds {
  /** The folder of the program, where the built web client lies. */
  home: string
  version: string
}

/** The rooms of one server process, wired together and not yet at work. */
export interface Rooms {
  people: People
  http: FastifyInstance
  /** Runs jobs, schedules and watches; only in roles that do. */
  startWork(): Promise<void>
  stopWork(graceMilliseconds: number): Promise<void>
  /** See `Submissions.mendDue`. */
  mendDue(): Promise<{ moved: number; chosen: number }>
}

// Beside the bundle: a thread starts from a file of its own (tools/build.mjs).
const renderWorker = new URL('./render-worker.js', import.meta.url)

export async function createRooms(options: RoomsOptions): Promise<Rooms> {
  const domain = createDomainRooms(options)
  const { accounts, jobs, sync, watches, people, push } = domain
  scheduleMaintenance({ ...options, ...domain })
  const imageKey = options.config.keyFor('image-proxy').toString('hex')
  const renderer = createRenderer({ ...options, imageKey, run: inWorker({ file: renderWorker }) })

  let isWorking = false
  let stopLooking: (() => Promise<void>) | undefined
  const http = await createHttp({
    ...options,
    people,
    health: createHealth({
      checks: {
        database: () => options.store.database.query('select 1').then((rows) => rows.length === 1),
        queue: () => jobs.waiting().then(() => true),
        workers: async () => (isWorking ? true : null),
        disk: () => options.store.hasDiskSpace(),
      },
    }),
    webClient: { folder: join(options.home, 'packages/web/dist'), scriptHashes: [frameScriptHash] },
    plugins: routes(options, domain, renderer, imageKey),
  })
  return {
    people,
    http,
    mendDue: () => domain.submissions.mendDue(),
    startWork: async () => {
      await jobs.start()
      await sync.watch()
      await push.start()
      if (options.config.isDemo) stopLooking = lookOften(accounts, sync, domain.calendarSync)
      isWorking = true
    },
    stopWork: async (graceMilliseconds) => {
      isWorking = false
      await stopLooking?.()
      await push.stop()
      await jobs.stop(graceMilliseconds)
      await sync.stop()
      await watches.stop()
      await renderer.close()
    },
  }
}

/** Pictures fetched for readers. Nothing in it is worth keeping. */
export function imageCacheFolder({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'image-cache')
}

function routes(
  { config, store, clock, random, log }: RoomsOptions,
  domain: DomainRooms,
  renderer: ReturnType<typeof createRenderer>,
  imageKey: string,
): HttpNeeds['plugins'] {
  const { accounts, changes, jobs, mail, outbound, people, sync, watches } = domain
  const { identities, submissions, trustedSenders, push, rules, unsubscribing } = domain
  const cacheFolder = imageCacheFolder(config)
  const { calendars, contacts, invitations, reminders } = domain
  const { shares, booking, vacations } = domain
  const imageProxy = createImageProxy({ outbound, key: imageKey, clock, cacheFolder })
  const verifyHub = (cookie: string) => people.tokens.verifyHub(cookie)
  const caller = changes.whileAccountsStay(async (userId: UserId) => {
    const [user, own, personal, settable] = await Promise.all([
      people.users.byId(userId),
      accounts.list(userId),
      changes.personal(userId),
      vacations.settable(userId),
    ])
    return {
      username: user?.email ?? '',
      language: user?.language,
      accounts: own.map((account) => ({
        ...account,
        ...placeLimitsOf(account.provider),
        hasVacation: settable.has(account.id),
      })),
      personal,
    }
  })
  const timeZoneOf = async (userId: UserId) => (await people.users.byId(userId))?.timeZone ?? 'UTC'
  const refusedMailboxes = refusedMailboxesOf({
    mail,
    now: () => clock.now().getTime(),
    sleep: async (milliseconds) => void (await sleep(milliseconds)),
  })
  return ({ guard, streams }) => [
    jmapRoutes({
      mail,
      refusedMailboxes,
      rules,
      unsubscribing,
      identities,
      submissions,
      trustedSenders,
      templates: domain.templates,
      documents: documentReader,
      contacts,
      calendars,
      shares,
      booking,
      vacations,
      invitations,
      reminders,
      holdersOf: holdersOf(accounts, people),
      busyOf: domain.calendarSync.busyOf,
      random,
      preferences: people.preferences,
      savedSearches: people.savedSearches,
      changes,
      renderer,
      guard,
      caller,
      timeZoneOf,
      streams,
      push,
      clock,
      log,
      reference: randomUUID,
    }),
    liveRoutes({ changes, verifyHub, onSessionsEnded: people.sessions.onEnded, streams, clock, log }),
    accountsApi({
      accounts,
      sync,
      watches,
      requireSession: guard.requireSession,
      isDemo: config.isDemo,
      hasDiskSpace: store.hasDiskSpace,
      signIns: () => signInOffers(accounts.providers),
    }),
    oauthRoutes({ grants: accounts.grants, guard, clock }),
    providersApi({
      providers: accounts.providers,
      steps: (provider) =>
        consoleSteps(
          { accounts, watches, clock, calendarSync: domain.calendarSync, probe: domain.probeProvider },
          provider,
        ),
      requireAdmin: guard.requireAdmin,
    }),
    webhooksApi({
      accounts,
      watches,
      calendarSync: domain.calendarSync,
      requireAdmin: guard.requireAdmin,
    }),
    webhookRoutes({
      watches,
      calendars: domain.calendarSync.watches.announcements,
      pushToken: async () => (await accounts.providers.inForce('provA')).pushToken,
      signatureTrouble: domain.pushSignatureTrouble,
    }),
    appPasswordsApi({ appPasswords: people.appPasswords, accounts, requireSession: guard.requireSession }),
    messagePages({
      mail,
      renderer,
      guard,
      clock,
      random,
      accountsOf: async (userId) => (await caller(userId)).accounts,
    }),
    publicCalendarPages({
      shares,
      booking,
      clock,
      attempt: (address) => bookingAttempt(store.cache, address),
    }),
    calendarsApi({
      calendars,
      requireSession: guard.requireSession,
      accountsOf: async (userId) => {
        const { accounts: own, personal } = await caller(userId)
        const providers = own.filter(({ provider = 'imap' }) => provider !== 'imap').map(({ id }) => id)
        return personal === undefined ? providers : [personal, ...providers]
      },
    }),
    eventConflictsApi({
      calendarSync: domain.calendarSync,
      requireSession: guard.requireSession,
      accountsOf: async (userId) => {
        const { accounts: own, personal } = await caller(userId)
        return [...own.map(({ id }) => id), ...(personal === undefined ? [] : [personal])]
      },
    }),
    contactsApi({ contacts, personal: changes.personal, requireSession: guard.requireSession }),
    calendarSourcesApi({
      calendars,
      calendarSync: domain.calendarSync,
      sources: accounts.calendarSources,
      requireSession: guard.requireSession,
    }),
    imageProxyRoute(imageProxy),
    jobsApi({ jobs, requireAdmin: guard.requireAdmin }),
  ]
}
