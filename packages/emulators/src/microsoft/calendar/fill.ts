import {
  dateAfter,
  dateInWeek,
  type PlannedCalendar,
  type PlannedMeeting,
} from '../../generator/calendar/plan.ts'
import { named } from '../../generator/dice.ts'
import type { StoryPerson } from '../../generator/write/story-message.ts'
import type { EmulatedCalendars } from './door.ts'
import { toMeeting } from './event-input.ts'
import type { EventFacts } from '../mailbox/event-state.ts'
import { expandDates, readRecurrence } from '../mailbox/recurrence.ts'
import { windowsNames } from '../mailbox/windows-names.ts'
import { instantAt, wallAt, writeWall } from '../mailbox/zones.ts'

type Filling = Pick<EmulatedCalendars, 'add' | 'put' | 'act'>

/** Makes the planned calendars around `until`; what others share is theirs to change. */
export function fillCalendars(
  into: Filling,
  owner: StoryPerson,
  planned: readonly PlannedCalendar[],
  until: Date,
): void {
  for (const plan of planned) {
    const { name, color, kind } = plan
    const isOwn = kind === 'own'
    const studio = { name, address: `calendar@${owner.email.split('@')[1] ?? ''}` }
    const canEdit = isOwn || kind === 'second'
    const calendar = isOwn
      ? undefined
      : into.add({ name, hexColor: color, canEdit, ...(canEdit ? {} : { owner: studio }) })
    for (const meeting of plan.meetings) put(into, { owner, plan, meeting, until, calendar })
  }
}

interface PlannedEvents {
  owner: StoryPerson
  plan: PlannedCalendar
  meeting: PlannedMeeting
  until: Date
  calendar: string | undefined
}

function put(into: Filling, { owner, plan, meeting, until, calendar }: PlannedEvents): void {
  const facts = toFacts(owner, plan, meeting, until)
  const where = calendar === undefined ? {} : { calendar }
  const id = into.put(facts, { ...where, isOrganizer: meeting.organiser === undefined })
  for (const { week, change: what } of meeting.weeks ?? []) {
    const date = dateInWeek(until, { week, day: meeting.day })
    if (what === 'off') {
      into.act({ kind: 'delete-occurrence', id, date })
      continue
    }
    const { day = meeting.day, at = meeting.at ?? '09:00', title, where: place } = what
    const zone = meeting.timeZone ?? plan.timeZone
    const occurrenceFacts = {
      ...timesFrom(
        Date.parse(`${dateInWeek(until, { week, day })}T${at}:00Z`),
        meeting.minutes ?? 60,
        zone,
        zone,
      ),
      ...(title !== undefined && { subject: title }),
      ...(place !== undefined && getPlaces(place)),
    }
    into.act({ kind: 'change-occurrence', id, date, facts: occurrenceFacts })
  }
}

function toFacts(
  owner: StoryPerson,
  plan: PlannedCalendar,
  meeting: PlannedMeeting,
  until: Date,
): EventFacts {
  const { title, at, rule, where, text, guests = [], remindBefore, organiser, answer } = meeting
  const isHtml = text?.startsWith('<') ?? false
  const planned = dateInWeek(until, meeting)
  const recurrence =
    rule === undefined ? undefined : toRecurrence(rule, planned, meeting.timeZone ?? plan.timeZone)
  const date = recurrence ? getFirst(recurrence) : planned
  const body = { contentType: isHtml ? 'html' : 'text', content: text ?? '' }
  const isAsked = guests.length > 0 || organiser !== undefined
  const invited =
    organiser && !guests.some((guest) => guest.email === owner.email) ? [owner, ...guests] : guests
  const showAs = answer === 'tentative' || meeting.isTentative ? 'tentative' : 'busy'
  const [reminder] = remindBefore ?? []
  return {
    subject: title,
    ...getTimes(plan, meeting, date),
    body,
    organizer: recipient(organiser ?? owner),
    ...(isAsked && {
      attendees: invited.map((person, index) =>
        attendee(person, index, person === owner ? answer : undefined),
      ),
    }),
    ...(organiser && { responseStatus: status(answers[answer ?? 'none'] ?? 'notResponded') }),
    ...(recurrence && { recurrence }),
    ...(where !== undefined && getPlaces(where)),
    ...(meeting.isPrivate && { sensitivity: 'private' }),
    showAs: (meeting.isFree ?? at === undefined) ? 'free' : showAs,
    ...(reminder !== undefined && { isReminderOn: true, reminderMinutesBeforeStart: reminder }),
    ...(meeting.isOnline && toMeeting(named(title, plan.name), { body })),
  }
}

