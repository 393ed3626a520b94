import type { Alert, CalendarEventView, EmailAddress, Participant, RecurrenceRule } from '@plmail/wire'
import {
  type Day,
  dayMs,
  dayOf,
  durationOf,
  instantIn,
  isDay,
  isZone,
  localOf,
  occurrenceOf,
  type Wall,
  wallIn,
  wallOf,
} from '../../records/index.ts'
import type { EventChange } from '../data/series.ts'

/** The fields of the form for an event. Times are in the zone of the form. */
export interface EventFields {
  title: string
  isAllDay: boolean
  startDay: Day
  startTime: string
  /** The last day; inclusive for all-day events. */
  endDay: Day
  endTime: string
  /** Empty: it floats. */
  zone: string
  /** `<account>/<calendar>`. */
  calendar: string
  place: string
  conference: string
  description: string
  people: EmailAddress[]
  privacy: 'public' | 'private' | 'secret'
  busy: 'busy' | 'free'
  color: string
  usesDefaultAlerts: boolean
  alerts: [string, Alert][]
}

/** A new event before it has a title. */
export interface NewEvent {
  start: Wall
  end: Wall
  isAllDay: boolean
  place?: string
}

/** The contents of the form when it was closed, with the event as it was then. */
export interface TypedEvent {
  fields: EventFields
  before: EventFields
  whole: CalendarEventView | undefined
  rule: RecurrenceRule | undefined
  isRuleTouched: boolean
  tellsPeople: boolean
}

export type EventFieldProblem = 'noTime' | 'wrongTime' | 'wrongZone' | 'wrongLink'

const timeOf = (wall: Wall): string => localOf(wall).slice(11, 16)

export function newFields(
  { start, end, isAllDay, place = '' }: NewEvent,
  title: string,
  zone: string,
  calendar: string,
): EventFields {
  return {
    title,
    isAllDay,
    zone,
    calendar,
    ...timesOf(start, end, isAllDay),
    place,
    conference: '',
    description: '',
    people: [],
    privacy: 'public',
    busy: 'busy',
    color: '',
    usesDefaultAlerts: true,
    alerts: [],
  }
}

function timesOf(
  start: Wall,
  end: Wall,
  isAllDay: boolean,
): Pick<EventFields, 'startDay' | 'startTime' | 'endDay' | 'endTime'> {
  const last = isAllDay ? Math.max(start, end - dayMs) : end
  // An all-day event gets an hour of the morning when it becomes a timed one.
  return isAllDay
    ? { startDay: dayOf(start), startTime: '09:00', endDay: dayOf(last), endTime: '10:00' }
    : { startDay: dayOf(start), startTime: timeOf(start), endDay: dayOf(last), endTime: timeOf(last) }
}

/** `event`: one taking place of it, or the only one. */
export function fieldsOf(event: CalendarEventView, calendar: string, zone: string): EventFields {
  const own = event.timeZone ?? (event.showWithoutTime ? zone : '')
  const { start, end } = occurrenceOf('', event, own || zone)
  return {
    title: event.title ?? '',
    isAllDay: event.showWithoutTime === true,
    zone: own,
    calendar,
    ...timesOf(start, end, event.showWithoutTime === true),
    place: Object.values(event.locations ?? {})[0]?.name ?? '',
    conference: Object.values(event.virtualLocations ?? {})[0]?.uri ?? '',
    description: event.description ?? '',
    people: peopleOf(event),
    privacy: event.privacy ?? 'public',
    busy: event.freeBusyStatus ?? 'busy',
    color: event.color ?? '',
    usesDefaultAlerts: event.useDefaultAlerts === true,
    alerts: Object.entries(event.alerts ?? {}),
  }
}

const addressOf = ({ email, calendarAddress }: Participant): string =>
  email ?? (calendarAddress ?? '').replace(/^mailto:/i, '')

/** The guests; the organiser is not one of them, and can't be removed here. */
const isInvited = (person: Participant): boolean =>
  person.roles?.['owner'] !== true && addressOf(person) !== ''

