import type { AccountId, Invocation, MessageId, UserId } from '@plmail/wire'
import { silentLog } from '../../kit/log.ts'
import { systemRandom } from '../../kit/random.ts'
import { createTrustedSenders, createUnsubscribing } from '../../mail/index.ts'
import { readingHere } from '../../mail/search/attached/reader.ts'
import {
  type AccountForTests,
  deliver,
  type Letter,
  type MailForTests,
  mailForTests,
  newAccount,
} from '../../mail/mail-for-tests.ts'
import { createPreferences, createSavedSearches } from '../../people/index.ts'
import { rulesFor } from '../../mail/rules/rules-for-tests.ts'
import { ada, bob } from '../../people/people-for-tests.ts'
import { createRenderer, inThisThread } from '../../safety/index.ts'
import {
  cookieHeader,
  form,
  ownPage,
  type TestHttp,
  type TestHttpOptions,
  testHttp,
} from '../http-for-tests.ts'
import { type JmapNeeds, jmapRoutes } from './index.ts'
import { contactsFor } from './contacts-for-tests.ts'
import { pushRoomFor } from './push/push-room-for-tests.ts'
import { sendingFor } from './sending-for-tests.ts'

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
  deliver(letters: readonly Letter[]): Promise<MessageId[]>
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
  'urn:ietf:params:jmap:contacts',
  'urn:plmail:params:jmap:people',
  'urn:plmail:params:jmap:snooze',
]

export interface JmapTestOptions extends TestHttpOptions {
  /** Parts that the test brings along. */
  jmap?(room: MailForTests): Partial<JmapNeeds>
}

export async function jmapForTests(options: JmapTestOptions = {}): Promise<JmapForTests> {
  const room = await mailForTests()
  const http = await jmapProcess(room, options)
  return {
    ...{ room, http },
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
    ...{ clock: room.clock, random: systemRandom, imageKey: 'key', run: inThisThread },
  })
  return testHttp(database, {
    ...options,
    clock: room.clock,
    publicAddress: 'https://mail.example',
    plugins: ({ guard, streams }) => [
      jmapRoutes({
        ...{ mail: room.mail, changes: room.changes, renderer, guard, log: silentLog },
        ...sending,
        trustedSenders: createTrustedSenders({ database, changes: room.changes }),
        documents: readingHere,
        contacts: contactsFor(room),
        preferences: createPreferences({ store: database, changes: room.changes }),
        rules: rulesFor(room).rules,
        unsubscribing: createUnsubscribing({ mail: room.mail, ...sending, post: nowhere }),
        savedSearches: createSavedSearches({ store: database, changes: room.changes }),
        caller: (userId) => callerOf(room, userId),
        timeZoneOf: async () => 'Europe/Berlin',
        reference: () => 'reference',
        streams,
        push: pushRoomFor(room).push,
        clock: room.clock,
        ...options.jmap?.(room),
      }),
    ],
  })
}

const nowhere = { send: async () => ({ ok: false, why: 'unreachable' }) as const }

async function callerOf({ db }: MailForTests, userId: UserId) {
  const rows = await db.database.query<{ id: AccountId; kind: string }>(
    'select id, kind from jmap_account where user_id = $1',
    [userId],
  )
  return {
    username: `U${userId}`,
    accounts: rows
      .filter(({ kind }) => kind === 'mail')
      .map(({ id }) => ({ id, name: 'Mail', address: 'a@example.test' })),
    personal: rows.find(({ kind }) => kind === 'personal')?.id,
  }
}

async function user(room: MailForTests, http: TestHttp, person: typeof ada): Promise<JmapUser> {
  const made = await http.people.users.create(person, { isAdmin: false })
  if (!made.ok) throw new Error('the user was not made')
  const { id } = made.user
  const signedIn = await http.app.inject({
    ...{ method: 'POST', url: '/login' },
    ...form({ email: person.email, password: person.password }),
  })
  const headers = { cookie: cookieHeader(signedIn), ...ownPage }
  const issued = await http.app.inject({ method: 'POST', url: '/api/session/token', headers })
  const { token } = issued.json<{ token: string }>()
  const account = await newAccount({ ...room, user: id })
  const personalId = `A${await room.changes.personal(id)}`
  const post: JmapUser['post'] = async (payload, contentType = 'application/json') => {
    const answer = await http.app.inject({
      ...{ method: 'POST', url: '/jmap/api', payload },
      headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
    })
    return { status: answer.statusCode, json: answer.json<Record<string, unknown>>() }
  }
  return {
    ...{ id, token, account, accountId: `A${account.id}`, personalId, post },
    deliver: (letters) => deliver(room, account.id, letters),
    call: async (...calls) => {
      const methodCalls = calls.map(([name, args], index) => [name, args, `c${index}`])
      const { json } = await post(JSON.stringify({ using: all, methodCalls }))
      return json['methodResponses'] as Invocation[]
    },
  }
}
