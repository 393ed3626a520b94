import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readObjects, readString } from '../../contract/read-json.ts'
import { findClosestColorId } from './colors.ts'
import type { Reckoning, ReckoningContext } from './reckoning.ts'
import { secretMark } from './read-event.ts'
import { type GoogleEventFields, fieldOrNull, readText, getValues } from './fields.ts'
import { writeAttendees } from './write-people.ts'
import { writeReminders } from './write-reminders.ts'

interface Writer {
  /** JSCalendar properties that the writer reads. */
  from: readonly string[]
  /** `raw` is the event as Google has it, for what is kept from it. */
  write(event: JsonObject, raw: ReadonlyJson | undefined, by: Reckoning): GoogleEventFields
}

const writers: readonly Writer[] = [
  { from: ['title'], write: ({ title }) => fieldOrNull('summary', readText(title)) },
  { from: ['description'], write: ({ description }) => fieldOrNull('description', readText(description)) },
  { from: ['start', 'duration', 'timeZone', 'endTimeZone', 'showWithoutTime'], write: writeTimes },
  { from: ['status'], write: writeStatus },
  { from: ['privacy'], write: writePrivacy },
  {
    from: ['freeBusyStatus'],
    write: ({ freeBusyStatus }) =>
      fieldOrNull('transparency', freeBusyStatus === 'free' ? 'transparent' : 'opaque'),
  },
  {
    from: ['color'],
    write: ({ color }) => fieldOrNull('colorId', findClosestColorId(readText(color)) ?? null),
  },
  { from: ['locations'], write: writeLocation },
  { from: ['virtualLocations'], write: writeConference },
  { from: ['participants', 'organizerCalendarAddress'], write: writeAttendees },
  { from: ['alerts', 'useDefaultAlerts'], write: writeReminders },
  ...(['keywords', 'categories', 'links'] as const).map((property): Writer => ({
    from: [property],
    write: (event) => withoutPlace(property, event[property]),
  })),
  { from: ['relatedTo'], write: ({ relatedTo }) => withoutPlace('relatedTo', lastingRelations(relatedTo)) },
]

/**
 * Returns the fields to send so that `before` becomes `after`: only the differences. A new event has an empty `before`
 * and no `raw`; properties that would then be empty are left out.
 */
export function changedFields(
  before: JsonObject,
  after: JsonObject,
  raw: ReadonlyJson | undefined,
  by: Reckoning,
): GoogleEventFields {
  const changed: Record<string, unknown> = {}
  for (const { from, write } of writers) {
    const isNew = before['start'] === undefined
    // Of a new event without alerts Google would remind at its own times.
    const isSaidAnyway = isNew && from.includes('alerts')
    if (!isSaidAnyway && from.every((name) => isDeepStrictEqual(before[name], after[name]))) continue
    const fields = write(after, raw, by)
    if ('refused' in fields) return fields
    const was = isNew ? undefined : write(before, raw, by)
    const fieldsBefore = was && 'fields' in was ? was.fields : {}
    for (const [name, value] of Object.entries(fields.fields))
      if (!isDeepStrictEqual(fieldsBefore[name], value) && !(raw === undefined && value === null))
        changed[name] = value
  }
  return { fields: changed }
}

/** Returns the context in which the end of the event's rule is read and written. */
export function getContext(event: JsonObject): ReckoningContext {
  const isAllDay = event['showWithoutTime'] === true
  const zone = event['timeZone']
  return { isAllDay, zone: isAllDay || typeof zone !== 'string' ? null : zone }
}

function writeTimes(event: JsonObject, raw: ReadonlyJson | undefined, by: Reckoning): GoogleEventFields {
  const start = by.parseWallTime(readText(event['start']))
  const { days, ms } = by.parseDuration(readText(event['duration'])) ?? { days: 0, ms: 0 }
  if (start === undefined) return { refused: { problem: 'event-limit/no-start' } }
  const { isAllDay, zone } = getContext(event)
  if (isAllDay) {
    const end = start + Math.max(1, days + Math.ceil(ms / dayMs)) * dayMs
    return { fields: { start: getDate(start, raw, by), end: getDate(end, raw, by) } }
  }
  const clock = zone === null ? null : by.getClock(zone)
  if (!clock || zone === null)
    return { refused: { problem: 'event-limit/needs-time-zone', provider: 'Google Calendar' } }
  const endZone = readText(event['endTimeZone']) || zone
  const begins = clock.instantAt(start)
  const ends = clock.instantAt(start + days * dayMs) + ms
  const wasDay = typeof readObject(raw?.['start'])['date'] === 'string'
  const time = (instant: number, of: string) => ({
    dateTime: withOffset(instant, of, by),
    timeZone: of,
    ...(wasDay ? { date: null } : {}),
  })
  return { fields: { start: time(begins, zone), end: time(ends, by.getClock(endZone) ? endZone : zone) } }
}

