import type { CalendarEventView, PatchObject, RecurrenceRule, Weekday } from '@plmail/wire'
import {
  dayOf,
  localOf,
  type EventWrites,
  type Look,
  type Occurrence,
  occurrenceOf,
  wallOf,
  weekdayOf,
  dayMs,
} from '../../records/index.ts'

/** How much of a series something is done to. */
export type Scope = 'one' | 'following' | 'all'

/** What is to become of an event; properties whole, null takes one away. */
export interface EventChange {
  /** Local, in the event's own zone. */
  start?: string
  [property: string]: unknown
}

/** The writes of a deed, and those that take it back; `made` are the ids of what it created. */
export interface Deed {
  forward: EventWrites
  /** `journalId`: the entry of what was done. */
  back: (made: Readonly<Record<string, string>>, journalId?: string) => EventWrites
  look: Look
}

/** What the server knows of an event besides the event. */
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

/** What was there before the change. */
export function before(event: Record<string, unknown>, change: EventChange): PatchObject {
  return Object.fromEntries(Object.keys(change).map((name) => [name, event[name] ?? null]))
}

/** A change of an event that is no series, or of a whole series as it stands. */
export function changeWhole(
  accountId: string,
  whole: CalendarEventView,
  change: EventChange,
  zone: string,
): Deed {
  return {
    forward: { update: { [whole.id]: change } },
    back: () => ({ update: { [whole.id]: before(whole, change) } }),
    look: (held) =>
      held.map((one) =>
        one.accountId === accountId && one.id === whole.id ? changedLook(one, change, zone) : one,
      ),
  }
}

export const changedLook = (one: Occurrence, change: EventChange, zone: string): Occurrence =>
  occurrenceOf(one.accountId, applied(one.event, change), zone)

function applied(event: CalendarEventView, change: EventChange): CalendarEventView {
  const next = { ...event, ...change } as Record<string, unknown>
  for (const [name, value] of Object.entries(change)) if (value === null) delete next[name]
  return next as CalendarEventView
}

/** What a change of an occurrence means for its series, `whole` as it is stored. */
export function changeSeries(
  one: Occurrence,
  whole: CalendarEventView,
  change: EventChange,
  scope: 'one' | 'all',
  zone: string,
): Deed {
  return scope === 'one'
    ? changeOne(one, whole, recurrenceIdOf(one), change, zone)
    : changeAll(one, whole, change, shiftOf(one, change), zone)
}

const recurrenceIdOf = ({ event }: Occurrence): string => event.recurrenceId ?? event.start

const shiftOf = ({ event }: Occurrence, { start }: EventChange): number =>
  start === undefined ? 0 : wallOf(start) - wallOf(event.start)

function changeOne(
  one: Occurrence,
  whole: CalendarEventView,
  at: string,
  change: EventChange,
  zone: string,
): Deed {
  const override = { ...whole.recurrenceOverrides?.[at], ...change }
  return {
    ...overriding(whole, at, override),
    look: (held) => held.map((other) => (other.key === one.key ? changedLook(other, change, zone) : other)),
  }
}

/** Lays an override over one occurrence. */
function overriding(
  whole: CalendarEventView,
  at: string,
  override: Record<string, unknown>,
): Omit<Deed, 'look'> {
  const path = `recurrenceOverrides/${at}`
  return {
    forward: { update: { [whole.id]: { [path]: override } } },
    back: () => ({ update: { [whole.id]: { [path]: whole.recurrenceOverrides?.[at] ?? null } } }),
  }
}

const isOf =
  (one: Occurrence) =>
  (other: Occurrence): boolean =>
    other.accountId === one.accountId && (other.seriesId ?? other.id) === (one.seriesId ?? one.id)

function changeAll(
  one: Occurrence,
  whole: CalendarEventView,
  change: EventChange,
  shift: number,
  zone: string,
): Deed {
  const patch = { ...change, ...shifted(whole, change, shift) }
  const isMine = isOf(one)
  return {
    forward: { update: { [whole.id]: patch } },
    back: () => ({ update: { [whole.id]: before(whole, patch) } }),
    look: (held) => held.map((other) => (isMine(other) ? shiftedLook(other, change, shift, zone) : other)),
  }
}

function shiftedLook(one: Occurrence, change: EventChange, shift: number, zone: string): Occurrence {
  const { recurrenceId, start } = one.event
  const moved = shift === 0 ? {} : { start: localOf(wallOf(start) + shift) }
  const named = recurrenceId && shift !== 0 ? { recurrenceId: localOf(wallOf(recurrenceId) + shift) } : {}
  return changedLook(one, { ...change, ...moved, ...named }, zone)
}

/**
 * What else moves when a series does: its start, its end, and the names of what was changed or left out in it, which
 * otherwise would mean other days.
 */
function shifted(whole: CalendarEventView, change: EventChange, shift: number): EventChange {
  if (shift === 0) return change.start === undefined ? {} : { start: whole.start }
  const start = localOf(wallOf(whole.start) + shift)
  const rule = whole.recurrenceRule
  const overrides = Object.entries(whole.recurrenceOverrides ?? {})
  return {
    start,
    ...(rule && change['recurrenceRule'] === undefined
      ? { recurrenceRule: ruleMoved(rule, whole.start, start, shift) }
      : {}),
    ...(overrides.length > 0
      ? {
          recurrenceOverrides: Object.fromEntries(
            overrides.map(([at, patch]) => [localOf(wallOf(at) + shift), patch]),
          ),
        }
      : {}),
  }
}

