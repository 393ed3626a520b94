import { listHolidays } from '../../generator/calendar/holidays.ts'
import {
  dateAfter,
  dateInWeek,
  type PlannedCalendar,
  type PlannedMeeting,
} from '../../generator/calendar/plan.ts'
import { named } from '../../generator/dice.ts'
import type { StoryPerson } from '../../generator/write/story-message.ts'
import type { CalendarAccount, CalendarPlan } from './account.ts'
import { actOn, type GoogleCalendarAct } from './act.ts'
import { meet } from './methods/events.ts'
import { getInstant, writeInstant } from './zones.ts'

/** Makes the planned calendars around `until`. */
export function fillCalendars(
  account: CalendarAccount,
  planned: readonly PlannedCalendar[],
  until: Date,
): void {
  for (const plan of planned) {
    const { calendar, accessRole } = makeCalendar(account, plan)
    calendar.accessRole = 'owner'
    for (const meeting of plan.meetings) putMeeting(account, { calendar: calendar.id, plan, meeting, until })
    if (plan.kind === 'holidays') putHolidays(account, calendar.id, until)
    calendar.accessRole = accessRole
  }
}

const kinds: Readonly<Record<PlannedCalendar['kind'], Pick<CalendarPlan, 'accessRole' | 'id'>>> = {
  own: { accessRole: 'owner' },
  second: { accessRole: 'owner' },
  shared: { accessRole: 'reader' },
  // Google makes these itself, and announces no changes of them [F].
  holidays: { accessRole: 'reader', id: 'en.german#holiday@group.v.calendar.google.com' },
}

function makeCalendar(
  account: CalendarAccount,
  { name, kind, color, timeZone, description }: PlannedCalendar,
) {
  const { accessRole = 'owner', id } = kinds[kind]
  if (kind === 'own') {
    const calendar = account.calendar('primary')
    Object.assign(calendar, { summaryOverride: name, backgroundColor: color, timeZone })
    return { calendar, accessRole }
  }
  const more = { ...(id !== undefined && { id }), ...(description !== undefined && { description }) }
  const calendar = account.addCalendar({
    summary: name,
    backgroundColor: color,
    timeZone,
    accessRole,
    ...more,
  })
  return { calendar, accessRole }
}

interface CalendarFilling {
  calendar: string
  plan: PlannedCalendar
  meeting: PlannedMeeting
  until: Date
}

function putMeeting(account: CalendarAccount, { calendar, plan, meeting, until }: CalendarFilling): void {
  const act = (op: GoogleCalendarAct): string => actOn(account, op) ?? ''
  const { organiser, answer, weeks = [] } = meeting
  const event = toResource(plan, meeting, until)
  const id = organiser
    ? act({ kind: 'invite', calendar, organizer: organiser.email, event })
    : act({ kind: 'create', calendar, event })
  const own = account.email
  if (answer) act({ kind: 'rsvp', calendar, id, email: own, answer })
  for (const { week, change: what } of weeks) {
    const original = `${dateInWeek(until, { week, day: meeting.day })}T${meeting.at ?? '00:00'}:00`
    if (what === 'off') {
      putInstance(account, { calendar, id, original, patch: { status: 'cancelled' } })
      continue
    }
    const { day = meeting.day, at = meeting.at ?? '00:00', title, where } = what
    const zone = meeting.timeZone ?? plan.timeZone
    const from = Date.parse(`${dateInWeek(until, { week, day })}T${at}:00Z`)
    putInstance(account, {
      calendar,
      id,
      original,
      patch: {
        ...timesFrom(from, meeting.minutes ?? 60, zone, zone),
        ...(title !== undefined && { summary: title }),
        ...(where !== undefined && { location: where }),
      },
    })
  }
}

interface InstancePatch {
  calendar: string
  id: string
  original: string
  patch: Record<string, unknown>
}

/** Edits one occurrence as the organizer could; the guest needs `guestsCanModify` for a moment. */
function putInstance(account: CalendarAccount, { calendar, id, original, patch }: InstancePatch): void {
  const series = account.calendar(calendar).events.get(id)
  if (!series) throw new Error(`There is no event ${id}`)
  const { guestsCanModify } = series.resource
  series.resource['guestsCanModify'] = true
  actOn(account, {
    kind: 'edit-instance',
    calendar,
    id,
    original,
    patch: { ...patch, guestsCanModify: guestsCanModify ?? null },
  })
  series.resource['guestsCanModify'] = guestsCanModify
}

function toResource(plan: PlannedCalendar, meeting: PlannedMeeting, until: Date): Record<string, unknown> {
  const { title, at, rule, where, text, guests = [], remindBefore } = meeting
  const id = named(title, plan.name).slice(0, 26)
  return {
    id,
    summary: title,
    ...getTimes(plan, meeting, until),
    ...(rule !== undefined && { recurrence: [`RRULE:${rule}`] }),
    ...(where !== undefined && { location: where }),
    ...(text !== undefined && { description: text }),
    ...(meeting.isPrivate && { visibility: 'private' }),
    ...((meeting.isFree ?? at === undefined) && { transparency: 'transparent' }),
    ...(meeting.isTentative && { status: 'tentative' }),
    ...(guests.length > 0 && { attendees: guests.map(toAttendee) }),
    ...(meeting.isOnline && meet(id)),
    ...(remindBefore && {
      reminders: {
        useDefault: false,
        overrides: remindBefore.map((minutes) => ({ method: 'popup', minutes })),
      },
    }),
  }
}

/** A guest of a planned meeting; most guests have answered. */
function toAttendee({ name, email }: StoryPerson, index: number): Record<string, unknown> {
  const answers = ['accepted', 'accepted', 'tentative', 'needsAction', 'accepted', 'declined']
  return { email, displayName: name, responseStatus: answers[index % answers.length] }
}

function getTimes(plan: PlannedCalendar, meeting: PlannedMeeting, until: Date): Record<string, unknown> {
  const date = dateInWeek(until, meeting)
  if (meeting.at === undefined) return { start: { date }, end: { date: dateAfter(date, meeting.days ?? 1) } }
  const zone = meeting.timeZone ?? plan.timeZone
  const from = Date.parse(`${date}T${meeting.at}:00Z`)
  return timesFrom(from, meeting.minutes ?? 60, zone, meeting.endTimeZone ?? zone)
}

/** The start and end of an event that begins at a wall time. */
function timesFrom(
  wall: number,
  minutes: number,
  timeZone: string,
  endTimeZone: string,
): Record<string, unknown> {
  const begins = getInstant(wall, timeZone)
  const at = (instant: number, zone: string) => ({ dateTime: writeInstant(instant, zone), timeZone: zone })
  return { start: at(begins, timeZone), end: at(begins + minutes * 60_000, endTimeZone) }
}

function putHolidays(account: CalendarAccount, calendar: string, until: Date): void {
  const year = until.getUTCFullYear()
  for (const { date, title } of [year - 1, year, year + 1, year + 2].flatMap(listHolidays)) {
    const event = {
      id: named(title, date).slice(0, 26),
      summary: title,
      transparency: 'transparent',
      visibility: 'public',
      start: { date },
      end: { date: dateAfter(date, 1) },
      reminders: { useDefault: false },
    }
    actOn(account, { kind: 'create', calendar, event })
  }
}
