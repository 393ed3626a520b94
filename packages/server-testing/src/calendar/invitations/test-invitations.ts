import type { AccountId, CalendarId, MessageId, UserId } from '@plmail/wire'
import { createEvents } from '../../../../server/src/events/index.ts'
import { type JobKind, RetryAt, type RunContext } from '../../../../server/src/jobs/index.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import {
  createIdentities,
  createMail,
  createSubmissions,
  type Mail,
} from '../../../../server/src/mail/index.ts'
import {
  type AccountForTests,
  arrives,
  readBytes,
  type MessageToDeliver,
  type MailForTests,
  mailForTests,
  newAccount,
} from '../../mail/test-mail.ts'
import type { Calendars, EventIntent } from '../../../../server/src/calendar/types.ts'
import { createCalendars } from '../../../../server/src/calendar/create-calendars.ts'
import { createReminders, type Reminders } from '../../../../server/src/calendar/reminders/index.ts'
import {
  createInvitations,
  tellingPeople,
  type Invitations,
  type InvitationWish,
  type MailAccount,
  queueReminder,
} from '../../../../server/src/calendar/invitations/index.ts'

/** Mail and calendars of one user over real parts; jobs are run when the test says so, nothing reaches a network. */
export interface InvitationsForTests extends AsyncDisposable {
  room: MailForTests
  mail: Mail
  calendars: Calendars
  invitations: Invitations
  user: UserId
  account: AccountForTests
  personal: AccountId
  accounts: MailAccount[]
  known: Set<string>
  wish: InvitationWish
  reminders: Reminders
  /** Addresses for which the servers of calendars tell people themselves. */
  toldThere: Map<CalendarId, readonly string[]>
  /** When the calendars of the provider were last read. */
  calendarsReadAt: Date | undefined
  /** Whether the server that sends takes messages. */
  isTaken: boolean
  /** Lets time pass and does what is due then. */
  pass(ms: number): Promise<void>
  /** What sync heard. */
  intents: EventIntent[]
  /** Delivers one message and does what follows at once. */
  receive(message: Omit<MessageToDeliver, 'boxes'>, box?: 'inbox' | 'junk' | 'sent'): Promise<MessageId>
  /** Forgets every event, and all that was said of any. */
  reset(): Promise<void>
  /** Lets the time pass that changes wait for, and sends what is due then; the messages that were submitted since. */
  sent(): Promise<Array<{ to: string[]; text: string }>>
}

export const me = 'me@example.test'