const answers: Record<string, string> = {
  accepted: 'accepted',
  tentative: 'tentativelyAccepted',
  declined: 'declined',
}
const recipient = ({ name, email }: StoryPerson) => ({ emailAddress: { name, address: email } })
const status = (response: string) => ({ response, time: '0001-01-01T00:00:00Z' })

/** Most have answered. */
function attendee(person: StoryPerson, index: number, answer: string | undefined): object {
  const usual = ['accepted', 'accepted', 'tentativelyAccepted', 'none', 'accepted', 'declined']
  const response =
    answer === undefined ? (usual[index % usual.length] ?? 'none') : (answers[answer] ?? 'none')
  return { ...recipient(person), type: index > 3 ? 'optional' : 'required', status: status(response) }
}

function getPlaces(displayName: string): EventFacts {
  const place = { displayName, locationType: 'default', uniqueId: displayName, uniqueIdType: 'private' }
  return { location: place, locations: [place] }
}

/** A series begins on a date that its rule gives. */
function getFirst(recurrence: object): string {
  const read = readRecurrence(recurrence)
  return expandDates(read, read.first + 400)[0] ?? ''
}

function getTimes(plan: PlannedCalendar, meeting: PlannedMeeting, date: string): EventFacts {
  const zone = meeting.timeZone ?? plan.timeZone
  if (meeting.at !== undefined)
    return timesFrom(
      Date.parse(`${date}T${meeting.at}:00Z`),
      meeting.minutes ?? 60,
      zone,
      meeting.endTimeZone ?? zone,
    )
  const midnight = (day: string) => ({ dateTime: `${day}T00:00:00.0000000`, timeZone: windowsName(zone) })
  return { isAllDay: true, start: midnight(date), end: midnight(dateAfter(date, meeting.days ?? 1)) }
}

function timesFrom(wall: number, minutes: number, zone: string, endZone: string): EventFacts {
  const end = wallAt(instantAt(wall, zone) + minutes * 60_000, endZone)
  return {
    start: { dateTime: writeWall(wall), timeZone: windowsName(zone) },
    end: { dateTime: writeWall(end), timeZone: windowsName(endZone) },
  }
}

/** As Windows spells it; what it has no name for keeps its own. */
function windowsName(zone: string): string {
  const aliases: Record<string, string> = {
    'Asia/Kolkata': 'Asia/Calcutta',
    'Europe/Copenhagen': 'Europe/Paris',
  }
  const zoneName = aliases[zone] ?? zone
  const [name = zone] = [...windowsNames].find(([, iana]) => iana === zoneName) ?? []
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

const days: Record<string, string> = {
  SU: 'sunday',
  MO: 'monday',
  TU: 'tuesday',
  WE: 'wednesday',
  TH: 'thursday',
  FR: 'friday',
  SA: 'saturday',
}

/** Converts the rules that plans use: weekly, monthly by a weekday, yearly. */
function toRecurrence(rule: string, startDate: string, zone: string): object {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]))
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const range = { type: 'noEnd', startDate, recurrenceTimeZone: windowsName(zone) }
  const start = new Date(startDate)
  const own = Object.values(days)[start.getUTCDay()] ?? 'monday'
  if (parts.get('FREQ') === 'YEARLY') {
    const dayOfMonth = start.getUTCDate()
    const pattern = { type: 'absoluteYearly', interval, dayOfMonth, month: start.getUTCMonth() + 1 }
    return { pattern, range }
  }
  const weekdays = (parts.get('BYDAY') ?? '').match(/[A-Z]{2}/g)?.flatMap((day) => days[day] ?? []) ?? [own]
  if (parts.get('FREQ') === 'MONTHLY') {
    const index = parts.get('BYDAY')?.startsWith('-1') ? 'last' : 'first'
    return { pattern: { type: 'relativeMonthly', interval, daysOfWeek: weekdays, index }, range }
  }
  const pattern = { type: 'weekly', interval, daysOfWeek: weekdays, firstDayOfWeek: 'monday' }
  return { pattern, range }
}
