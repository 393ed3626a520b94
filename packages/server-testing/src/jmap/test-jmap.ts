import type { AccountId, Invocation, MessageId, UserId } from '@plmail/wire'
import { createVacations, type ProvidedVacation, type Vacations } from '../../../server/src/accounts/index.ts'
import { silentLog } from '../../../server/src/kit/log.ts'
import { systemRandom } from '../../../server/src/kit/random.ts'
import { createReminders, type Invitations } from '../../../server/src/calendar/index.ts'
import { createTemplates, createTrustedSenders, createUnsubscribing } from '../../../server/src/mail/index.ts'
import { readingHere } from '../../../server/src/mail/search/attached/attachment-reader.ts'
import {
  type AccountForTests,
  deliver,
  type MessageToDeliver,
  type MailForTests,
  mailForTests,
  newAccount,
} from '../mail/test-mail.ts'
import { createPreferences, createSavedSearches } from '../../../server/src/people/index.ts'
import { rulesFor } from '../mail/rules/test-rules.ts'
import { ada, bob } from '../people/test-people.ts'
import { createRenderer, inThisThread } from '../../../server/src/safety/index.ts'
import {
  cookieHeader,
  form,
  ownPage,
  type TestHttp,
  type TestHttpOptions,
  testHttp,
} from '../http/test-http.ts'
import { createMethodTable, type MethodTable } from '../../../server/src/jmap/engine/method-table.ts'
import { type Capability, jmapRoutes } from '../../../server/src/jmap/index.ts'
import { jmapCapabilities } from '../../../server/src/main/jmap-capabilities.ts'
import { calendarsFor } from './calendars/calendars-behind-jmap.ts'
import { contactsFor } from './contacts/contacts-behind-jmap.ts'
import { pushRoomFor } from './routes/push/push-behind-jmap.ts'
import { sendingFor } from './mail/sending-behind-jmap.ts'
import { sharingFor } from './plmail/sharing-behind-jmap.ts'

/** Two users with a mail account each, spoken to over HTTP as a client would. */
export interface JmapForTests extends AsyncDisposable {
  room: MailForTests
  http: TestHttp
  ada: JmapUser
  bob: JmapUser
}

export interface JmapUser {
  id: UserId
  token: string
  account: AccountForTests
  accountId: string
  personalId: string
  deliver(messages: readonly MessageToDeliver[]): Promise<MessageId[]>
  /** Sends a request; the answer with its status. */
  post(body: string, contentType?: string): Promise<{ status: number; json: Record<string, unknown> }>
  /** Calls methods; their answers in order. */
  call(...calls: Array<[name: string, args: Record<string, unknown>]>): Promise<Invocation[]>
}

export const all = [
  'urn:ietf:params:jmap:core',
  'urn:ietf:params:jmap:mail',
  'urn:ietf:params:jmap:submission',
  'urn:plmail:params:jmap:lists',
  'urn:plmail:params:jmap:journal',
  'urn:plmail:params:jmap:reading',
  'urn:plmail:params:jmap:search',
  'urn:plmail:params:jmap:rules',
  'urn:plmail:params:jmap:unsubscribe',
  'urn:plmail:params:jmap:trusted-senders',
  'urn:plmail:params:jmap:preferences',
  'urn:plmail:params:jmap:templates',
  'urn:ietf:params:jmap:contacts',
  'urn:ietf:params:jmap:calendars',
  'urn:ietf:params:jmap:calendars:parse',
  'urn:plmail:params:jmap:calendars',
  'urn:plmail:params:jmap:share-links',
  'urn:plmail:params:jmap:booking',
  'urn:plmail:params:jmap:invitations',
  'urn:plmail:params:jmap:reminders',
  'urn:plmail:params:jmap:people',
  'urn:plmail:params:jmap:push',
  'urn:plmail:params:jmap:snooze',
  'urn:plmail:params:jmap:categories',
]

export type JmapParts = Parameters<typeof jmapCapabilities>[0] &
  Omit<Parameters<typeof jmapRoutes>[0], 'capabilities'>

/** The capabilities as they are declared, with nothing behind them: none of their methods can run. */
const declaredCapabilities: readonly Capability[] = jmapCapabilities(
  {} as Parameters<typeof jmapCapabilities>[0],
)
export const declaredMethods: MethodTable = createMethodTable(declaredCapabilities)
export const declaredUris: readonly string[] = declaredCapabilities.map(({ uri }) => uri)

export interface JmapTestOptions extends TestHttpOptions {
  /** Parts that the test brings along. */
  jmap?(room: MailForTests): Partial<JmapParts>
}

export async function jmapForTests(options: JmapTestOptions = {}): Promise<JmapForTests> {
  const room = await mailForTests()
  const http = await jmapProcess(room, options)
  return {
    room,
    http,
    ada: await user(room, http, ada),
    bob: await user(room, http, bob),
    [Symbol.asyncDispose]: async () => {
      await http.app.close()
      await room[Symbol.asyncDispose]()
    },
  }
}