const peopleOf = (event: CalendarEventView): EmailAddress[] =>
  Object.values(event.participants ?? {})
    .filter(isInvited)
    .map((person) => ({ name: person.name ?? null, email: addressOf(person) }))

/** Returns the end moved along with the start of an event; nothing where its times cannot be read. */
export function endAlong(
  was: EventFields,
  now: EventFields,
): Partial<Pick<EventFields, 'endDay' | 'endTime'>> {
  const [from, to] = wallsOf(was)
  const [start] = wallsOf(now)
  if (Number.isNaN(start) || Number.isNaN(to - from) || to < from) return {}
  const end = localOf(start + (to - from) - (now.isAllDay ? dayMs : 0))
  return { endDay: end.slice(0, 10), ...(now.isAllDay ? {} : { endTime: end.slice(11, 16) }) }
}

export function problemOf(fields: EventFields): EventFieldProblem | undefined {
  const days = [fields.startDay, fields.endDay]
  if (!days.every(isDay)) return 'noTime'
  if (!fields.isAllDay && ![fields.startTime, fields.endTime].every((time) => /^\d\d:\d\d/.test(time)))
    return 'noTime'
  if (!fields.isAllDay && fields.zone !== '' && !isZone(fields.zone)) return 'wrongZone'
  const [start, end] = wallsOf(fields)
  if (fields.isAllDay ? end <= start : end < start) return 'wrongTime'
  return fields.conference.trim() === '' || /^https:\/\/\S+$/i.test(fields.conference.trim())
    ? undefined
    : 'wrongLink'
}

export function wallsOf({
  isAllDay,
  startDay,
  startTime,
  endDay,
  endTime,
}: EventFields): [start: Wall, end: Wall] {
  if (isAllDay) return [wallOf(startDay), wallOf(endDay) + dayMs]
  return [wallOf(`${startDay}T${startTime.slice(0, 5)}:00`), wallOf(`${endDay}T${endTime.slice(0, 5)}:00`)]
}

/** The properties of times, as they are stored. `zone`: where what floats is reckoned. */
function timesIn(fields: EventFields, zone: string): { start: string; duration: string } {
  const [start, end] = wallsOf(fields)
  if (fields.isAllDay)
    return { start: localOf(start), duration: durationOf({ days: Math.round((end - start) / dayMs), ms: 0 }) }
  const own = fields.zone || zone
  const ms = instantIn(end, own) - instantIn(start, own)
  return {
    start: localOf(wallIn(instantIn(start, own), own)),
    duration: durationOf({ days: 0, ms: Math.max(0, ms) }),
  }
}

/**
 * Returns only the user's changes: an untouched property is not written, so that parts of it unknown to this form stay.
 * Null removes a property.
 */
export function changeOf(
  before: EventFields,
  after: EventFields,
  event: Partial<CalendarEventView>,
  parts: { zone: string; me: string | undefined; newId: () => string },
): EventChange {
  const differs = (...names: (keyof EventFields)[]): boolean =>
    names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return {
    ...(differs('title') && { title: after.title.trim() }),
    ...(differs('isAllDay', 'startDay', 'startTime', 'endDay', 'endTime', 'zone') &&
      timeChange(before, after, parts.zone)),
    ...(differs('place') && { locations: placed(event, after.place.trim(), parts.newId) }),
    ...(differs('conference') && { virtualLocations: joined(event, after.conference.trim(), parts.newId) }),
    ...(differs('description') && {
      description: after.description === '' ? null : after.description,
      ...(event.descriptionContentType === 'text/html' ? { descriptionContentType: null } : {}),
    }),
    ...(differs('people') && invited(event, after.people, parts)),
    ...(differs('privacy') && { privacy: after.privacy }),
    ...(differs('busy') && { freeBusyStatus: after.busy }),
    ...(differs('color') && { color: after.color === '' ? null : after.color }),
    ...(differs('usesDefaultAlerts') && { useDefaultAlerts: after.usesDefaultAlerts }),
    ...(differs('alerts') && { alerts: after.alerts.length === 0 ? null : Object.fromEntries(after.alerts) }),
  }
}

