import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type UserId, ProviderName } from '@plmail/wire'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/index.ts'
import { createHealth } from '../health/index.ts'
import { accountsApi } from '../http/api/accounts.ts'
import { assistantApi } from '../http/api/assistant.ts'
import { assistantAnswersApi } from '../http/api/assistant-answers.ts'
import { appPasswordsApi } from '../http/api/app-passwords.ts'
import { calendarSourcesApi } from '../http/api/calendar-sources.ts'
import { calendarsApi } from '../http/api/calendars.ts'
import { contactsApi } from '../http/api/contacts.ts'
import { egressApi } from '../http/api/egress.ts'
import { eventConflictsApi } from '../http/api/event-conflicts.ts'
import { imageProxyRoute } from '../http/api/image-proxy.ts'
import { auditApi } from '../http/api/audit.ts'
import { invitationsApi } from '../http/api/invitations.ts'
import { jobsApi } from '../http/api/jobs.ts'
import { secondFactorPolicyApi } from '../http/api/second-factor-policy.ts'
import { peopleDeletionApi } from '../http/api/people-deletion.ts'
import { peopleApi } from '../http/api/people.ts'
import { consoleSteps } from '../http/api/console-steps.ts'
import { providersApi, signInOffers } from '../http/api/providers.ts'
import { webhooksApi } from '../http/api/webhooks.ts'
import { type HttpNeeds, createHttp } from '../http/index.ts'
import { jmapRoutes } from '../jmap/index.ts'
import { jmapCapabilities } from './jmap-capabilities.ts'
import { liveRoutes } from '../http/live/index.ts'
import { oauthRoutes } from '../http/oauth/index.ts'
import { messagePages } from '../http/pages/messages.ts'
import { bookingAttempt, publicCalendarPages } from '../http/pages/public-calendar.ts'
import { webhookRoutes } from '../http/webhooks/index.ts'
import type { People } from '../people/index.ts'
import { createImageProxy, createRenderer, frameScriptHash, inWorker } from '../safety/index.ts'
import { listHolders } from './account-rooms.ts'
import { syncContinuously } from './demo-sync.ts'
import { documentReader } from './document-reader.ts'
import { type DomainNeeds, type DomainRooms, createDomainRooms } from './domain-rooms.ts'
import { getPlaceLimits } from './place-limits.ts'
import { createRefusedMailboxes } from './refused-mailboxes.ts'
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
      await people.singleSignOn.endOtherSignIns()
      await jobs.start()
      await sync.watch()
      await push.start()
      if (options.config.isDemo) stopLooking = syncContinuously(accounts, sync, domain.calendarSync)
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
      await domain.egress.stop()
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
  const cacheFolder = imageCacheFolder(config)
  const { calendars, contacts, shares, booking, vacations } = domain
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
        ...getPlaceLimits(account.provider),
        hasVacation: settable.has(account.id),
      })),
      personal,
    }
  })
  const getTimeZone = async (userId: UserId) => (await people.users.byId(userId))?.timeZone ?? 'UTC'
  const refusedMailboxes = createRefusedMailboxes({
    mail,
    now: () => clock.now().getTime(),
    sleep: async (milliseconds) => void (await sleep(milliseconds)),
  })
  const capabilities = jmapCapabilities({
    ...domain,
    preferences: people.preferences,
    savedSearches: people.savedSearches,
    listHolders: listHolders(accounts, people),
    getTimeZone,
    getBusyTimes: domain.calendarSync.getBusyTimes,
    refusedMailboxes,
    renderer,
    mayFetchPictures: () => domain.egress.isAllowed('picture'),
    documents: documentReader,
    clock,
    random,
  })
  return ({ guard, streams }) => [
    jmapRoutes({
      capabilities,
      mail,
      changes,
      guard,
      caller,
      streams,
      clock,
      log,
      reference: randomUUID,
    }),
    liveRoutes({ changes, verifyHub, onSessionsEnded: people.sessions.onEnded, streams, clock, log }),
    accountsApi({
      accounts,
      sync,
      watches,
      calendarWatches: domain.calendarSync.watches,
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
      audit: people.audit,
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
      pushToken: async () => (await accounts.providers.inForce(ProviderName.google)).pushToken,
      signatureTrouble: domain.pushSignatureTrouble,
    }),
    appPasswordsApi({ people, accounts, guard, clock }),
    messagePages({
      mail,
      renderer,
      guard,
      clock,
      random,
      listAccounts: async (userId) => (await caller(userId)).accounts,
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
      listAccounts: async (userId) => {
        const { accounts: own, personal } = await caller(userId)
        const providers = own.filter(({ provider = 'imap' }) => provider !== 'imap').map(({ id }) => id)
        return personal === undefined ? providers : [personal, ...providers]
      },
    }),
    eventConflictsApi({
      calendarSync: domain.calendarSync,
      requireSession: guard.requireSession,
      listAccounts: async (userId) => {
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
    peopleApi({ people, accounts, mail, guard, clock }),
    invitationsApi({ people, guard, clock }),
    peopleDeletionApi({ ...domain, guard, clock }),
    auditApi({ people, guard, clock }),
    secondFactorPolicyApi({ people, guard, clock }),
    assistantApi({ assistant: domain.assistant, people, guard, streams, clock, log, random }),
    egressApi({ egress: domain.egress, people, guard }),
    assistantAnswersApi({ assistant: domain.assistant, people, guard, streams, clock, log, random }),
  ]
}
