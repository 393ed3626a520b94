import type { EventObject } from '@plmail/calendar-format'
import type { CalendarId } from '@plmail/wire'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type TestDatabase, testDatabase } from '../../store/test-database.ts'
import { ProviderError } from '../../../../server/src/providers/contract/index.ts'
import { type CalendarsForTests, calendarsForTests } from './test-calendars.ts'
import { ProviderForTests } from './test-provider.ts'

/** A provider with two calendars and a lunch in one of them, looked at once. A test file has one database. */
export class Workbench {
  provider!: ProviderForTests
  rig!: CalendarsForTests
  work!: CalendarId
  #db!: TestDatabase

  constructor() {
    beforeAll(async () => {
      this.#db = await testDatabase()
    })
    beforeEach(() => this.begin())
    afterEach(() => this.rig[Symbol.asyncDispose]())
    afterAll(() => this.#db[Symbol.asyncDispose]())
  }

  async begin(options: ConstructorParameters<typeof ProviderForTests>[0] = {}): Promise<void> {
    this.provider = new ProviderForTests(options)
    this.provider.addCalendar('Work', { isDefault: true })
    this.provider.addCalendar('Other')
    this.provider.put('Work', event('Lunch'))
    this.rig = await calendarsForTests(() => this.provider.session(), { db: this.#db })
    await this.rig.visitNow()
    this.work = await this.rig.calendarNamed('Work')
  }

  /** What the provider has by that title. */
  there(title: string, calendar = 'Work') {
    return [...this.provider.calendars.get(calendar)!.events.values()].find(
      (event) => event.event['title'] === title,
    )?.event
  }

  idThere(title: string, calendar = 'Work'): string {
    const events = [...this.provider.calendars.get(calendar)!.events]
    return events.find(([, one]) => one.event['title'] === title)?.[0] ?? ''
  }

  async titles(calendar = this.work) {
    return (await this.rig.events(calendar)).map((event) => event.event['title'])
  }

  conflicts() {
    return this.rig.sync.conflicts.list(this.rig.account)
  }

  /** How much is not sent yet. */
  async waiting(): Promise<number> {
    return (await this.rig.sync.selectSyncedCalendars([this.rig.account])).reduce(
      (sum, { unsent }) => sum + unsent,
      0,
    )
  }

  /** The next such call fails before it is carried out, or its answer is lost. */
  lose(
    call: string,
    when: 'before' | 'after',
    error: Error = new ProviderError('unreachable', 'Cut off'),
  ): void {
    let left = 1
    this.provider.disturb = (name, at) => {
      if (name === call && at === when && left-- > 0) throw error
    }
  }
}

export const event = (title: string, more: EventObject = {}): EventObject => ({
  '@type': 'Event',
  version: '2.0',
  uid: `${title}@example.test`,
  title,
  start: '2026-11-24T12:00:00',
  timeZone: 'Europe/Berlin',
  duration: 'PT1H',
  ...more,
})

export const weekly: EventObject = { recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly' } }
