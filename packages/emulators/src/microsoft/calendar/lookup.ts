import type { GraphCall } from '../graph/call.ts'
import { accessDenied, badRequest, changeKeyConflict, itemNotFound, malformedId } from '../refused.ts'
import { computeEtag } from './event-json.ts'
import {
  type EventState,
  getOccurrence,
  type ShownEvent,
  type EventSpan,
  toShownEvent,
} from '../mailbox/event-state.ts'
import type { CalendarState } from '../mailbox/calendar-store.ts'

/** The calendar that a path names; the default one where it names none. */
export function getCalendar(call: GraphCall): CalendarState {
  const { calendars, ids } = call.mailbox.calendars
  const id = call.params['calendar']
  const calendar =
    id === undefined
      ? [...calendars.values()].find(({ isDefault }) => isDefault)
      : calendars.get(ids.read(id)?.n ?? 0)
  if (calendar) return calendar
  throw id !== undefined && ids.read(id) === undefined ? malformedId() : itemNotFound()
}

/** The event, series or occurrence that a path names, in the calendar that it names. */
export function getEvent(call: GraphCall): ShownEvent {
  const { events, ids } = call.mailbox.calendars
  const read = ids.read(call.params['event'] ?? '')
  if (read?.kind !== 'event') throw malformedId()
  const state = events.get(read.n)
  const isHere = call.params['calendar'] === undefined || state?.calendar === getCalendar(call).n
  if (!state || !isHere) throw itemNotFound()
  if (read.date === undefined) return toShownEvent(state)
  const occurrence = read.generation === state.generation ? getOccurrence(state, read.date) : undefined
  if (occurrence) return occurrence
  throw itemNotFound()
}

/** `If-Match` with an older ETag is a 412 [F]. */
export function refuseStale(call: GraphCall, event: ShownEvent): void {
  const ifMatch = call.headers['if-match']
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== computeEtag(event.version))
    throw changeKeyConflict()
}

export function refuseReadOnly(call: GraphCall, { calendar }: Pick<EventState, 'calendar'>): void {
  if (call.mailbox.calendars.calendars.get(calendar)?.canEdit !== true) throw accessDenied()
}

/** `startDateTime` and `endDateTime`, both required; without an offset they are UTC [D]. */
export function readSpan(call: GraphCall): EventSpan {
  const read = (name: string): number => {
    const key =
      [...call.query.keys()].find((candidate) => candidate.toLowerCase() === name.toLowerCase()) ?? name
    const text = call.query.get(key) ?? ''
    const at = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`)
    if (Number.isNaN(at)) throw badRequest(`This request requires a time window: ${name} is missing.`)
    return at
  }
  const span = { from: read('startDateTime'), to: read('endDateTime') }
  if (span.to <= span.from) throw badRequest('The end of the time window is not after its start.')
  return span
}
