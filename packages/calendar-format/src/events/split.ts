import { getClock, dayMs, parseWallTime, type WallTime, writeWallTime } from '../clocks/index.ts'
import { expand } from '../recurrence/index.ts'
import { type EventObject, type EventProblem, isObject, type Json } from './event-object.ts'
import { takesPlace } from './occurrence.ts'
import { type EventPatch, patchEvent } from './patch-event.ts'
import { toSeries } from './series.ts'
import { shifted } from './shift.ts'

/** The two series that "this and following" makes of one. */
export interface Split {
  /** Remainder of the old series: everything before the occurrence. */
  before: EventObject
  /** From the occurrence on, under a uid of its own, changed as wanted. */
  after: EventObject
}

/**
 * Splits a series before one of its occurrences (RFC 8984 §4.1.3 links the two by `next` and `first`). `first` where nothing
 * would be left before: then all of it is meant.
 */
export function splitSeries(
  event: EventObject,
  at: WallTime,
  uid: string,
  patch: EventPatch,
): Split | 'first' | 'not-there' | { problem: EventProblem } {
  const rule = event['recurrenceRule']
  if (!isObject(rule) || !takesPlace(event, at)) return 'not-there'
  const given = recurrenceIdsUntil(event, at)
  if (given === undefined)
    return { problem: { property: 'recurrenceRule', detail: 'It has too many occurrences to be split.' } }
  // The rule would go on from a date that it does not give, and fall on other days from then on.
  if (!given.includes(at))
    return {
      problem: { property: 'recurrenceRule', detail: 'It can be split only at an occurrence of its rule.' },
    }
  const earlier = given.filter((recurrenceId) => recurrenceId < at).length
  if (earlier === 0) return 'first'
  const { recurrenceOverrides, relatedTo, created: _c, updated: _u, sequence: _s, ...series } = event
  const [past, coming] = overridesAround(recurrenceOverrides, at)
  const following: EventObject = {
    ...series,
    ...(coming ? { recurrenceOverrides: coming } : {}),
    uid,
    start: writeWallTime(at),
    recurrenceRule: ruleAfter(rule, earlier),
    relatedTo: linkTo(relatedTo, String(event['uid']), 'first'),
  }
  const { recurrenceOverrides: _, ...whole } = event
  const before: EventObject = {
    ...whole,
    ...(past ? { recurrenceOverrides: past } : {}),
    recurrenceRule: ruleBefore(rule, at, event['showWithoutTime'] === true),
    relatedTo: linkTo(relatedTo, uid, 'next'),
  }
  const { start, ...rest } = patch
  const wall = typeof start === 'string' ? parseWallTime(start) : undefined
  const patched = patchEvent(wall === undefined ? following : shifted(following, wall), {
    ...rest,
    ...(start !== undefined && wall === undefined ? { start } : {}),
  })
  return 'problem' in patched ? patched : { before, after: patched.event }
}

/** What the rule gives up to a day after `at`, whether it takes place or not; undefined when that cannot be counted. */
function recurrenceIdsUntil(event: EventObject, at: WallTime): readonly WallTime[] | undefined {
  const series = toSeries(event)
  const clock = getClock(series.zone ?? 'UTC')
  const instant = (wall: WallTime): number => clock?.instantAt(wall) ?? wall
  const plain = { ...series, duration: { days: 0, ms: 0 }, excluded: new Set<WallTime>(), moved: new Map() }
  const { occurrences, isCutOff } = expand(plain, instant(series.start) - dayMs, instant(at) + dayMs, 'UTC')
  return isCutOff ? undefined : occurrences.map(({ recurrenceId }) => recurrenceId)
}

/** Ends before the occurrence; a series of whole days ends with a day. */
function ruleBefore({ count: _, ...rule }: EventObject, at: WallTime, isAllDay: boolean): EventObject {
  return { ...rule, until: writeWallTime(at - (isAllDay ? dayMs : 1_000)) }
}

function ruleAfter(rule: EventObject, earlier: number): EventObject {
  const { count } = rule
  return typeof count === 'number' ? { ...rule, count: Math.max(1, count - earlier) } : rule
}

function overridesAround(
  overrides: Json | undefined,
  at: WallTime,
): [EventObject | undefined, EventObject | undefined] {
  const entries = isObject(overrides) ? Object.entries(overrides) : []
  const isPast = ([id]: [string, Json]): boolean => (parseWallTime(id) ?? 0) < at
  const [past, coming] = [entries.filter(isPast), entries.filter((entry) => !isPast(entry))]
  return [
    past.length > 0 ? Object.fromEntries(past) : undefined,
    coming.length > 0 ? Object.fromEntries(coming) : undefined,
  ]
}

/** The relations of a series and the new one. A series that was split before stays linked to the first, and forgets its next. */
function linkTo(relatedTo: Json | undefined, uid: string, relation: 'first' | 'next'): Json {
  const relations = isObject(relatedTo) ? Object.entries(relatedTo) : []
  const is = (value: Json, name: string): boolean =>
    isObject(value) && isObject(value['relation']) && value['relation'][name] === true
  const remaining = relations.filter(([, related]) => !is(related, 'next'))
  if (relation === 'first' && remaining.some(([, related]) => is(related, 'first')))
    return Object.fromEntries(remaining)
  return { ...Object.fromEntries(remaining), [uid]: { '@type': 'Relation', relation: { [relation]: true } } }
}
