import { datePrivacyName } from '@plmail/wire'
import { getEndZone, type EventObject, isEndHidden, isObject, type Json, localEnd } from '../events/index.ts'
import {
  dayMs,
  parseDuration,
  parseWallTime,
  type WallTime,
  writeDate,
  writeWallTime,
} from '../clocks/index.ts'
import { readRule, writeRule } from '../recurrence/index.ts'
import { escapeText, contentLine, plainValue } from './write-lines.ts'
import { basicTime } from './write-zone.ts'

/** Lines of one VEVENT. `stampedAt` is when this text is made (DTSTAMP). */
export function writeEvent(event: EventObject, stampedAt: Date): string[] {
  const times = getTimes(event)
  return [
    'BEGIN:VEVENT',
    contentLine('UID', escapeText(readText(event['uid']))),
    contentLine('DTSTAMP', instant(stampedAt.toISOString())),
    ...(typeof event['recurrenceId'] === 'string'
      ? [
          writeTime('RECURRENCE-ID', readWallTime(event['recurrenceId']), {
            ...times,
            zone: recurrenceZone(event, times),
          }),
        ]
      : []),
    writeTime('DTSTART', times.start, times),
    writeEnd(event, times),
    ...repeats(event, times),
    ...details(event),
    ...people(event),
    ...alarms(event),
    'END:VEVENT',
  ]
}

interface Times {
  start: WallTime
  /** Null where it floats. */
  zone: string | null
  isAllDay: boolean
}

function getTimes(event: EventObject): Times {
  const isAllDay = event['showWithoutTime'] === true
  const zone = event['timeZone']
  return {
    start: readWallTime(event['start']),
    zone: isAllDay || typeof zone !== 'string' ? null : zone,
    isAllDay,
  }
}

function recurrenceZone(event: EventObject, { zone }: Times): string | null {
  const own = event['recurrenceIdTimeZone']
  return typeof own === 'string' ? own : zone
}

function writeTime(name: string, wall: WallTime, { zone, isAllDay }: Omit<Times, 'start'>): string {
  if (isAllDay) return contentLine(name, writeDate(wall).replaceAll('-', ''), { VALUE: 'DATE' })
  if (zone === null) return contentLine(name, basicTime(wall))
  return isUtc(zone)
    ? contentLine(name, `${basicTime(wall)}Z`)
    : contentLine(name, basicTime(wall), { TZID: zone })
}

const isUtc = (zone: string): boolean => zone === 'Etc/UTC' || zone === 'UTC'

/** A day lasts until the next one begins; everything else ends on the clocks of where it ends. */
function writeEnd(event: EventObject, times: Times): string {
  const end = localEnd(event)
  // An hour that comes twice can be named once only (RFC 5545 §3.3.5); how long it lasts is never in doubt.
  if (isEndHidden(event)) return contentLine('DURATION', readText(event['duration']))
  if (times.isAllDay) return writeTime('DTEND', Math.max(end, times.start + dayMs), times)
  return writeTime('DTEND', end, { ...times, zone: getEndZone(event) })
}

function repeats(event: EventObject, times: Times): string[] {
  const rule = readRule(event['recurrenceRule'])
  const overrides = isObject(event['recurrenceOverrides']) ? Object.entries(event['recurrenceOverrides']) : []
  const isExcluded = (patch: Json): boolean => isObject(patch) && patch['excluded'] === true
  const isAdded = (patch: Json): boolean => isObject(patch) && Object.keys(patch).length === 0
  return [
    ...(rule ? [contentLine('RRULE', writeRule(rule, times))] : []),
    ...overrides.flatMap(([id, patch]) =>
      isExcluded(patch) ? [writeTime('EXDATE', readWallTime(id), times)] : [],
    ),
    ...overrides.flatMap(([id, patch]) =>
      isAdded(patch) ? [writeTime('RDATE', readWallTime(id), times)] : [],
    ),
  ]
}

const texts = [
  ['SUMMARY', 'title'],
  ['DESCRIPTION', 'description'],
  ['COLOR', 'color'],
] as const
const classes: Readonly<Record<string, string>> = {
  public: 'PUBLIC',
  private: 'PRIVATE',
  secret: 'CONFIDENTIAL',
}

function details(event: EventObject): string[] {
  const {
    status,
    privacy,
    [datePrivacyName]: ofDate,
    sequence,
    priority,
    created,
    updated,
    freeBusyStatus,
  } = event
  const keywords = isObject(event['keywords']) ? Object.keys(event['keywords']) : []
  return [
    ...texts.flatMap(([name, property]) => optional(name, event[property], escapeText)),
    ...optional('STATUS', status, (text) => text.toUpperCase()),
    ...optional('CLASS', ofDate ?? privacy, (text) => classes[text] ?? 'PRIVATE'),
    ...(freeBusyStatus === 'free' ? [contentLine('TRANSP', 'TRANSPARENT')] : []),
    ...(typeof sequence === 'number' ? [contentLine('SEQUENCE', String(sequence))] : []),
    ...(typeof priority === 'number' ? [contentLine('PRIORITY', String(priority))] : []),
    ...optional('CREATED', created, instant),
    ...optional('LAST-MODIFIED', updated, instant),
    ...(keywords.length > 0 ? [contentLine('CATEGORIES', keywords.map(escapeText).join())] : []),
    ...getValues(event['locations'])
      .flatMap(({ name }) => optional('LOCATION', name, escapeText))
      .slice(0, 1),
    ...getValues(event['virtualLocations']).flatMap(({ uri, name }) =>
      typeof uri === 'string'
        ? [contentLine('CONFERENCE', plainValue(uri), { VALUE: 'URI', LABEL: textOrNone(name) })]
        : [],
    ),
    ...getValues(event['locations']).flatMap(geo).slice(0, 1),
    ...links(event),
  ]
}

