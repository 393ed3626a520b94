import type { App } from '../commands/index.ts'
import { type CalendarRecords, createCalendars, createEvents, type EventRecords } from '../records/index.ts'
import { createDeeds, type Deeds } from './data/event-actions.ts'

/** The state that calendars on screen share, and that remains when the user leaves the calendar. */
export interface CalendarState {
  readonly calendars: CalendarRecords
  readonly events: EventRecords
  readonly deeds: Deeds
  /** IANA: the user's, or this browser's. */
  readonly zone: string
  readonly newUid: () => string
}

const stateByApp = new WeakMap<App, CalendarState>()

export function getCalendarState(app: App): CalendarState {
  const existing = stateByApp.get(app)
  if (existing) return existing
  const zone = app.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const context = app.records.calendarContext
  const calendars = createCalendars(context)
  const events = createEvents(context, calendars, zone)
  const newUid = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
  const { toasts, undoStack } = app
  const created = {
    calendars,
    events,
    zone,
    newUid,
    deeds: createDeeds({ calendars, events, zone, newUid, toasts, undoStack }),
  }
  stateByApp.set(app, created)
  void calendars.load()
  return created
}