export async function invitationsForTests(): Promise<InvitationsForTests> {
  const room = await mailForTests()
  const { changes, clock, parts, user } = room
  const { database } = room.db
  const personal = await database.transaction((tx) => changes.open(tx, user, 'personal'))
  const context: RunContext = { signal: new AbortController().signal, attempt: 1 }
  const handlers = new Map<string, (payload: unknown) => Promise<void>>()
  const waiting: Array<{ kind: string; payload: unknown; runAt: Date | undefined }> = []
  const jobs = {
    handle: <Payload>(
      kind: JobKind<Payload>,
      run: (payload: Payload, context: RunContext) => Promise<void>,
    ) => void handlers.set(kind.name, (payload) => run(kind.parse(payload), context)),
    enqueue: async (_tx: unknown, kind: { name: string }, payload: unknown, options?: { runAt?: Date }) =>
      void waiting.push({ kind: kind.name, payload, runAt: options?.runAt }),
  }
  const run = async () => {
    for (let at = 0; at < waiting.length;) {
      const job = waiting[at]!
      if ((job.runAt ?? clock.now()) > clock.now()) at += 1
      else {
        waiting.splice(at, 1)
        try {
          await handlers.get(job.kind)?.(JSON.parse(JSON.stringify(job.payload)))
        } catch (error) {
          if (!(error instanceof RetryAt)) throw error
          waiting.push({ ...job, runAt: error.at })
        }
      }
    }
  }
  const intents: EventIntent[] = []
  const getHolder = async () => ({ address: me, name: 'Me' })
  const identities = createIdentities({ database, changes, getHolder })
  const events = createEvents()
  const mail: Mail = createMail({
    ...parts,
    events,
  })
  const submissions = createSubmissions({
    database,
    blobs: parts.blobs,
    outbox: parts.outbox,
    jobs,
    mail,
    identities,
    getHolder,
    getLanguage: async () => 'en',
    clock,
    random: systemRandom,
    changes,
    refreshAccount: async () => {},
    relay: async (_account, { to }) =>
      bench.isTaken
        ? { outcome: 'answered', replies: new Map(to.map((one) => [one, '250 ok'])) }
        : { outcome: 'not-taken', said: '421 later' },
  })
  const account = await newAccount(room)
  const [junk] = await database.query<{ id: AccountForTests['boxes']['inbox'] }>(
    `update mailbox set role = 'junk' where id = $1 returning id`,
    [account.boxes.work],
  )
  const accounts: MailAccount[] = [{ id: account.id, address: me, name: 'Me' }]
  const outbox = tellingPeople(
    { enqueue: async (_, enqueued) => void intents.push(...enqueued) },
    { listAccounts: async () => accounts, jobs, selectAddressesToldByServer: async () => bench.toldThere },
  )
  const calendars: Calendars = createCalendars({
    database,
    changes,
    clock,
    getLocale: async () => 'en',
    ownAddresses: async () => new Set([me]),
    outbox,
  })
  const invitations = createInvitations({
    database,
    changes,
    jobs,
    mail,
    identities,
    submissions,
    calendars,
    clock,
    events,
    outbox,
    listAccounts: async () => accounts,
    getOwner: async () => user,
    isKnown: async (_user, address) => bench.known.has(address),
    getWish: async () => bench.wish,
    getConventions: async () => ({ locale: 'en', timeZone: 'Europe/Berlin' }),
    calendarsReadAt: async () => bench.calendarsReadAt,
  })
  const bench: InvitationsForTests = {
    room,
    mail,
    calendars,
    invitations,
    user,
    account,
    personal,
    accounts,
    intents,
    known: new Set(),
    toldThere: new Map(),
    wish: 'all',
    isTaken: true,
    calendarsReadAt: undefined,
    reminders: createReminders({
      database,
      changes,
      clock,
      getHabits: async () => ({ timeZone: 'Europe/Berlin', allDayMinute: 540, addresses: new Set([me]) }),
      mail: async (change, event, reminder) => {
        const speech = { locale: 'en', timeZone: 'Europe/Berlin' }
        await queueReminder({ jobs }, change, accounts[0]!, event, speech, reminder)
        return true
      },
    }),
    pass: async (ms) => {
      clock.advance(ms)
      await run()
    },
    receive: async (message, box = 'inbox') => {
      const mailboxIds = [{ inbox: account.boxes.inbox, junk: junk!.id, sent: account.boxes.sent }[box]]
      const prepared = await mail.ingest.prepare([readBytes({ ...message, boxes: mailboxIds })])
      const arrivals = prepared.map((preparedMessage) => ({
        prepared: preparedMessage,
        mailboxIds,
        keywords: [],
        isNew: true,
      }))
      const { result } = await changes.write(account.id, arrives, (change) =>
        mail.ingest.arrive(change, arrivals),
      )
      await run()
      return result[0]!
    },
    reset: async () => {
      waiting.length = 0
      for (const table of [
        'calendar_event',
        'calendar',
        'scheduling_revision',
        'called_off_meeting',
        'announcement',
        'scheduling_mail',
      ])
        await database.query(`delete from ${table}`)
      Object.assign(bench, {
        wish: 'all',
        known: new Set(),
        toldThere: new Map(),
        isTaken: true,
        calendarsReadAt: undefined,
      })
      accounts[0] = { id: account.id, address: me, name: 'Me' }
    },
    sent: async () => {
      clock.advance(11_000)
      const before = new Set((await submissions.list(account.id, null)).map(({ id }) => id))
      await run()
      const after = (await submissions.list(account.id, null)).filter(({ id }) => !before.has(id))
      const rows = await mail.read.emails(
        account.id,
        after.map(({ messageId }) => messageId),
        false,
      )
      return Promise.all(
        after.map(async ({ messageId, envelope }) => ({
          to: envelope.rcptTo.map(({ email }) => email),
          text: plain(String(await mail.read.readBytes(rows.find(({ id }) => id === messageId)!))),
        })),
      )
    },
    [Symbol.asyncDispose]: () => room[Symbol.asyncDispose](),
  }
  return bench
}

/** Without the folds of lines and without quoted-printable. */
const plain = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replaceAll('=3D', '=')
    .replace(/\r\n[ \t]/g, '')

/** A message about a meeting of the boss, as a mail program writes it; proven unless said. */
export function meetingMail(
  method: string,
  lines: readonly string[],
  { from = 'boss@corp.test', proof = 'dmarc=pass', id = 'invitation@corp.test' } = {},
): Omit<MessageToDeliver, 'boxes'> {
  const ics = ['BEGIN:VCALENDAR', 'VERSION:2.0', `METHOD:${method}`, 'BEGIN:VEVENT', 'UID:m1@corp.test']
  const body = [...ics, 'SUMMARY:Standup', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
  return {
    from,
    id,
    subject: 'Standup',
    body,
    headers: [
      `Authentication-Results: mx.example.test; ${proof}`,
      'MIME-Version: 1.0',
      `Content-Type: text/calendar; method=${method}; charset=utf-8`,
    ],
  }
}
