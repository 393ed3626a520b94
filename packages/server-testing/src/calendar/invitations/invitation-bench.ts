import { type EventObject, occurrenceObject, parseWallTime } from '@plmail/calendar-format'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CalendarEvent } from '../../../../server/src/calendar/types.ts'
import { type InvitationsForTests, invitationsForTests } from './test-invitations.ts'

export const organizerLine = 'ORGANIZER;CN=Boss:mailto:boss@corp.test'
export const invitedAttendees = ['ATTENDEE;RSVP=TRUE:mailto:me@example.test', 'ATTENDEE:mailto:ann@corp.test']
export const weekly = (sequence = 0, stamp = '20260301T090000Z') => [
  `DTSTAMP:${stamp}`,
  `SEQUENCE:${sequence}`,
  organizerLine,
  ...invitedAttendees,
  'DTSTART;TZID=Europe/Berlin:20260302T090000',
  'DURATION:PT30M',
  'RRULE:FREQ=WEEKLY',
]
/** The lines of the second Monday of the series, changed by itself. */
export const changedOccurrence = (sequence: number, more: string[]) => [
  `DTSTAMP:20260301T1000${String(sequence).padStart(2, '0')}Z`,
  `SEQUENCE:${sequence}`,
  organizerLine,
  ...invitedAttendees,
  'RECURRENCE-ID;TZID=Europe/Berlin:20260309T090000',
  'DURATION:PT30M',
  ...more,
]
export const occurrenceOn = (event: EventObject, day: string) =>
  occurrenceObject(event, parseWallTime(`${day}T09:00:00`)!)

/** Mail and calendars of one user for all tests of a file, each of which begins without events. */
export class InvitationBench {
  parts!: InvitationsForTests

  constructor() {
    beforeAll(async () => {
      this.parts = await invitationsForTests()
    })
    beforeEach(() => this.parts.reset())
    afterAll(() => this.parts[Symbol.asyncDispose]())
  }

  /** All events of the user's calendars. */
  async events(): Promise<CalendarEvent[]> {
    const rows = await this.parts.room.db.database.query<{ id: CalendarEvent['id'] }>(
      'select id from calendar_event order by id',
    )
    return this.parts.calendars.events.get(
      this.parts.personal,
      rows.map(({ id }) => id),
    )
  }

  async onlyEvent(): Promise<EventObject> {
    const [event, ...more] = await this.events()
    if (!event || more.length > 0)
      throw new Error(`There are ${more.length + (event ? 1 : 0)} events, not one`)
    return event.event
  }

  async view(id: Awaited<ReturnType<InvitationsForTests['receive']>>) {
    return (await this.parts.invitations.get(this.parts.user, this.parts.account.id, [id]))[0]!
  }
}
