import type { EventObject } from '@plmail/calendar-format'
import type { AccountId, BookingPageId, CalendarId, ShareLinkId, UserId } from '@plmail/wire'
import { type TestDatabase, testDatabase } from '../../store/test-database.ts'
import {
  type Booking,
  type BookingPageFields,
  type Calendars,
  createBooking,
  createCalendars,
  createShareLinks,
  type EventIntent,
  readSettings,
  type ShareFields,
  type ShareLinks,
  usualFields,
} from '../../../../server/src/calendar/index.ts'
import type { BookingParts, BookingMail } from '../../../../server/src/calendar/booking/index.ts'
import { type Changes, createChanges } from '../../../../server/src/changes/index.ts'
import { createJobs, type Jobs } from '../../../../server/src/jobs/index.ts'
import { type FixedClock, fixedClock } from '../../../../server/src/kit/clock.ts'
import { silentLog } from '../../../../server/src/kit/log.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import { createCache } from '../../../../server/src/store/cache.ts'
import { type TestHttp, testHttp } from '../test-http.ts'
import { bookingAttempt, publicCalendarPages } from '../../../../server/src/http/pages/public-calendar.ts'

/** An installation whose public calendar pages answer, with one owner. */
export interface PublicCalendar extends AsyncDisposable {
  db: TestDatabase
  http: TestHttp
  clock: FixedClock
  changes: Changes
  jobs: Jobs
  calendars: Calendars
  shares: ShareLinks
  booking: Booking
  owner: Owner
  intents: EventIntent[]
  mails: BookingMail[]
  /** What tests may turn: what providers answer, whether mails leave, and the owner's zone. */
  turn: { freshBusy: BookingParts['freshBusy']; mailFails: boolean; zone: string }
  calendar(name: string): Promise<CalendarId>
  event(calendarId: CalendarId, event: EventObject): Promise<void>
  share(fields: Partial<ShareFields>): Promise<{ id: ShareLinkId; token: string }>
  page(fields: PageWish): Promise<{ id: BookingPageId; token: string }>
}

interface Owner {
  userId: UserId
  personal: AccountId
}

type PageWish = Partial<Omit<BookingPageFields, 'settings'>> & { settings?: Record<string, unknown> }

const ownerAddress = 'ada@example.test'

/** It is a Monday, nine in the morning in Berlin. */
export const monday = new Date('2026-03-02T08:00:00Z')

export async function publicCalendar(now = monday): Promise<PublicCalendar> {
  const db = await testDatabase()
  const { database } = db
  const clock = fixedClock(now)
  const changes = createChanges({ database, clock, listen: async () => async () => {} })
  const jobs = createJobs({ database, clock, log: silentLog })
  const [intents, mails]: [EventIntent[], BookingMail[]] = [[], []]
  const outbox = {
    enqueue: async (_: unknown, eventIntents: readonly EventIntent[]) => void intents.push(...eventIntents),
  }
  const turn: PublicCalendar['turn'] = {
    freshBusy: async () => undefined,
    mailFails: false,
    zone: 'Europe/Berlin',
  }
  const owner = await newOwner()
  const knowing = {
    listAccounts: async () => [owner.personal],
    getTimeZone: async () => turn.zone,
    listAddresses: async () => new Set([ownerAddress]),
    getName: async () => 'Ada Lovelace',
    getLanguage: async () => 'en' as const,
  }
  const common = { database, changes, clock, random: systemRandom, owner: knowing }
  const calendars = createCalendars({
    database,
    changes,
    clock,
    outbox,
    getLocale: async () => 'en',
    ownAddresses: async () => new Set<string>(),
  })
  const shares = createShareLinks(common)
  const booking = createBooking({
    ...common,
    jobs,
    outbox,
    manageKey: Buffer.alloc(32, 7),
    publicAddress: () => 'https://mail.test',
    freshBusy: (...asked) => turn.freshBusy(...asked),
    mailer: {
      getSender: async () => ({ accountId: owner.personal, name: 'Ada Lovelace', email: ownerAddress }),
      send: async (_userId, _accountId, _id, mail) => {
        if (turn.mailFails) throw new Error('the mail server is away')
        mails.push(mail)
      },
    },
  })
  const cache = createCache(database, clock)
  const http = await testHttp(database, {
    clock,
    trustedProxies: ['127.0.0.1'],
    plugins: () => [
      publicCalendarPages({ shares, booking, clock, attempt: (address) => bookingAttempt(cache, address) }),
    ],
  })

  async function newOwner(): Promise<Owner> {
    const [row] = await database.query<{ id: UserId }>(
      `insert into app_user (email, name, password_hash, created_at) values ($1, 'Ada Lovelace', '', now()) returning id`,
      [ownerAddress],
    )
    return {
      userId: row!.id,
      personal: await database.transaction((tx) => changes.open(tx, row!.id, 'personal')),
    }
  }

  const { userId, personal } = owner
  let events = 0
  return {
    db,
    http,
    clock,
    changes,
    jobs,
    calendars,
    shares,
    booking,
    owner,
    intents,
    mails,
    turn,
    calendar: async (name) => {
      const made = await calendars.set(userId, personal, {
        create: [
          {
            name,
            ...usualFields,
          },
        ],
        update: new Map(),
        destroy: [],
        removeEvents: false,
        makeDefault: undefined,
      })
      const [one] = made === 'state-mismatch' ? [] : made.created
      if (typeof one !== 'object') throw new Error(`no calendar: ${String(one)}`)
      return one.id
    },
    event: async (calendarId, event) => {
      events += 1
      const whole = {
        '@type': 'Event',
        uid: `event-${events}@x.test`,
        duration: 'PT1H',
        timeZone: turn.zone,
        ...event,
      }
      const made = await calendars.events.set(userId, personal, {
        create: [{ calendarId, event: whole, source: 'user' }],
        update: new Map(),
        destroy: [],
      })
      const [one] = made === 'state-mismatch' ? [] : made.created
      if (!one || !('id' in one)) throw new Error(`no event: ${JSON.stringify(one)}`)
    },
    share: async (fields) => {
      const settings = {
        name: 'Secret name of the link',
        calendarIds: [],
        details: [],
        expiresOn: null,
        ...fields,
      }
      const window = fields.window ?? { kind: 'rolling' as const, days: 14 }
      const made = await shares.set(userId, personal, {
        create: [{ ...settings, window }],
        update: new Map(),
        destroy: [],
      })
      const [one] = made === 'state-mismatch' ? [] : made.created
      if (typeof one !== 'object') throw new Error(`no link: ${String(one)}`)
      return { id: one.link.id, token: one.token }
    },
    page: async ({ settings, ...fields }) => {
      const wanted = { name: 'Talk', isEnabled: true, busyCalendarIds: [], ...fields }
      const destinationId = fields.destinationId ?? (await calendars.own(userId)).id
      const made = await booking.pages.set(userId, personal, {
        create: [{ ...wanted, destinationId, settings: readSettings({ zone: turn.zone, ...settings }) }],
        update: new Map(),
        destroy: [],
      })
      const [one] = made === 'state-mismatch' ? [] : made.created
      if (typeof one !== 'object') throw new Error(`no page: ${String(one)}`)
      return { id: one.page.id, token: one.token }
    },
    [Symbol.asyncDispose]: async () => {
      await http.app.close()
      await db[Symbol.asyncDispose]()
    },
  }
}