const dayMs = 86_400_000

function getDate(wall: number, raw: ReadonlyJson | undefined, by: Reckoning): JsonObject {
  const wasTime = typeof readObject(raw?.['start'])['dateTime'] === 'string'
  return { date: by.writeWallTime(wall).slice(0, 10), ...(wasTime ? { dateTime: null, timeZone: null } : {}) }
}

/** With its offset, so that an hour that comes twice is said without doubt. */
function withOffset(instant: number, zone: string, by: Reckoning): string {
  const wall = by.getClock(zone)?.wallTimeAt(instant) ?? instant
  const minutes = Math.round((wall - instant) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${by.writeWallTime(wall)}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function writeStatus({ status }: JsonObject): GoogleEventFields {
  if (status === 'cancelled')
    return { refused: { problem: 'event-limit/cancelled', provider: 'Google Calendar' } }
  return fieldOrNull('status', status === 'tentative' ? 'tentative' : 'confirmed')
}

/** Google knows no secrets, so a private event carries a mark that only its owner's calendar has. */
function writePrivacy({ privacy }: JsonObject, raw: ReadonlyJson | undefined): GoogleEventFields {
  const isSecret = privacy === 'secret'
  const isPrivate = isSecret || privacy === 'private'
  const marked = readObject(readObject(raw?.['extendedProperties'])['private'])[secretMark] !== undefined
  const mark = isSecret ? { [secretMark]: 'secret' } : marked ? { [secretMark]: null } : undefined
  const visibility = isPrivate ? 'private' : 'default'
  return { fields: { visibility, ...(mark ? { extendedProperties: { private: mark } } : {}) } }
}

function writeLocation({ locations }: JsonObject): GoogleEventFields {
  const names = getValues(locations).flatMap(({ name }) => (readText(name) === '' ? [] : [readText(name)]))
  if (names.length > 1) return { refused: { problem: 'event-limit/one-place', provider: 'Google Calendar' } }
  return fieldOrNull('location', names[0] ?? '')
}

/** A link of one's own is told as that of an add-on, which Google shows with a button to join (conferenceData). */
function writeConference({ virtualLocations }: JsonObject, raw: ReadonlyJson | undefined): GoogleEventFields {
  const conferences = getValues(virtualLocations).filter(({ uri }) => readText(uri) !== '')
  const rawLinks = readObjects(readObject(raw?.['conferenceData'])['entryPoints']).map(({ uri }) =>
    readString(uri),
  )
  const link = readString(raw?.['hangoutLink'])
  const links = rawLinks.length > 0 ? rawLinks : link === '' ? [] : [link]
  if (
    isDeepStrictEqual(
      links,
      conferences.map(({ uri }) => uri),
    )
  )
    return { fields: {} }
  const [first] = conferences
  if (!first) return fieldOrNull('conferenceData', null)
  if (conferences.length > 1)
    return { refused: { problem: 'event-limit/one-conference', provider: 'Google Calendar' } }
  const uri = readText(first['uri'])
  if (!/^https?:\/\//i.test(uri))
    return { refused: { problem: 'event-limit/conference-by-link', provider: 'Google Calendar' } }
  const label = readText(first['name'])
  const entry = { entryPointType: 'video', uri, ...(label === '' ? {} : { label }) }
  const name = label === '' ? new URL(uri).host : label
  return fieldOrNull('conferenceData', {
    conferenceSolution: { key: { type: 'addOn' }, name },
    entryPoints: [entry],
  })
}

type Unsaved = 'keywords' | 'categories' | 'links' | 'relatedTo'

function withoutPlace(property: Unsaved, value: JsonValue | undefined): GoogleEventFields {
  const isNothing = value === undefined || value === null || Object.keys(readObject(value)).length === 0
  return isNothing
    ? { fields: {} }
    : { refused: { problem: 'event-limit/cannot-save', provider: 'Google Calendar', part: property } }
}
/**
 * A series that was split names its other half by uid (RFC 8984 §4.1.3). Google gives every event a uid of its own, so that
 * the name would lead nowhere: that relation goes without being missed, any other is refused.
 */
function lastingRelations(relatedTo: JsonValue | undefined): JsonObject {
  const isOfSplit = (relation: JsonValue): boolean =>
    Object.keys(readObject(readObject(relation)['relation'])).every(
      (name) => name === 'first' || name === 'next',
    )
  const all = Object.entries(readObject(relatedTo) as JsonObject)
  return Object.fromEntries(all.filter(([, relation]) => !isOfSplit(relation)))
}
