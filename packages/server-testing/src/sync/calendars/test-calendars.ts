import type { EventObject } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId, CalendarSourceId, UserId } from '@plmail/wire'
import { createEvents } from '../../../../server/src/events/index.ts'
import { type TestDatabase, testDatabase } from '../../store/test-database.ts'
import type { CalendarSource } from '../../../../server/src/accounts/index.ts'
import {
  type CalendarEvent,
  type Calendars,
  createCalendars,
  usualFields,
} from '../../../../server/src/calendar/index.ts'
import { type Changes, createChanges, type LiveEvent } from '../../../../server/src/changes/index.ts'
import { createJobs, type Jobs, RetryAt } from '../../../../server/src/jobs/index.ts'
import { type FixedClock, fixedClock } from '../../../../server/src/kit/clock.ts'
import { silentLog } from '../../../../server/src/kit/log.ts'
import { type Random, systemRandom } from '../../../../server/src/kit/random.ts'
import type { CalendarSession } from '../../../../server/src/providers/contract/index.ts'
import type { Database } from '../../../../server/src/store/index.ts'
import { createLocks, type Locks } from '../../../../server/src/store/locks.ts'
import { createListener } from '../../../../server/src/store/listen.ts'
import {
  type CalendarSync,
  createCalendarSync,
  createEventOutbox,
} from '../../../../server/src/sync/calendars/index.ts'
import { type Errand, type LookNeeds, visit } from '../../../../server/src/sync/calendars/visit-source.ts'
import { mortalDatabase } from './mortal-database.ts'

/** One source of calendars of one user, visited when a test says so, and a calendar of the user's own. */
export interface CalendarsForTests extends AsyncDisposable {
  db: TestDatabase
  changes: Changes
  calendars: Calendars
  jobs: Jobs
  sync: CalendarSync
  clock: FixedClock
  user: UserId
  account: AccountId
  sourceId: CalendarSourceId
  /** Every condition recorded, newest last. */
  conditions: string[]
  announced: LiveEvent[]
  publicAddress: { value: string | undefined }
  /** Sends and brings in, once; whether it came to its end. */
  visitNow(): Promise<boolean>
  send(): Promise<boolean>
  /** Another visit to another source. */
  visit(id: CalendarSourceId, errand: Errand): Promise<boolean>
  /** The next visit ends in the middle, at the statement after that many; undefined: it does not. */
  dieAfter(statements: number | undefined): void
  /** Time passes, so that whatever was put off is due. */
  later(): void
  calendarNamed(name: string): Promise<CalendarId>
  /** Of one calendar, by title. */
  events(calendar: CalendarId): Promise<CalendarEvent[]>
  eventNamed(title: string): Promise<CalendarEvent>
  create(calendar: CalendarId, event: EventObject): Promise<CalendarEventId>
  patch(id: CalendarEventId, patch: EventObject, calendarId?: CalendarId): Promise<void>
  destroy(id: CalendarEventId): Promise<void>
  ownCalendar(name: string): Promise<CalendarId>
  addSource(kind: CalendarSource['kind'], open: () => CalendarSession): Promise<CalendarSourceId>
}

export interface CalendarsOptions {
  random?: Random
  /** Shared with other tests, each of which has a user of its own. */
  db?: TestDatabase
  kind?: CalendarSource['kind']
  /** Shared likewise; then nobody listens to what is announced. */
  locks?: Locks
  /** Visits the first source in the place of this process. */
  visitor?: (of: FirstSource) => Visitor
}

export interface FirstSource {
  source: { id: CalendarSourceId; kind: CalendarSource['kind'] }
  user: UserId
  account: AccountId
}

/** Answers whether it came to its end, as `look` does. */
type Visitor = (errand: Errand, at: Date, dieAfter: number | undefined) => Promise<boolean>

const nothing = { create: [], update: new Map(), destroy: [] }