/** RFC 5545 §3.8.1.6. */
function geo({ coordinates }: EventObject): string[] {
  const [, latitude, longitude] = /^geo:(-?[\d.]+),(-?[\d.]+)/.exec(readText(coordinates)) ?? []
  return latitude === undefined ? [] : [contentLine('GEO', `${latitude};${longitude}`)]
}

/** One of them may be the page of the event (URL); everything else comes with it (ATTACH). */
function links(event: EventObject): string[] {
  const all = getValues(event['links']).filter(({ href }) => typeof href === 'string')
  const page = all.find(({ rel }) => rel === 'describedby')
  return all.map((link) => {
    const href = plainValue(readText(link['href']))
    if (link === page) return contentLine('URL', href)
    return contentLine('ATTACH', href, { FMTTYPE: textOrNone(link['contentType']) })
  })
}

function people(event: EventObject): string[] {
  const owner = event['organizerCalendarAddress']
  return getValues(event['participants']).flatMap((participant) => {
    const { calendarAddress, name, roles } = participant
    if (typeof calendarAddress !== 'string') return []
    const isOrganizer = calendarAddress === owner
    const address = plainValue(calendarAddress)
    const organizer = isOrganizer ? [contentLine('ORGANIZER', address, { CN: textOrNone(name) })] : []
    return isObject(roles) && (roles['attendee'] || roles['informational'])
      ? [...organizer, attendee(participant)]
      : organizer
  })
}

const roleNames = [
  ['chair', 'CHAIR'],
  ['optional', 'OPT-PARTICIPANT'],
  ['informational', 'NON-PARTICIPANT'],
] as const
const kinds: Readonly<Record<string, string>> = { group: 'GROUP', resource: 'RESOURCE', location: 'ROOM' }

function attendee({
  calendarAddress,
  name,
  roles,
  kind,
  participationStatus,
  expectReply,
}: EventObject): string {
  const role = roleNames.find(([roleName]) => isObject(roles) && roles[roleName] === true)
  return contentLine('ATTENDEE', plainValue(readText(calendarAddress)), {
    CN: textOrNone(name),
    CUTYPE: typeof kind === 'string' ? kinds[kind] : undefined,
    ROLE: role?.[1],
    PARTSTAT: textOrNone(participationStatus)?.toUpperCase(),
    RSVP: expectReply === true ? 'TRUE' : undefined,
  })
}

function alarms(event: EventObject): string[] {
  return getValues(event['alerts']).flatMap(({ action, trigger, acknowledged }) => {
    const when = isObject(trigger) ? writeTrigger(trigger) : undefined
    if (when === undefined) return []
    const title = escapeText(readText(event['title']) || 'Reminder')
    // RFC 5545 §3.6.6 asks for a text, and in a mail for a subject.
    const summary = action === 'email' ? [contentLine('SUMMARY', title)] : []
    return [
      'BEGIN:VALARM',
      contentLine('ACTION', action === 'email' ? 'EMAIL' : 'DISPLAY'),
      when,
      contentLine('DESCRIPTION', title),
      ...summary,
      ...optional('ACKNOWLEDGED', acknowledged, instant),
      'END:VALARM',
    ]
  })
}

function writeTrigger({ offset, relativeTo, when }: EventObject): string | undefined {
  if (typeof when === 'string') return contentLine('TRIGGER', instant(when), { VALUE: 'DATE-TIME' })
  if (typeof offset !== 'string' || !parseDuration(offset.replace(/^-/, ''))) return undefined
  return contentLine('TRIGGER', offset, { RELATED: relativeTo === 'end' ? 'END' : undefined })
}

function optional(name: string, json: Json | undefined, write: (text: string) => string): string[] {
  return typeof json === 'string' && json !== '' ? [contentLine(name, write(json))] : []
}

function getValues(json: Json | undefined): EventObject[] {
  return isObject(json) ? Object.values(json).filter(isObject) : []
}

/** `2026-11-21T09:30:00.123Z` → `20261121T093000Z`. */
function instant(text: string): string {
  return `${writeWallTime(Date.parse(text)).replace(/[-:]/g, '')}Z`
}

function readWallTime(json: Json | undefined): WallTime {
  return parseWallTime(readText(json)) ?? 0
}

const readText = (json: Json | undefined): string => (typeof json === 'string' ? json : '')
const textOrNone = (json: Json | undefined): string | undefined => readText(json) || undefined
