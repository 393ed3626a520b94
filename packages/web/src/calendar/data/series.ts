import { shifted } from '@plmail/calendar-format/shift'
import type { CalendarEventView, PatchObject, Weekday } from '@plmail/wire'
import {
  localOf,
  type EventWrites,
  type EventLook,
  type ShownOccurrence,
  occurrenceOf,
  wallOf,
  weekdayOf,
  dayMs,
} from '../../records/index.ts'

/** The occurrences of a series that an action applies to. */
export type SeriesScope = 'one' | 'following' | 'all'

/** A change to an event; properties are replaced whole, null removes one. */
export interface EventChange {
  /** Local, in the event's own zone. */
  start?: string
  [property: string]: unknown
}

/** The writes of a deed, and those that take it back; `made` are the ids of what it created. */
export interface SeriesDeed {
  forward: EventWrites
  /** `journalId`: the entry of what was done. */
  back: (createdIds: Readonly<Record<string, string>>, journalId?: string) => EventWrites
  look: EventLook
}

/** Properties of an event that the server adds to the stored ones. */
const notStored = [
  'id',
  'baseEventId',
  'isDraft',
  'isOrigin',
  'mayUpdateAll',
  'isRecurrenceUnread',
  'utcStart',
  'utcEnd',
  'recurrenceId',
  'recurrenceIdTimeZone',
]

/** As it can be created again. */
export function stored(event: CalendarEventView): Record<string, unknown> {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !notStored.includes(name)))
}

/** Returns the values before the change. */
function before(event: Record<string, unknown>, change: EventChange): PatchObject {
  return Object.fromEntries(Object.keys(change).map((name) => [name, event[name] ?? null]))
}

/** A change of a single event, or of a whole series. */
export function changeWhole(
  accountId: string,
  whole: CalendarEventView,
  change: EventChange,
  zone: string,
): SeriesDeed {
  return {
    forward: { update: { [whole.id]: change } },
    back: () => ({ update: { [whole.id]: before(whole, change) } }),
    look: (occurrences) =>
      occurrences.map((occurrence) =>
        occurrence.accountId === accountId && occurrence.id === whole.id
          ? changedLook(occurrence, change, zone)
          : occurrence,
      ),
  }
}

export const changedLook = (
  occurrence: ShownOccurrence,
  change: EventChange,
  zone: string,
): ShownOccurrence => occurrenceOf(occurrence.accountId, applied(occurrence.event, change), zone)

function applied(event: CalendarEventView, change: EventChange): CalendarEventView {
  const next = { ...event, ...change } as Record<string, unknown>
  for (const [name, value] of Object.entries(change)) if (value === null) delete next[name]
  return next as CalendarEventView
}

/** Returns the change to a series that a change of an occurrence requires; `whole` is the series as stored. */
export function changeSeries(
  occurrence: ShownOccurrence,
  whole: CalendarEventView,
  change: EventChange,
  scope: 'one' | 'all',
  zone: string,
): SeriesDeed {
  return scope === 'one'
    ? changeOne({ occurrence, whole, at: recurrenceIdOf(occurrence), change, zone })
    : changeAll({ occurrence, whole, change, shift: shiftOf(occurrence, change), zone })
}

const recurrenceIdOf = ({ event }: ShownOccurrence): string => event.recurrenceId ?? event.start

const shiftOf = ({ event }: ShownOccurrence, { start }: EventChange): number =>
  start === undefined ? 0 : wallOf(start) - wallOf(event.start)

interface OccurrenceChange {
  occurrence: ShownOccurrence
  whole: CalendarEventView
  at: string
  change: EventChange
  zone: string
}

function changeOne({ occurrence, whole, at, change, zone }: OccurrenceChange): SeriesDeed {
  const override = { ...whole.recurrenceOverrides?.[at], ...change }
  return {
    ...overriding(whole, at, override),
    look: (occurrences) =>
      occurrences.map((candidate) =>
        candidate.key === occurrence.key ? changedLook(candidate, change, zone) : candidate,
      ),
  }
}

/** Lays an override over one occurrence. */
function overriding(
  whole: CalendarEventView,
  at: string,
  override: Record<string, unknown>,
): Omit<SeriesDeed, 'look'> {
  const path = `recurrenceOverrides/${at}`
  return {
    forward: { update: { [whole.id]: { [path]: override } } },
    back: () => ({ update: { [whole.id]: { [path]: whole.recurrenceOverrides?.[at] ?? null } } }),
  }
}

const isOf =
  (occurrence: ShownOccurrence) =>
  (candidate: ShownOccurrence): boolean =>
    candidate.accountId === occurrence.accountId &&
    (candidate.seriesId ?? candidate.id) === (occurrence.seriesId ?? occurrence.id)

interface SeriesChange {
  occurrence: ShownOccurrence
  whole: CalendarEventView
  change: EventChange
  shift: number
  zone: string
}