function timeChange(before: EventFields, after: EventFields, zone: string): EventChange {
  const [was, is] = [timesIn(before, zone), timesIn(after, zone)]
  return {
    ...(was.start === is.start && before.zone === after.zone ? {} : { start: is.start }),
    ...(was.duration === is.duration && before.isAllDay === after.isAllDay ? {} : { duration: is.duration }),
    ...(before.isAllDay === after.isAllDay ? {} : { showWithoutTime: after.isAllDay }),
    ...(after.isAllDay
      ? before.isAllDay
        ? {}
        : { timeZone: null, endTimeZone: null }
      : before.zone === after.zone && !before.isAllDay
        ? {}
        : { timeZone: after.zone === '' ? null : after.zone }),
  }
}

type Named = Record<string, Record<string, unknown>>

/** The first one is what the form shows; others stay. */
function placed(event: Partial<CalendarEventView>, name: string, newId: () => string): Named | null {
  const [[id, first] = [newId(), {}], ...more] = Object.entries(event.locations ?? {})
  const all = {
    ...(name === '' ? {} : { [id]: { '@type': 'Location', ...first, name } }),
    ...Object.fromEntries(more),
  }
  return Object.keys(all).length === 0 ? null : all
}

function joined(event: Partial<CalendarEventView>, uri: string, newId: () => string): Named | null {
  const [[id, first] = [newId(), {}], ...more] = Object.entries(event.virtualLocations ?? {})
  const all = {
    ...(uri === '' ? {} : { [id]: { '@type': 'VirtualLocation', ...first, uri } }),
    ...Object.fromEntries(more),
  }
  return Object.keys(all).length === 0 ? null : all
}

/** Guests who were invited before keep everything known about them, above all their answer. */
function invited(
  event: Partial<CalendarEventView>,
  people: readonly EmailAddress[],
  { me, newId }: { me: string | undefined; newId: () => string },
): EventChange {
  const storedParticipants = Object.entries(event.participants ?? {})
  const personByAddress = new Map(people.map((person) => [person.email.toLowerCase(), person]))
  const remaining = storedParticipants.filter(
    ([, participant]) => !isInvited(participant) || personByAddress.has(addressOf(participant).toLowerCase()),
  )
  const presentAddresses = new Set(remaining.map(([, participant]) => addressOf(participant).toLowerCase()))
  const added = [...personByAddress]
    .filter(([email]) => !presentAddresses.has(email))
    .map(([, person]) => [newId(), guest(person)] as const)
  const participants = Object.fromEntries([...remaining, ...added])
  if (Object.keys(participants).length === 0) return { participants: null }
  const organizer = event.organizerCalendarAddress ?? me
  const isNew = organizer !== undefined && event.organizerCalendarAddress === undefined
  return { participants, ...(isNew ? { organizerCalendarAddress: organizer } : {}) }
}

const guest = ({ name, email }: EmailAddress): Participant => ({
  '@type': 'Participant' as const,
  ...(name ? { name } : {}),
  email,
  calendarAddress: `mailto:${email}`,
  kind: 'individual',
  roles: { attendee: true as const },
  participationStatus: 'needs-action' as const,
  expectReply: true,
})

/** A new event, whole. */
export function eventOf(
  fields: EventFields,
  rule: RecurrenceRule | undefined,
  parts: { zone: string; me: string | undefined; newId: () => string },
): Record<string, unknown> {
  const empty = newFields({ start: 0, end: 0, isAllDay: false }, '', '', '')
  const change = changeOf(empty, { ...fields, zone: '' }, {}, parts)
  const event = {
    ...change,
    title: fields.title.trim(),
    ...timesIn(fields, parts.zone),
    ...(fields.isAllDay ? { showWithoutTime: true } : { timeZone: fields.zone === '' ? null : fields.zone }),
    ...(rule ? { recurrenceRule: rule } : {}),
    ...(fields.usesDefaultAlerts ? { useDefaultAlerts: true } : {}),
  }
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null))
}