/** One more process over the same mail; the users of another sign in to it when it has the same keys. */
export function jmapProcess(room: MailForTests, options: JmapTestOptions = {}): Promise<TestHttp> {
  const { database } = room.db
  const sending = sendingFor(room)
  const renderer = createRenderer({
    clock: room.clock,
    random: systemRandom,
    imageKey: 'key',
    run: inThisThread,
  })
  return testHttp(database, {
    ...options,
    clock: room.clock,
    publicAddress: 'https://mail.example',
    plugins: ({ guard, streams }) => {
      const parts: JmapParts = {
        mail: room.mail,
        changes: room.changes,
        renderer,
        mayFetchPictures: async () => true,
        guard,
        log: silentLog,
        ...sending,
        trustedSenders: createTrustedSenders({ database, changes: room.changes }),
        templates: createTemplates({ database, changes: room.changes }),
        documents: readingHere,
        contacts: contactsFor(room),
        calendars: calendarsFor(room),
        ...sharingFor(room),
        invitations: noInvitations,
        reminders: remindersFor(room),
        listHolders: async (userId) =>
          (await getCaller(room, userId)).accounts.map(({ id, address }) => ({
            accountId: id,
            name: 'A',
            address,
          })),
        getBusyTimes: async (_accounts, addresses) =>
          new Map(
            addresses
              .filter((address) => address.endsWith('@known.test'))
              .map((address) => [address, twoMeetings]),
          ),
        random: systemRandom,
        preferences: createPreferences({ store: database, changes: room.changes }),
        rules: rulesFor(room).rules,
        unsubscribing: createUnsubscribing({ mail: room.mail, ...sending, post: nowhere }),
        vacations: vacationsFor(room),
        savedSearches: createSavedSearches({ store: database, changes: room.changes }),
        caller: (userId) => getCaller(room, userId),
        getTimeZone: async () => 'Europe/Berlin',
        reference: () => 'reference',
        streams,
        push: pushRoomFor(room).push,
        clock: room.clock,
        ...options.jmap?.(room),
      }
      return [jmapRoutes({ ...parts, capabilities: jmapCapabilities(parts) })]
    },
  })
}

/** When everybody is busy whom somebody knows. */
const twoMeetings = ['09', '10'].map((hour, at) => ({
  from: new Date(`2028-04-03T${hour}:00:00Z`),
  to: new Date(`2028-04-03T${String(10 + at)}:00:00Z`),
}))

const remindersFor = ({ db: { database }, changes, clock }: MailForTests) =>
  createReminders({
    database,
    changes,
    clock,
    getHabits: async () => ({ timeZone: 'Europe/Berlin', allDayMinute: 540, addresses: new Set() }),
    mail: async () => false,
  })

/** No message of these tests is about a meeting: their own tests are in calendar/invitations. */
const noInvitations: Invitations = {
  get: async () => [],
  answer: async () => ({ ok: false, why: 'not-found' }),
  propose: async () => ({ ok: false, why: 'not-found' }),
  apply: async () => ({ ok: false, why: 'not-found' }),
}

/** A provider that keeps for each account what it is told. */
function vacationsFor({ db: { database } }: MailForTests): Vacations {
  const kept = new Map<AccountId, ProvidedVacation>()
  const none: ProvidedVacation = { isEnabled: false, period: null, subject: null, html: null }
  return createVacations({
    database,
    isGranted: () => true,
    open: async (id) => ({
      read: async () => kept.get(id) ?? none,
      write: async (vacation) => void kept.set(id, vacation),
    }),
  })
}

const nowhere = { send: async () => ({ ok: false, why: 'unreachable' }) as const }

async function getCaller({ db }: MailForTests, userId: UserId) {
  const rows = await db.database.query<{ id: AccountId; kind: string }>(
    'select id, kind from jmap_account where user_id = $1',
    [userId],
  )
  return {
    username: `U${userId}`,
    accounts: rows
      .filter(({ kind }) => kind === 'mail')
      .map(({ id }) => ({ id, name: 'Mail', address: 'a@example.test', hasVacation: true })),
    personal: rows.find(({ kind }) => kind === 'personal')?.id,
  }
}

async function user(room: MailForTests, http: TestHttp, person: typeof ada): Promise<JmapUser> {
  const made = await http.people.users.create(person, { isAdmin: false })
  if (!made.ok) throw new Error('the user was not made')
  const { id } = made.user
  const signedIn = await http.app.inject({
    method: 'POST',
    url: '/login',
    ...form({ email: person.email, password: person.password }),
  })
  const headers = { cookie: cookieHeader(signedIn), ...ownPage }
  const issued = await http.app.inject({ method: 'POST', url: '/api/session/token', headers })
  const { token } = issued.json<{ token: string }>()
  const account = await newAccount({ ...room, user: id })
  const personalId = `A${await room.changes.personal(id)}`
  const post: JmapUser['post'] = async (payload, contentType = 'application/json') => {
    const answer = await http.app.inject({
      method: 'POST',
      url: '/jmap/api',
      payload,
      headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
    })
    return { status: answer.statusCode, json: answer.json<Record<string, unknown>>() }
  }
  return {
    id,
    token,
    account,
    accountId: `A${account.id}`,
    personalId,
    post,
    deliver: (messages) => deliver(room, account.id, messages),
    call: async (...calls) => {
      const methodCalls = calls.map(([name, args], index) => [name, args, `c${index}`])
      const { json } = await post(JSON.stringify({ using: all, methodCalls }))
      return json['methodResponses'] as Invocation[]
    },
  }
}
