import { getClock, parseDuration, parseWallTime } from '../clocks/index.ts'
import {
  type EventObject,
  type EventProblem,
  freeBusyStatuses,
  isObject,
  type Json,
  privacies,
  statuses,
} from './event-object.ts'

/** More than any calendar writes, and little enough that a view of a month stays quick. */
export const maxEventBytes = 256 * 1024
const limit = { bytes: maxEventBytes, depth: 12, overrides: 3_000, participants: 1_000, text: 1_000 }

type Check = (json: Json) => string | undefined

const text: Check = (json) => (typeof json === 'string' ? undefined : 'It is not text.')
const shortText: Check = (json) =>
  typeof json === 'string' && json.length <= limit.text
    ? undefined
    : `It is not text of up to ${limit.text} characters.`
const truth: Check = (json) => (typeof json === 'boolean' ? undefined : 'It is neither true nor false.')
const oneOf =
  (values: readonly string[]): Check =>
  (json) =>
    typeof json === 'string' && values.includes(json) ? undefined : `It is none of ${values.join(', ')}.`
const wallTime: Check = (json) =>
  typeof json === 'string' && json.includes('T') && parseWallTime(json) !== undefined
    ? undefined
    : 'It is not a local date and time, like 2026-11-21T09:30:00.'
const zone: Check = (json) =>
  json === null || (typeof json === 'string' && getClock(json) !== null)
    ? undefined
    : 'There is no such time zone.'
const whole =
  (min: number, greatest: number): Check =>
  (json) =>
    typeof json === 'number' && Number.isInteger(json) && json >= min && json <= greatest
      ? undefined
      : `It is not a whole number from ${min} to ${greatest}.`
const duration: Check = (json) =>
  typeof json === 'string' && parseDuration(json) ? undefined : 'It is not a duration, like PT1H30M.'
const instant: Check = (json) =>
  typeof json === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(json) &&
  !Number.isNaN(Date.parse(json))
    ? undefined
    : 'It is not a time in UTC, like 2026-11-21T09:30:00Z.'
const object: Check = (json) => (isObject(json) ? undefined : 'It is not an object.')
const mapOf =
  (check: Check, size = limit.text): Check =>
  (json) => {
    if (!isObject(json)) return 'It is not an object.'
    const entries = Object.entries(json)
    if (entries.length > size) return `It has more than ${size} entries.`
    const [wrong] = entries.flatMap(([key, value]) =>
      check(value) === undefined ? [] : [`${key}: ${check(value)}`],
    )
    return wrong
  }
const isTrue: Check = (json) => (json === true ? undefined : 'It is not true.')

/** Checks of the properties that are interpreted; all others are kept as they are. */
const checks: Readonly<Record<string, Check>> = {
  '@type': oneOf(['Event']),
  version: oneOf(['2.0']),
  uid: (json) => (typeof json === 'string' && json.length > 0 ? shortText(json) : 'It is not text.'),
  prodId: shortText,
  created: instant,
  updated: instant,
  sequence: whole(0, 2 ** 31 - 1),
  title: text,
  description: text,
  descriptionContentType: oneOf(['text/plain', 'text/html']),
  start: wallTime,
  duration,
  timeZone: zone,
  endTimeZone: zone,
  showWithoutTime: truth,
  status: oneOf(statuses),
  privacy: oneOf(privacies),
  freeBusyStatus: oneOf(freeBusyStatuses),
  priority: whole(0, 9),
  color: shortText,
  locale: shortText,
  keywords: mapOf(isTrue),
  categories: mapOf(isTrue),
  locations: mapOf(object),
  virtualLocations: mapOf(object),
  links: mapOf(object),
  alerts: mapOf(object),
  participants: mapOf(object, limit.participants),
  organizerCalendarAddress: shortText,
  recurrenceRule: object,
  recurrenceOverrides: mapOf(object, limit.overrides),
}

/** Every event has these. */
const required = ['uid', 'start'] as const

/**
 * Lists problems in the JSON of an event; empty when it can be stored. Unknown properties are no problem: they belong
 * to whoever wrote them.
 */
export function findProblems(event: EventObject): EventProblem[] {
  const size = problemOfSize(event)
  if (size) return [{ property: '', detail: size }]
  const missing = required.filter((property) => !Object.hasOwn(event, property))
  const problems = missing.map((property): EventProblem => ({ property, detail: 'It is missing.' }))
  for (const [property, json] of Object.entries(event)) {
    const check = Object.hasOwn(checks, property) ? checks[property] : undefined
    const detail = isText(property) && isText(json) ? check?.(json) : 'It holds a character that is not text.'
    if (detail) problems.push({ property, detail })
  }
  return problems.length > 0 ? problems : problemsOfOverrides(event)
}

function problemOfSize(event: EventObject): string | undefined {
  if (readDepth(event) > limit.depth) return 'It is nested too deeply.'
  return JSON.stringify(event).length > limit.bytes
    ? `It is larger than ${limit.bytes / 1024} KB.`
    : undefined
}

/** Whether no string in it, names included, has NUL or half a surrogate pair: not I-JSON (RFC 7493 §2.1), nor storable. */
function isText(json: Json): boolean {
  if (typeof json === 'string') return !/\0|\p{Surrogate}/u.test(json)
  if (typeof json !== 'object' || json === null) return true
  return Object.entries(json).every(([name, value]) => isText(name) && isText(value))
}

function readDepth(json: Json, above = 0): number {
  if (above > limit.depth || typeof json !== 'object' || json === null) return above
  return Math.max(above, ...Object.values(json).map((value) => readDepth(value, above + 1)))
}

/** An occurrence has no series of its own, and no other identity (RFC 8984 §4.3.5). */
const notOverridable = [
  '@type',
  'uid',
  'recurrenceRule',
  'recurrenceRules',
  'excludedRecurrenceRules',
  'recurrenceOverrides',
  'privacy',
  'prodId',
  'version',
]

function problemsOfOverrides(event: EventObject): EventProblem[] {
  const overrides = event['recurrenceOverrides']
  if (!isObject(overrides)) return []
  return Object.entries(overrides).flatMap(([id, patch]) => {
    const at = `recurrenceOverrides/${id}`
    if (wallTime(id)) return [{ property: at, detail: 'Its name is not a local date and time.' }]
    return Object.entries(isObject(patch) ? patch : {}).flatMap(([property, json]): EventProblem[] => {
      if (notOverridable.includes(property))
        return [{ property: `${at}/${property}`, detail: 'It belongs to the series.' }]
      const check =
        property === 'excluded' ? truth : Object.hasOwn(checks, property) ? checks[property] : undefined
      const detail = json === null ? undefined : check?.(json)
      return detail ? [{ property: `${at}/${property}`, detail }] : []
    })
  })
}
