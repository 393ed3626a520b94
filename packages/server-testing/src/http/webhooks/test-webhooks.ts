import { ProviderName } from '@plmail/wire'
import { createEvents } from '../../../../server/src/events/index.ts'
import type { AddressInfo } from 'node:net'
import { realClock } from '../../../../emulators/src/clock/clock.ts'
import type { EmulatedMailbox } from '../../../../emulators/src/mailbox.ts'
import { createWorld, type World } from '../../../../emulators/src/world.ts'
import type { AccountView } from '../../../../server/src/accounts/index.ts'
import { createLog } from '../../../../server/src/kit/log.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import type { AccountSession } from '../../../../server/src/providers/contract/index.ts'
import {
  type CheckPushIdentity,
  createPushIdentityCheck,
  type ExpectedIdentity,
} from '../../../../server/src/providers/google/index.ts'
import { type GoogleForTests, googleForTests } from '../../providers/google/test-google.ts'
import { type MicrosoftForTests, microsoftForTests } from '../../providers/microsoft/test-microsoft.ts'
import type { Database } from '../../../../server/src/store/index.ts'
import { createCalendarWatches } from '../../../../server/src/sync/calendars/watches/create-calendar-watches.ts'
import { type CalendarWatches, createWatches, type Watches } from '../../../../server/src/sync/index.ts'
import { type RoomsForTests, roomsForTests } from '../../sync/test-sync-rooms.ts'
import { testHttp } from '../test-http.ts'
import { webhookRoutes } from '../../../../server/src/http/webhooks/index.ts'

export const topic = 'projects/house/topics/mail'
export const pushToken = 'a token of the administrator’s'

/** One account at an emulated provider, which calls a real server. */
export interface WebhooksForTests extends RoomsForTests {
  world: World
  mailbox: EmulatedMailbox
  watches: Watches
  /** Where the server listens. */
  url: string
  /** The account as the accounts room would tell of it. */
  view: AccountView
  settings: {
    publicAddress: string | undefined
    topic: string | undefined
    pushToken: string | undefined
    isEmulated: boolean
    /** Asks for signed calls; undefined: the token is enough. */
    expectedIdentity: ExpectedIdentity | undefined
  }
  logged: string[]
  /** What instant delivery asked of the database, as SQL. */
  asked: string[]
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

export interface GoogleWebhooks extends WebhooksForTests {
  emulated: GoogleForTests
}

export interface MicrosoftWebhooks extends WebhooksForTests {
  emulated: MicrosoftForTests
}

export async function googleWebhooks(): Promise<GoogleWebhooks> {
  const world = createWorld('webhooks', realClock())
  const emulated = await googleForTests('webhooks', world, world.clock)
  const mailbox = emulated.google.addAccount('Ann@example.test', { name: 'Ann' })
  const { endpoints } = emulated
  const checkSignature = createPushIdentityCheck({ endpoints, fetch, clock: world.clock })
  const session = await emulated.open(mailbox.email)
  const rooms = await webhooks(world, ProviderName.google, mailbox, session, emulated, checkSignature)
  emulated.google.pubSub.createTopic(topic)
  const endpoint = `${rooms.url}/provA/push?token=${encodeURIComponent(pushToken)}`
  emulated.google.pubSub.subscribe({ name: 'projects/house/subscriptions/s', topic, endpoint })
  return { ...rooms, emulated }
}

export async function microsoftWebhooks(): Promise<MicrosoftWebhooks> {
  const world = createWorld('webhooks', realClock())
  const emulated = await microsoftForTests('webhooks', world, world.clock)
  const mailbox = emulated.microsoft.addAccount('ann@example.test')
  const rooms = await webhooks(
    world,
    ProviderName.microsoft,
    mailbox,
    await emulated.open(mailbox.email),
    emulated,
  )
  return { ...rooms, emulated }
}

async function webhooks(
  world: World,
  provider: ProviderName,
  mailbox: EmulatedMailbox,
  session: AccountSession,
  emulated: AsyncDisposable,
  checkSignature?: CheckPushIdentity,
): Promise<WebhooksForTests> {
  const settings: WebhooksForTests['settings'] = {
    publicAddress: undefined,
    topic,
    pushToken,
    isEmulated: true,
    expectedIdentity: undefined,
  }
  const logged: string[] = []
  const asked: string[] = []
  let made: { watches: Watches; calendars: CalendarWatches; view: AccountView } | undefined
  const rooms = await roomsForTests(
    async () => session,
    ({ db, jobs, user, account, locks }) => {
      const view = toView(account, user, provider, mailbox.email, world.clock.now())
      const watches = createWatches({
        database: telling(db.database, asked),
        jobs,
        events: createEvents(),
        locks,
        clock: world.clock,
        random: systemRandom,
        accounts: {
          getOwner: async () => user,
          get: async () => view,
          providers: { inForce: async () => ({ client: undefined, pushIdentity: undefined, ...settings }) },
        },
        open: async () => session,
        log: createLog({ level: 'info', write: (line) => logged.push(line) }),
        publicAddress: () => settings.publicAddress,
        listAddresses: async (host) => (host === 'inside.example' ? ['127.0.0.1'] : [host]),
        isEmulated: () => settings.isEmulated,
      })
      // Nobody here has calendars.
      const calendars = createCalendarWatches({
        database: db.database,
        jobs,
        locks,
        clock: world.clock,
        random: systemRandom,
        sources: { active: async () => [], get: async () => undefined, ofAccount: async () => [] },
        calendars: { list: async () => [] },
        open: () => Promise.reject(new Error('There is no source')),
        log: createLog({ level: 'info', write: (line) => logged.push(line) }),
        publicAddress: () => settings.publicAddress,
        obstacle: async () => undefined,
      })
      made = { watches, calendars, view }
    },
  )
  if (!made) throw new Error('The rooms were not made')
  const { watches, calendars, view } = made
  const { app } = await testHttp(rooms.db.database, {
    plugins: () => [
      webhookRoutes({
        watches,
        calendars: calendars.announcements,
        pushToken: async () => settings.pushToken,
        signatureTrouble: async (authorization) =>
          settings.expectedIdentity && checkSignature?.(authorization, settings.expectedIdentity),
      }),
    ],
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  settings.publicAddress = url
  return {
    ...rooms,
    world,
    mailbox,
    watches,
    url,
    view,
    settings,
    logged,
    asked,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    [Symbol.asyncDispose]: async () => {
      world.delivery.clear()
      await app.close()
      await watches.stop()
      await rooms[Symbol.asyncDispose]()
      await emulated[Symbol.asyncDispose]()
    },
  }
}

const telling = (database: Database, statements: string[]): Database => ({
  ...database,
  query: (text, values) => {
    statements.push(text)
    return database.query(text, values)
  },
})

function toView(
  id: AccountView['id'],
  userId: AccountView['userId'],
  provider: ProviderName,
  address: string,
  now: Date,
): AccountView {
  return {
    id,
    userId,
    provider,
    address,
    name: address,
    condition: 'ok',
    conditionDetail: null,
    conditionText: null,
    conditionSince: now,
    lastSyncedAt: now,
  }
}
