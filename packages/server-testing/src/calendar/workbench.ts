import type { EventObject } from '@plmail/calendar-format'
import { usualFields } from '../../../server/src/calendar/calendars/usual-fields.ts'
import type { AccountId, CalendarId, UserId } from '@plmail/wire'
import { afterEach, beforeEach } from 'vitest'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { type Changes, createChanges } from '../../../server/src/changes/index.ts'
import { fixedClock } from '../../../server/src/kit/clock.ts'
import {
  type CalendarFields,
  type CalendarParts,
  type Calendars,
  createCalendars,
  type EventIntent,
  type EventRequest,
} from '../../../server/src/calendar/index.ts'

/** The room over a database of each test's own, with one user; what the outbox is told is a list to look at. */
export class Workbench {
  db!: TestDatabase
  changes!: Changes
  calendars!: Calendars
  user!: UserId
  account!: AccountId
  intents: EventIntent[] = []
  ownAddresses = new Set<string>()

  constructor() {
    beforeEach(async () => {
      this.intents = []
      this.db = await testDatabase()
      this.changes = createChanges({ database: this.db.database, clock, listen: async () => async () => {} })
      this.calendars = this.calendarsWith({})
      ;[this.user, this.account] = await this.newUser()
    })
    afterEach(() => this.db[Symbol.asyncDispose]())
  }

  calendarsWith(parts: Partial<CalendarParts>): Calendars {
    return createCalendars({
      database: this.db.database,
      changes: this.changes,
      clock,
      getLocale: async () => 'en',
      ownAddresses: async () => this.ownAddresses,
      outbox: this.outbox,
      ...parts,
    })
  }

  outbox = {
    enqueue: async (_: unknown, eventIntents: readonly EventIntent[]) =>
      void this.intents.push(...eventIntents),
  }

  async newUser(): Promise<[UserId, AccountId]> {
    const [row] = await this.db.database.query<{ id: UserId }>(
      `insert into app_user (email, name, password_hash, created_at)
       values (gen_random_uuid() || '@example.test', 'A', '', now()) returning id`,
    )
    return [row!.id, await this.db.database.transaction((tx) => this.changes.open(tx, row!.id, 'personal'))]
  }

  async newCalendar(name = 'Work', of: [UserId, AccountId] = [this.user, this.account]): Promise<CalendarId> {
    const outcome = await this.calendars.set(...of, { ...unchanged, create: [fields(name)] })
    const [made] = outcome === 'state-mismatch' ? [] : outcome.created
    return typeof made === 'object' ? made.id : (undefined as never)
  }

  async setCalendars(request: Partial<Parameters<Calendars['set']>[2]>) {
    const outcome = await this.calendars.set(this.user, this.account, { ...unchanged, ...request })
    return outcome === 'state-mismatch' ? (undefined as never) : outcome
  }

  async setEvents(request: Partial<EventRequest>, of: [UserId, AccountId] = [this.user, this.account]) {
    const outcome = await this.calendars.events.set(...of, { ...nothing, ...request })
    return outcome === 'state-mismatch' ? (undefined as never) : outcome
  }

  async add(calendarId: CalendarId, event: EventObject) {
    const { created } = await this.setEvents({ create: [{ calendarId, event, source: 'user' }] })
    return created[0]!
  }

  /** What takes place between two times: each title with when it begins, in UTC. */
  async within(calendarIds: CalendarId[], from: string, to: string, of = this.account): Promise<string[]> {
    const window = { from: Date.parse(from), to: Date.parse(to), timeZone: 'Europe/Berlin', calendarIds }
    const { takings } = await this.calendars.events.within(of, window)
    return takings.map(
      ({ start, event }) => `${String(event['title'])} ${new Date(start).toISOString().slice(0, 16)}`,
    )
  }
}

export const clock = fixedClock(new Date('2026-11-21T10:00:00Z'))

export const fields = (name: string): CalendarFields => ({
  name,
  ...usualFields,
  color: '#2055ca',
  alertsWithTime: { a: { action: 'display' } },
})

const nothing = { create: [], update: new Map(), destroy: [] as never[] }
export const unchanged = { ...nothing, removeEvents: false, makeDefault: undefined }

export const meeting = (more: Record<string, unknown> = {}) =>
  ({
    '@type': 'Event',
    uid: 'u1',
    title: 'Standup',
    start: '2026-11-23T09:00:00',
    duration: 'PT1H',
    timeZone: 'Europe/Berlin',
    ...more,
  }) as EventObject

export const getId = (made: Awaited<ReturnType<Workbench['add']>>) =>
  'id' in made ? made.id : (undefined as never)