function changeAll({ occurrence, whole, change, shift, zone }: SeriesChange): SeriesDeed {
  const patch = { ...change, ...shiftedTimes(whole, change, shift) }
  const isMine = isOf(occurrence)
  return {
    forward: { update: { [whole.id]: patch } },
    back: () => ({ update: { [whole.id]: before(whole, patch) } }),
    look: (occurrences) =>
      occurrences.map((candidate) =>
        isMine(candidate) ? shiftedLook(candidate, change, shift, zone) : candidate,
      ),
  }
}

function shiftedLook(
  occurrence: ShownOccurrence,
  change: EventChange,
  shift: number,
  zone: string,
): ShownOccurrence {
  const { recurrenceId, start } = occurrence.event
  const moved = shift === 0 ? {} : { start: localOf(wallOf(start) + shift) }
  const named = recurrenceId && shift !== 0 ? { recurrenceId: localOf(wallOf(recurrenceId) + shift) } : {}
  return changedLook(occurrence, { ...change, ...moved, ...named }, zone)
}

/**
 * Returns the properties that move with a series: its start, and what of its rule and of its changed or excluded
 * occurrences would otherwise refer to other days. As the server moves a series when it splits one.
 */
function shiftedTimes(whole: CalendarEventView, change: EventChange, shift: number): EventChange {
  if (shift === 0) return change.start === undefined ? {} : { start: whole.start }
  const { start, recurrenceRule, recurrenceOverrides } = whole
  const rule = change['recurrenceRule'] === undefined ? recurrenceRule : undefined
  return shifted(
    {
      start,
      ...(rule ? { recurrenceRule: rule } : {}),
      ...(recurrenceOverrides ? { recurrenceOverrides } : {}),
    },
    wallOf(start) + shift,
  )
}

const weekdays: readonly Weekday[] = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa']

export const weekdayNameOf = (local: string): Weekday => weekdays[weekdayOf(local.slice(0, 10))] ?? 'mo'

/** Returns which weekday of its month a day is: the third Tuesday; or the last one, counted from the end. */
export function nthDayOf(local: string, isFromEnd = false): { day: Weekday; nthOfPeriod: number } {
  const date = Number(local.slice(8, 10))
  const [year, month] = [Number(local.slice(0, 4)), Number(local.slice(5, 7))]
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const nthOfPeriod = isFromEnd ? -Math.ceil((length - date + 1) / 7) : Math.ceil(date / 7)
  return { day: weekdayNameOf(local), nthOfPeriod }
}

/** The series ends before the occurrence, and another one goes on from there: one write, and one way back. */
export function changeFollowing(
  occurrence: ShownOccurrence,
  change: EventChange,
  { zone, newUid }: { zone: string; newUid: string },
): SeriesDeed {
  const at = recurrenceIdOf(occurrence)
  const shift = shiftOf(occurrence, change)
  const isMine = isOf(occurrence)
  const isLater = (candidate: ShownOccurrence): boolean =>
    isMine(candidate) && recurrenceIdOf(candidate) >= at
  return {
    forward: { split: { id: occurrence.id, patch: change, newUid } },
    back: (_, journalId) => (journalId === undefined ? {} : { takeBack: journalId }),
    look: (occurrences) =>
      occurrences.map((candidate) =>
        isLater(candidate) ? shiftedLook(candidate, { ...change, uid: newUid }, shift, zone) : candidate,
      ),
  }
}

function ended(whole: CalendarEventView, at: string): EventWrites {
  const { count: _count, ...endless } = whole.recurrenceRule ?? { frequency: 'daily' as const }
  // Whole days have no second before: the day before is the last one.
  const until = localOf(wallOf(at) - (whole.showWithoutTime ? dayMs : 1_000))
  const overridesBefore = Object.entries(whole.recurrenceOverrides ?? {}).filter(([name]) => name < at)
  const overrides = whole.recurrenceOverrides
    ? { recurrenceOverrides: Object.fromEntries(overridesBefore) }
    : {}
  return { update: { [whole.id]: { recurrenceRule: { ...endless, until }, ...overrides } } }
}

function restored(whole: CalendarEventView): EventWrites {
  const overrides = whole.recurrenceOverrides ? { recurrenceOverrides: whole.recurrenceOverrides } : {}
  return { update: { [whole.id]: { recurrenceRule: whole.recurrenceRule ?? null, ...overrides } } }
}

/** Deleting an event, one taking place of it, or all from there on. */
export function remove(
  occurrence: ShownOccurrence,
  whole: CalendarEventView,
  scope: SeriesScope,
): SeriesDeed {
  const at = recurrenceIdOf(occurrence)
  const isMine = isOf(occurrence)
  if (scope === 'one' && occurrence.seriesId !== undefined)
    return {
      ...overriding(whole, at, { excluded: true }),
      look: (occurrences) => occurrences.filter((candidate) => candidate.key !== occurrence.key),
    }
  if (scope === 'following' && at > whole.start)
    return {
      forward: ended(whole, at),
      back: () => restored(whole),
      look: (occurrences) =>
        occurrences.filter((candidate) => !isMine(candidate) || (candidate.event.recurrenceId ?? '') < at),
    }
  return {
    forward: { destroy: [whole.id] },
    back: () => ({ create: { again: stored(whole) } }),
    look: (occurrences) => occurrences.filter((candidate) => !isMine(candidate)),
  }
}
