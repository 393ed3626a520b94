import {
  getClock,
  dayMs,
  type Duration,
  parseDuration,
  parseWallTime,
  type WallTime,
  writeWallTime,
} from '../clocks/index.ts'
import { computeBounds, type Moved, readRule, type Series } from '../recurrence/index.ts'
import {
  type EventObject,
  type EventStatus,
  type FreeBusyStatus,
  isObject,
  type Json,
  type Privacy,
  privacies,
  statuses,
} from './event-object.ts'
import { patchEvent } from './patch-event.ts'

const noTime: Duration = { days: 0, ms: 0 }

/** Columns for finding and drawing an event: derived from its JSON by this one function, on every path that writes. */
export interface Projection {
  uid: string
  title: string
  /** Bounds of all its occurrences, instants in milliseconds; `last` null when it goes on. */
  first: number
  last: number | null
  zone: string | null
  isAllDay: boolean
  isRecurring: boolean
  status: EventStatus
  privacy: Privacy
  freeBusyStatus: FreeBusyStatus
  sequence: number
}

/** The event must have passed `findProblems`. */
export function toProjection(event: EventObject): Projection {
  const series = toSeries(event)
  const sequence = event['sequence']
  return {
    uid: readText(event['uid']),
    title: readText(event['title']),
    ...computeBounds(series),
    zone: series.zone,
    isAllDay: isAllDay(event),
    isRecurring: series.rule !== null || series.moved.size > 0,
    status: statuses.find((status) => status === event['status']) ?? 'confirmed',
    privacy: getPrivacy(event),
    freeBusyStatus: event['freeBusyStatus'] === 'free' ? 'free' : 'busy',
    sequence: typeof sequence === 'number' ? sequence : 0,
  }
}

/** Returns the privacy; an unknown value hides the event (RFC 8984 §4.4.3). */
function getPrivacy(event: EventObject): Privacy {
  const privacy = event['privacy']
  return privacy === undefined
    ? 'public'
    : (privacies.find((candidate) => candidate === privacy) ?? 'private')
}

/** Returns the properties that decide when the event takes place. With an unreadable rule only the start counts. */
export function toSeries(event: EventObject): Series {
  const zone = getZone(event)
  const base: Moved = { start: readWallTime(event['start']) ?? 0, duration: readDuration(event), zone }
  const excluded = new Set<WallTime>()
  const moved = new Map<WallTime, Moved>()
  for (const [id, patch] of getOverrides(event)) {
    const wall = readWallTime(id)
    if (wall === undefined) continue
    if (patch['excluded'] === true) excluded.add(wall)
    else moved.set(wall, moveByPatch(event, wall, patch))
  }
  return { ...base, rule: readRule(event['recurrenceRule']) ?? null, excluded, moved }
}

function moveByPatch(event: EventObject, id: WallTime, patch: EventObject): Moved {
  const occurrence = { ...event, ...patch }
  return {
    start: readWallTime(patch['start']) ?? id,
    duration: readDuration(occurrence),
    zone: getZone(occurrence),
  }
}

/** When the first occurrence ends, on the walls of where it ends. */
export function localEnd(event: EventObject): WallTime {
  return getEnd(event).wall
}

/** Whether clocks show the time of its end twice, and it is the second that is meant. */
export function isEndHidden(event: EventObject): boolean {
  return getEnd(event).isSecond
}

function getEnd(event: EventObject): { wall: WallTime; isSecond: boolean } {
  const start = readWallTime(event['start']) ?? 0
  const { days, ms } = readDuration(event)
  const zone = getZone(event)
  const clock = zone === null ? null : getClock(zone)
  if (!clock) return { wall: start + days * dayMs + ms, isSecond: false }
  const end = clock.instantAt(start + days * dayMs) + ms
  const endClock = getClock(getEndZone(event) ?? '') ?? clock
  const wall = endClock.wallTimeAt(end)
  return { wall, isSecond: endClock.instantAt(wall) !== end }
}

/** The zone it ends in; null where it floats. */
export function getEndZone(event: EventObject): string | null {
  const zone = event['endTimeZone']
  return typeof zone === 'string' && !isAllDay(event) ? zone : getZone(event)
}

/**
 * One occurrence as an event of its own: the series with what was overridden for it. Undefined when it does not take
 * place. `id` is its recurrence id, whether the rule gives it is the caller's to know.
 */
export function occurrenceObject(event: EventObject, id: WallTime): EventObject | undefined {
  const recurrenceId = writeWallTime(id)
  const patch = getOverrides(event).get(recurrenceId) ?? {}
  if (patch['excluded'] === true) return undefined
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...single } = event
  const { excluded: _excluded, ...changes } = patch
  const patched = patchEvent({ ...single, start: recurrenceId }, changes)
  // A patch below something that is not there says nothing that could be drawn.
  const occurrence = 'event' in patched ? patched.event : { ...single, start: recurrenceId }
  return { ...occurrence, recurrenceId, recurrenceIdTimeZone: getZone(event) }
}

function getOverrides(event: EventObject): Map<string, EventObject> {
  const overrides = event['recurrenceOverrides']
  if (!isObject(overrides)) return new Map()
  return new Map(Object.entries(overrides).flatMap(([id, patch]) => (isObject(patch) ? [[id, patch]] : [])))
}

/** A day is the same day everywhere. */
function getZone(event: EventObject): string | null {
  const zone = event['timeZone']
  return isAllDay(event) || typeof zone !== 'string' ? null : zone
}

function isAllDay(event: EventObject): boolean {
  return event['showWithoutTime'] === true
}

function readDuration(event: EventObject): Duration {
  const duration = event['duration']
  return (typeof duration === 'string' ? parseDuration(duration) : undefined) ?? noTime
}

function readWallTime(json: Json | undefined): WallTime | undefined {
  return typeof json === 'string' ? parseWallTime(json) : undefined
}

function readText(json: Json | undefined): string {
  return typeof json === 'string' ? json : ''
}
