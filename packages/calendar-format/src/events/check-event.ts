import { clockOf, parseDuration, parseWallTime } from '../clocks/index.ts'
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
export const longestEventBytes = 256 * 1024
const most = { bytes: longestEventBytes, depth: 12, overrides: 3_000, participants: 1_000, text: 1_000 }

type Check = (json: Json) => string | undefined

const text: Check = (json) => (typeof json === 'string' ? undefined : 'It is not text.')
const shortText: Check = (json) =>
  typeof json === 'string' && json.length <= most.text
    ? undefined
    : `It is not text of up to ${most.text} characters.`
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
  json === null || (typeof json === 'string' && clockOf(json) !== null)
    ? undefined
    : 'There is no such time zone.'
const whole =
  (least: number, greatest: number): Check =>
  (json) =>
    typeof json === 'number' && Number.isInteger(json) && json >= least && json <= greatest
      ? undefined
      : `It is not a whole number from ${least} to ${greatest}.`
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
  (check: Check, size = most.text): Check =>
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
  participants: mapOf(object, most.participants),
  organizerCalendarAddress: shortText,
  recurrenceRule: object,
  recurrenceOverrides: mapOf(object, most.overrides),
}

/** Every event has these. */
const required = ['uid', 'start'] as const

/**
 * Lists problems in the JSON of an event; empty when it can be stored. Unknown properties are no problem: they belong
 * to whoever wrote them.
 */
export function problemsOf(event: EventObject): EventProblem[] {
  const size = problemOfSize(event)
  if (size) return [{ property: '', detail: size }]
  const missing = required.filter((property) => !Object.hasOwn(event, property))
  const problems = missing.map((property): EventProblem => ({ property, detail: 'It is missing.' }))
  for (const [property, json] of Object.entries(event)) {
    const detail = Object.hasOwn(checks, property) ? checks[property]?.(json) : undefined
    if (detail) problems.push({ property, detail })
  }
  return problems.length > 0 ? problems : problemsOfOverrides(event)
}

function problemOfSize(event: EventObject): string | undefined {
  if (depthOf(event) > most.depth) return 'It is nested too deeply.'
  return JSON.stringify(event).length > most.bytes ? `It is larger than ${most.bytes / 1024} KB.` : undefined
}

function depthOf(json: Json, above = 0): number {
  if (above > most.depth || typeof json !== 'object' || json === null) return above
  return Math.max(above, ...Object.values(json).map((value) => depthOf(value, above + 1)))
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
