import { createHash } from 'node:crypto'
import { mayUpdateAllName } from '@plmail/wire'
import type { JsonObject, JsonValue } from '../../contract/index.ts'
import {
  type ReadonlyJson,
  readNumber,
  readObject,
  readObjects,
  readString,
  readStrings,
} from '../../contract/read-json.ts'
import { getColor } from './colors.ts'
import type { Reckoning } from './reckoning.ts'
import { overridesIn, readLines } from './recurrence-lines.ts'

const dayMs = 86_400_000

/**
 * An event of Google's in JSCalendar 2.0; undefined for what has no start. `zone` is the calendar's, for times that name
 * none. What has no place there (attachments, extended properties, kinds of events) stays in Google's own text.
 */
export function readEvent(raw: ReadonlyJson, zone: string, by: Reckoning): JsonObject | undefined {
  const times = readTimes(raw, zone, by)
  if (!times) return undefined
  return {
    '@type': 'Event',
    version: '2.0',
    uid: readString(raw['iCalUID']) || readString(raw['id']),
    ...readTexts(raw),
    ...times.event,
    ...recurrence(raw, times, by),
    ...readPeople(raw),
    ...readOwnership(raw),
    ...readReminders(readObject(raw['reminders'])),
  }
}

interface ReadTimes {
  event: { start: string; [property: string]: JsonValue }
  zone: string | null
}

function readTimes(raw: ReadonlyJson, calendarZone: string, by: Reckoning): ReadTimes | undefined {
  const [start, end] = [readObject(raw['start']), readObject(raw['end'])]
  const date = readString(start['date'])
  if (date !== '') {
    const [from, to] = [by.parseWallTime(date), by.parseWallTime(readString(end['date']))]
    if (from === undefined) return undefined
    const days = Math.max(1, Math.round(((to ?? from + dayMs) - from) / dayMs))
    const duration = by.writeDuration({ days, ms: 0 })
    return { event: { start: by.writeWallTime(from), duration, showWithoutTime: true }, zone: null }
  }
  const begins = Date.parse(readString(start['dateTime']))
  const ends = Date.parse(readString(end['dateTime']))
  const zone = toKnownZone(readString(start['timeZone']), calendarZone, by)
  const wall = by.getClock(zone)?.wallTimeAt(begins)
  if (wall === undefined || Number.isNaN(wall)) return undefined
  const endZone = toKnownZone(readString(end['timeZone']), zone, by)
  const duration = by.writeDuration({
    days: 0,
    ms: Math.max(0, (Number.isNaN(ends) ? begins : ends) - begins),
  })
  const event = {
    start: by.writeWallTime(wall),
    timeZone: zone,
    duration,
    ...(endZone === zone ? {} : { endTimeZone: endZone }),
  }
  return { event, zone }
}

function toKnownZone(name: string, otherwise: string, by: Reckoning): string {
  return name !== '' && by.getClock(name) ? name : otherwise
}

function recurrence(raw: ReadonlyJson, { event, zone }: ReadTimes, by: Reckoning): Record<string, JsonValue> {
  const lines = readStrings(raw['recurrence'])
  if (lines.length === 0) return {}
  const read = readLines(lines, event.start, { zone, isAllDay: zone === null }, by)
  const overrides = overridesIn(read)
  return {
    ...(read.rule ? { recurrenceRule: read.rule } : {}),
    ...(Object.keys(overrides).length > 0 ? { recurrenceOverrides: overrides } : {}),
  }
}

function readTexts(raw: ReadonlyJson): Record<string, JsonValue> {
  const description = readString(raw['description'])
  const status = readString(raw['status'])
  const sequence = readNumber(raw['sequence'])
  const color = getColor(readString(raw['colorId']))
  return {
    ...text('title', raw['summary']),
    ...text('description', description),
    ...(/<[a-z][^>]*>/i.test(description) ? { descriptionContentType: 'text/html' } : {}),
    ...(status === 'tentative' || status === 'confirmed' ? { status } : {}),
    ...readPrivacy(raw),
    ...(raw['transparency'] === 'transparent' ? { freeBusyStatus: 'free' } : {}),
    ...(color === undefined ? {} : { color }),
    ...readPlaces(raw),
    ...(sequence === undefined ? {} : { sequence }),
    ...instant('created', raw['created']),
    ...instant('updated', raw['updated']),
  }
}

/** The extended property that marks an event as secret: Google itself supports only private events. */
export const secretMark = 'plmailPrivacy'

function readPrivacy(raw: ReadonlyJson): Record<string, JsonValue> {
  const visibility = readString(raw['visibility'])
  if (visibility !== 'private' && visibility !== 'confidential') return {}
  const own = readObject(readObject(raw['extendedProperties'])['private'])
  return { privacy: own[secretMark] === 'secret' ? 'secret' : 'private' }
}