const weekdays: readonly Weekday[] = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa']

/** The rule on other days. What cannot be moved for certain stays as it is. */
export function ruleMoved(rule: RecurrenceRule, from: string, to: string, shift: number): RecurrenceRule {
  const days = Math.round((wallOf(dayOf(wallOf(to))) - wallOf(dayOf(wallOf(from)))) / dayMs)
  const until = rule.until === undefined ? {} : { until: localOf(wallOf(rule.until) + shift) }
  if (days === 0 || Object.keys(rule).some((part) => unmoved.includes(part))) return { ...rule, ...until }
  if (rule.frequency === 'weekly' && rule.byDay?.every(({ nthOfPeriod }) => nthOfPeriod === undefined))
    return {
      ...rule,
      ...until,
      byDay: rule.byDay.map((one) => ({ ...one, day: weekdayLater(one.day, days) })),
    }
  if (
    rule.frequency === 'monthly' &&
    rule.byMonthDay?.length === 1 &&
    (rule.byMonthDay[0] ?? 0) > 0 &&
    !rule.byDay
  )
    return { ...rule, ...until, byMonthDay: [Number(to.slice(8, 10))] }
  const [nth] = rule.byDay ?? []
  if (
    rule.frequency === 'monthly' &&
    rule.byDay?.length === 1 &&
    nth?.nthOfPeriod !== undefined &&
    !rule.byMonthDay
  )
    return { ...rule, ...until, byDay: [{ ...nth, ...nthDayOf(to, nth.nthOfPeriod < 0) }] }
  return { ...rule, ...until }
}

const unmoved = ['bySetPosition', 'byMonth', 'byWeekNo', 'byYearDay', 'rscale']

const weekdayLater = (day: Weekday, days: number): Weekday =>
  weekdays[(weekdays.indexOf(day) + (days % 7) + 7) % 7] ?? day

export const weekdayNameOf = (local: string): Weekday => weekdays[weekdayOf(local.slice(0, 10))] ?? 'mo'

/** Which weekday of its month a day is: the third Tuesday; or the last one, counted from the end. */
export function nthDayOf(local: string, isFromEnd = false): { day: Weekday; nthOfPeriod: number } {
  const date = Number(local.slice(8, 10))
  const [year, month] = [Number(local.slice(0, 4)), Number(local.slice(5, 7))]
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const nthOfPeriod = isFromEnd ? -Math.ceil((length - date + 1) / 7) : Math.ceil(date / 7)
  return { day: weekdayNameOf(local), nthOfPeriod }
}

/** The series ends before the occurrence, and another one goes on from there: one write, and one way back. */
export function changeFollowing(
  one: Occurrence,
  change: EventChange,
  { zone, newUid }: { zone: string; newUid: string },
): Deed {
  const at = recurrenceIdOf(one)
  const shift = shiftOf(one, change)
  const isMine = isOf(one)
  const isLater = (other: Occurrence): boolean => isMine(other) && recurrenceIdOf(other) >= at
  return {
    forward: { split: { id: one.id, patch: change, newUid } },
    back: (_, journalId) => (journalId === undefined ? {} : { takeBack: journalId }),
    look: (held) =>
      held.map((other) =>
        isLater(other) ? shiftedLook(other, { ...change, uid: newUid }, shift, zone) : other,
      ),
  }
}

function ended(whole: CalendarEventView, at: string): EventWrites {
  const { count: _count, ...endless } = whole.recurrenceRule ?? { frequency: 'daily' as const }
  // Whole days have no second before: the day before is the last one.
  const until = localOf(wallOf(at) - (whole.showWithoutTime ? dayMs : 1_000))
  const kept = Object.entries(whole.recurrenceOverrides ?? {}).filter(([name]) => name < at)
  const overrides = whole.recurrenceOverrides ? { recurrenceOverrides: Object.fromEntries(kept) } : {}
  return { update: { [whole.id]: { recurrenceRule: { ...endless, until }, ...overrides } } }
}

function restored(whole: CalendarEventView): EventWrites {
  const overrides = whole.recurrenceOverrides ? { recurrenceOverrides: whole.recurrenceOverrides } : {}
  return { update: { [whole.id]: { recurrenceRule: whole.recurrenceRule ?? null, ...overrides } } }
}

/** Deleting an event, one taking place of it, or all from there on. */
export function remove(one: Occurrence, whole: CalendarEventView, scope: Scope): Deed {
  const at = recurrenceIdOf(one)
  const isMine = isOf(one)
  if (scope === 'one' && one.seriesId !== undefined)
    return {
      ...overriding(whole, at, { excluded: true }),
      look: (held) => held.filter((other) => other.key !== one.key),
    }
  if (scope === 'following' && at > whole.start)
    return {
      forward: ended(whole, at),
      back: () => restored(whole),
      look: (held) => held.filter((other) => !isMine(other) || (other.event.recurrenceId ?? '') < at),
    }
  return {
    forward: { destroy: [whole.id] },
    back: () => ({ create: { again: stored(whole) } }),
    look: (held) => held.filter((other) => !isMine(other)),
  }
}
