import type { EventIds } from './event-ids.ts'
import { expandDates, type Recurrence } from './recurrence.ts'
import { instantAt, readWall, wallAt, writeWall, zoneNamed } from './zones.ts'

/** Properties as Graph names and shapes them; times as they were given, each with its zone. */
export type EventFacts = Readonly<Record<string, unknown>>

/** An event or a whole series at one moment: never changed, replaced. */
export interface EventState {
  readonly n: number
  readonly calendar: number
  readonly facts: EventFacts
  readonly recurrence: Recurrence | undefined
  /** Grows when the series takes place at other times: its occurrences are others then. */
  readonly generation: number
  /** By the date on which the rule has them. */
  readonly exceptions: ReadonlyMap<string, Exception>
  readonly cancelled: ReadonlySet<string>
  /** Grows with each change of anything in it: the change key of the event. */
  readonly version: number
  /** The version of its last change as a whole, occurrences on their own left aside. */
  readonly wholeVersion: number
  readonly createdAt: number
  readonly modifiedAt: number
  readonly transactionId: string | undefined
  readonly isOrganizer: boolean
}

interface Exception {
  /** Over those of the series. */
  readonly facts: EventFacts
  readonly version: number
  readonly modifiedAt: number
}

/** One thing that Graph shows: an event, a series, or one taking place of it. */
export interface ShownEvent {
  type: 'singleInstance' | 'seriesMaster' | 'occurrence' | 'exception'
  state: EventState
  /** On which the rule has it. */
  date: string | undefined
  facts: EventFacts
  version: number
  start: number
  end: number
  /** When the rule has it. */
  originalStart: number | undefined
}

interface When {
  dateTime: string
  timeZone: string
}

export function getWhen(facts: EventFacts, name: 'start' | 'end'): When {
  return facts[name] as When
}

/** The instant; of an all-day event that of midnight in its zone. */
export function getInstant(when: When): number {
  return instantAt(readWall(when.dateTime) ?? 0, zoneNamed(when.timeZone))
}

const zoneOfSeries = (state: EventState): string =>
  zoneNamed(state.recurrence?.zone ?? getWhen(state.facts, 'start').timeZone)

/** The event or series itself. */
export function toShownEvent(state: EventState): ShownEvent {
  return {
    type: state.recurrence ? 'seriesMaster' : 'singleInstance',
    state,
    date: undefined,
    facts: state.facts,
    version: state.version,
    start: getInstant(getWhen(state.facts, 'start')),
    end: getInstant(getWhen(state.facts, 'end')),
    originalStart: undefined,
  }
}

/** One occurrence; undefined when the series has none on that date, or no longer. */
export function getOccurrence(state: EventState, date: string): ShownEvent | undefined {
  if (!state.recurrence || state.cancelled.has(date)) return undefined
  const day = Date.parse(date) / 86_400_000
  return expandDates(state.recurrence, day + 1).includes(date) ? shownOn(state, date) : undefined
}

interface Times {
  zone: string
  /** Start as milliseconds since local midnight, in the zone. */
  time: number
  length: number
  shown: Map<string, ShownEvent>
}

/** A daily series is asked for a thousand dates again and again, and a state never changes. */
const timesByState = new WeakMap<EventState, Times>()

function getTimes(state: EventState): Times {
  const cached = timesByState.get(state)
  if (cached) return cached
  const zone = zoneOfSeries(state)
  const first = getInstant(getWhen(state.facts, 'start'))
  const length = getInstant(getWhen(state.facts, 'end')) - first
  const times = { zone, length, time: wallAt(first, zone) % 86_400_000, shown: new Map() }
  timesByState.set(state, times)
  return times
}

function shownOn(state: EventState, date: string): ShownEvent {
  const { shown } = getTimes(state)
  const occurrence = shown.get(date) ?? makeShown(state, date)
  shown.set(date, occurrence)
  return occurrence
}

function makeShown(state: EventState, date: string): ShownEvent {
  const { zone, length, time } = getTimes(state)
  const start = instantAt(Date.parse(date) + time, zone)
  const isAllDay = state.facts['isAllDay'] === true
  // A whole day is as long as it is on the wall, anything else as it is in truth.
  const end = isAllDay
    ? instantAt(Date.parse(date) + Math.round(length / 86_400_000) * 86_400_000, zone)
    : start + length
  const exception = state.exceptions.get(date)
  const at = (instant: number, name: 'start' | 'end'): When => {
    const { timeZone } = getWhen(state.facts, name)
    return { dateTime: writeWall(wallAt(instant, zoneNamed(timeZone))), timeZone }
  }
  const facts = {
    ...state.facts,
    start: at(start, 'start'),
    end: at(end, 'end'),
    ...exception?.facts,
  }
  return {
    type: exception ? 'exception' : 'occurrence',
    state,
    date,
    facts,
    version: exception?.version ?? state.wholeVersion,
    start: getInstant(getWhen(facts, 'start')),
    end: getInstant(getWhen(facts, 'end')),
    originalStart: start,
  }
}

export interface EventSpan {
  from: number
  to: number
}

/** Zero length counts where it lies. */
export function touches({ start, end }: ShownEvent, { from, to }: EventSpan): boolean {
  return start < to && (end > from || start >= from)
}

/** Lists what takes place within the span: the event itself, or its occurrences without the series. */
export function takings(state: EventState, span: EventSpan): ShownEvent[] {
  if (!state.recurrence) return [toShownEvent(state)].filter((event) => touches(event, span))
  // An exception may have been moved into the span from outside.
  const until = Math.ceil(span.to / 86_400_000) + 2
  const dates = expandDates(state.recurrence, Math.max(until, ...[...state.exceptions.keys()].map(dayAfter)))
  return dates
    .filter((date) => !state.cancelled.has(date))
    .filter((date) => state.exceptions.has(date) || isNear(date, span, state))
    .map((date) => shownOn(state, date))
    .filter((event) => touches(event, span))
}

const dayAfter = (date: string): number => Date.parse(date) / 86_400_000 + 1

function isNear(date: string, { from, to }: EventSpan, state: EventState): boolean {
  const day = Date.parse(date)
  const { length } = getTimes(state)
  return day + length + 2 * 86_400_000 >= from && day - 2 * 86_400_000 <= to
}

export function getId(event: ShownEvent, ids: EventIds, isImmutable: boolean): string {
  const { n, generation } = event.state
  return event.date === undefined
    ? ids.event(n, isImmutable)
    : ids.occurrence(n, generation, event.date, isImmutable)
}