function readPlaces(raw: ReadonlyJson): Record<string, JsonValue> {
  const location = readString(raw['location'])
  const conferences = getConferences(raw)
  return {
    ...(location === '' ? {} : { locations: { 1: { '@type': 'Location', name: location } } }),
    ...(conferences.length === 0
      ? {}
      : {
          virtualLocations: Object.fromEntries(
            conferences.map((conference, index) => [String(index + 1), conference]),
          ),
        }),
  }
}

function getConferences(raw: ReadonlyJson): JsonObject[] {
  const conference = readObject(raw['conferenceData'])
  const solution = readString(readObject(conference['conferenceSolution'])['name'])
  const entries = readObjects(conference['entryPoints']).flatMap((entry) => {
    const uri = readString(entry['uri'])
    if (uri === '') return []
    const name = readString(entry['label']) || solution
    const isVideo = entry['entryPointType'] === 'video'
    return [
      {
        '@type': 'VirtualLocation',
        uri,
        ...text('name', name),
        ...(isVideo ? { features: { video: true } } : {}),
      },
    ]
  })
  const link = readString(raw['hangoutLink'])
  if (entries.length > 0 || link === '') return entries
  return [{ '@type': 'VirtualLocation', uri: link, name: 'Google Meet', features: { video: true } }]
}

const answers: Readonly<Record<string, string>> = {
  needsAction: 'needs-action',
  accepted: 'accepted',
  tentative: 'tentative',
  declined: 'declined',
}

/** An event without guests is nobody's meeting: Google names an organizer of it all the same. */
function readPeople(raw: ReadonlyJson): Record<string, JsonValue> {
  const attendees = readObjects(raw['attendees'])
  if (attendees.length === 0) return {}
  const organizer = readObject(raw['organizer'])
  const owner = readString(organizer['email'])
  const participants = new Map<string, JsonObject>()
  for (const attendee of attendees) {
    const address = getAddress(readString(attendee['email']))
    if (address === undefined) continue
    const isOwner = readString(attendee['email']).toLowerCase() === owner.toLowerCase()
    participants.set(participantId(address), readAttendee(attendee, isOwner))
  }
  const calendarAddress = getAddress(owner)
  if (calendarAddress === undefined) return { participants: Object.fromEntries(participants) }
  const id = participantId(calendarAddress)
  if (!participants.has(id))
    participants.set(id, {
      '@type': 'Participant',
      calendarAddress,
      ...text('name', organizer['displayName']),
      roles: { owner: true },
    })
  return { participants: Object.fromEntries(participants), organizerCalendarAddress: calendarAddress }
}

/**
 * `self`: the organizer is the calendar that this copy is in, which may be a group's and no person's. Of everything else
 * Google takes changes from its organizer alone (`forbiddenForNonOrganizer`), unless guests may change it.
 */
function readOwnership(raw: ReadonlyJson): Record<string, JsonValue> {
  const organizer = readObject(raw['organizer'])
  const isOwn = organizer['self'] === true || raw['guestsCanModify'] === true
  if (readString(organizer['email']) === '') return {}
  if (!isOwn) return { [mayUpdateAllName]: false }
  return readObjects(raw['attendees']).length > 0 ? { [mayUpdateAllName]: true } : {}
}

export function readAttendee(attendee: ReadonlyJson, isOwner: boolean): JsonObject {
  return {
    '@type': 'Participant',
    calendarAddress: getAddress(readString(attendee['email'])) ?? '',
    ...text('name', attendee['displayName']),
    ...(attendee['resource'] === true ? { kind: 'resource' } : {}),
    roles: {
      attendee: true,
      ...(attendee['optional'] === true ? { optional: true } : {}),
      ...(isOwner ? { owner: true } : {}),
    },
    participationStatus: answers[readString(attendee['responseStatus'])] ?? 'needs-action',
    ...text('participationComment', attendee['comment']),
  }
}

function getAddress(email: string): string | undefined {
  return email === '' ? undefined : `mailto:${email}`
}

/** The same person has the same id in every version of the event, and in invitations by mail. */
function participantId(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url').slice(0, 16)
}

function readReminders(reminders: ReadonlyJson): Record<string, JsonValue> {
  if (reminders['useDefault'] === true) return { useDefaultAlerts: true }
  const alerts = readObjects(reminders['overrides']).flatMap(({ method, minutes }) => {
    const before = readNumber(minutes)
    if (before === undefined) return []
    const action = method === 'email' ? 'email' : 'display'
    const trigger = { '@type': 'OffsetTrigger', offset: before === 0 ? 'PT0S' : `-PT${before}M` }
    return [[`${action}-${before}`, { '@type': 'Alert', action, trigger }] as const]
  })
  return alerts.length === 0 ? {} : { alerts: Object.fromEntries(alerts) }
}

function text(name: string, value: unknown): Record<string, JsonValue> {
  const stringValue = readString(value)
  return stringValue === '' ? {} : { [name]: stringValue }
}

function instant(name: string, value: unknown): Record<string, JsonValue> {
  const at = Date.parse(readString(value))
  return Number.isNaN(at) ? {} : { [name]: new Date(at).toISOString() }
}
