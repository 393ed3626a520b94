import type { PlannedCalendar } from '../../generator/calendar/plan.ts'
import type { EventFacts } from '../mailbox/event-state.ts'
import type { CalendarFacts, MeetingNotice } from '../mailbox/calendar-store.ts'

/** The calendars of a mailbox as control, generator and oracle see them. Ids are those that Graph gives its clients. */
export interface EmulatedCalendars {
  /** Id of the default calendar. */
  readonly defaultId: string
  add(facts: Partial<CalendarFacts> & { name: string }): string
  /** Graph's own JSON of an event; in the default calendar unless another is named. */
  put(facts: EventFacts, options?: { calendar?: string; isOrganizer?: boolean }): string
  /** Another client's doing, or that of the people invited. Throws when an id or a date is not there. */
  act(op: CalendarAct): void
  /** Whether the rule has an occurrence on that date, `2026-11-04`, that was not taken out. */
  takesPlaceOn(id: string, date: string): boolean
  /** Makes calendars that somebody might have, around the present week. */
  fill(planned: readonly PlannedCalendar[]): void
  truth(): CalendarTruth
  /** Each taking place in between, by start. */
  takings(from: Date, to: Date): EmulatedTaking[]
}

/** `date`: on which the rule has the occurrence, `2026-11-04`. */
export type CalendarAct =
  | { kind: 'change'; id: string; facts: EventFacts }
  | { kind: 'change-occurrence'; id: string; date: string; facts: EventFacts }
  | { kind: 'delete-occurrence'; id: string; date: string }
  | { kind: 'delete'; id: string }
  | { kind: 'move'; id: string; calendar: string }
  | {
      kind: 'answer'
      id: string
      attendee: string
      response: 'accepted' | 'tentativelyAccepted' | 'declined'
    }
  | { kind: 'remove-calendar'; calendar: string }

interface EmulatedTaking {
  calendar: string
  /** Id of the event or series. */
  id: string
  subject: string
  start: string
  end: string
}

interface CalendarTruth {
  calendars: Array<{ id: string; name: string; canEdit: boolean }>
  events: Array<{
    id: string
    calendar: string
    facts: EventFacts
    exceptions: Record<string, EventFacts>
    cancelled: string[]
  }>
  told: readonly MeetingNotice[]
}