export async function calendarsForTests(
  open: () => CalendarSession,
  { random = systemRandom, kind = 'caldav', db: shared, locks: sharedLocks, visitor }: CalendarsOptions = {},
): Promise<CalendarsForTests> {
  const db = shared ?? (await testDatabase())
  const { database } = db
  const clock = fixedClock(new Date('2026-11-22T10:00:00Z'))
  const listener = createListener({ connectionString: db.connectionString, log: silentLog })
  const locks = sharedLocks ?? createLocks(db.connectionString)
  const roomsOver = (over: Database) => {
    const changes = createChanges({ database: over, clock, listen: listener.listen })
    const jobs = createJobs({ database: over, clock, log: silentLog })
    const outbox = createEventOutbox({ jobs, random })
    const parts = {
      database: over,
      changes,
      outbox,
      clock,
      getLocale: async () => 'en',
      ownAddresses: async () => new Set<string>(),
    }
    return { database: over, changes, jobs, calendars: createCalendars(parts) }
  }
  const { changes, jobs, calendars } = roomsOver(database)
  const mortal = mortalDatabase(database, () => {
    throw new Killed()
  })
  const [user, account] = await newUser(db, changes)
  const sessions = new Map<CalendarSourceId, () => CalendarSession>()
  const kinds = new Map<CalendarSourceId, CalendarSource['kind']>()
  const addSource = async (of: CalendarSource['kind'], opened: () => CalendarSession) => {
    const id = await newSource(db, user, account, of)
    sessions.set(id, opened)
    kinds.set(id, of)
    return id
  }
  const sourceId = await addSource(kind, open)
  const conditions: string[] = []
  const publicAddress: { value: string | undefined } = { value: 'https://mail.example.test' }
  const needs: LookNeeds & Parameters<typeof createCalendarSync>[0] = {
    ...roomsOver(mortal.database),
    events: createEvents(),
    locks,
    clock,
    random,
    log: silentLog,
    sources: {
      active: async () => [...sessions.keys()],
      get: async (id) => {
        const of = kinds.get(id)
        return of && { id, userId: user, accountId: account, kind: of }
      },
      ofAccount: async (accountId) =>
        [...kinds]
          .map(([id, of]) => ({ id, userId: user, accountId, kind: of }))
          .filter(() => accountId === account),
      setCondition: async (_id, condition) => void conditions.push(condition),
    },
    open: async (id) => {
      const opened = sessions.get(id)
      if (!opened) throw new Error('No such source')
      return opened()
    },
    publicAddress: () => publicAddress.value,
    obstacle: async () =>
      publicAddress.value?.startsWith('https://') ? undefined : { problem: 'instant/no-public-address' },
  }
  const sync = createCalendarSync(needs)
  const announced: LiveEvent[] = []
  const on = { event: (_user: UserId, event: LiveEvent) => void announced.push(event), missed: () => {} }
  const stopListening = sharedLocks ? async () => {} : await changes.listen(on)
  const once = async (id: CalendarSourceId, errand: Errand): Promise<boolean> => {
    try {
      await visit(needs, id, errand, { signal: new AbortController().signal, attempt: 1 })
      return true
    } catch (error) {
      if (error instanceof RetryAt || error instanceof Killed) return false
      throw error
    } finally {
      mortal.replace()
    }
  }
  const elsewhere = visitor?.({ source: { id: sourceId, kind }, user, account })
  let statementsLeft: number | undefined
  const first = (errand: Errand): Promise<boolean> => {
    const dieAfter = statementsLeft
    statementsLeft = undefined
    if (elsewhere) return elsewhere(errand, clock.now(), dieAfter)
    if (dieAfter !== undefined) mortal.dieAfter(dieAfter)
    return once(sourceId, errand)
  }
  const loadEvents = async (calendar: CalendarId): Promise<CalendarEvent[]> => {
    const rows = await database.query<{ id: CalendarEventId }>(
      'select id from calendar_event where calendar_id = $1 order by title, id',
      [calendar],
    )
    const storedEvents = await calendars.events.get(
      account,
      rows.map(({ id }) => id),
    )
    return rows.flatMap(({ id }) => storedEvents.find((calendarEvent) => calendarEvent.id === id) ?? [])
  }
  const set = async (request: Partial<Parameters<Calendars['events']['set']>[2]>) => {
    const outcome = await calendars.events.set(user, account, { ...nothing, ...request })
    if (outcome === 'state-mismatch') throw new Error(outcome)
    return outcome
  }
  return {
    db,
    changes,
    calendars,
    jobs,
    sync,
    clock,
    user,
    account,
    sourceId,
    conditions,
    announced,
    publicAddress,
    addSource,
    events: loadEvents,
    visit: once,
    visitNow: () => first('look'),
    send: () => first('send'),
    dieAfter: (statements) => void (statementsLeft = statements),
    later: () => clock.advance(25 * 3_600_000),
    calendarNamed: async (name) => {
      const namedCalendar = (await calendars.list(account)).find((calendar) => calendar.name === name)
      if (!namedCalendar) throw new Error(`There is no calendar ${name}`)
      return namedCalendar.id
    },
    eventNamed: async (title) => {
      const [row] = await database.query<{ id: CalendarEventId }>(
        'select id from calendar_event where title = $1 and account_id = $2',
        [title, account],
      )
      const [event] = row ? await calendars.events.get(account, [row.id]) : []
      if (!event) throw new Error(`There is no event ${title}`)
      return event
    },
    create: async (calendarId, event) => {
      const { created } = await set({ create: [{ calendarId, event, source: 'user' }] })
      const [one] = created
      if (!one || !('id' in one)) throw new Error(`Not created: ${JSON.stringify(one)}`)
      return one.id
    },
    patch: async (id, patch, calendarId) => {
      const { updated } = await set({
        update: new Map([[id, { patch, ...(calendarId ? { calendarId } : {}) }]]),
      })
      const outcome = updated.get(id)
      if (!outcome || !('id' in outcome)) throw new Error(`Not changed: ${JSON.stringify(outcome)}`)
    },
    destroy: async (id) => {
      const { destroyed } = await set({ destroy: [id] })
      if (!destroyed.has(id)) throw new Error('Not destroyed')
    },
    ownCalendar: async (name) => {
      const fields = {
        name,
        ...usualFields,
      }
      const request = {
        create: [fields],
        update: new Map(),
        destroy: [],
        removeEvents: false,
        makeDefault: undefined,
      }
      const outcome = await calendars.set(user, account, request)
      const [made] = outcome === 'state-mismatch' ? [] : outcome.created
      if (typeof made !== 'object') throw new Error('Not created')
      return made.id
    },
    [Symbol.asyncDispose]: async () => {
      await stopListening()
      await listener.close()
      if (!sharedLocks) await locks.close()
      if (!shared) await db[Symbol.asyncDispose]()
    },
  }
}

/** The process ends here: what it had not written down is forgotten. */
export class Killed extends Error {}

async function newUser({ database }: TestDatabase, changes: Changes): Promise<[UserId, AccountId]> {
  const [row] = await database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash) values (gen_random_uuid() || '@example.test', 'Ann', 'x') returning id`,
  )
  return [row!.id, await database.transaction((tx) => changes.open(tx, row!.id, 'personal'))]
}

async function newSource(
  { database }: TestDatabase,
  user: UserId,
  account: AccountId,
  kind: CalendarSource['kind'],
): Promise<CalendarSourceId> {
  const [row] = await database.query<{ id: CalendarSourceId }>(
    `insert into calendar_source (user_id, account_id, kind, name, address, username, secret, condition_since, created_at)
     values ($1, $2, $3, 'x', 'x', 'x', 'x', now(), now()) returning id`,
    [user, account, kind],
  )
  return row!.id
}
