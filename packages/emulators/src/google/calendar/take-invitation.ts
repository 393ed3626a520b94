import type { MeetingMail } from '../../delivery/meeting-mail.ts'
import type { CalendarAccount, StoredResource } from './account.ts'
import { actOn } from './act.ts'
import { readObjects, readText } from './resource.ts'
import { getInstant, writeInstant } from './zones.ts'

/** Google's own reading of a message about a meeting, in the primary calendar. */
export function takeInvitation(account: CalendarAccount, meeting: MeetingMail): void {
  const calendar = account.calendar('primary')
  const storedEvent = [...calendar.events.values()].find(
    ({ resource }) => resource['iCalUID'] === meeting.uid && resource['recurringEventId'] === undefined,
  )
  if (meeting.method === 'REPLY') {
    if (storedEvent) takeAnswers(account, storedEvent, meeting)
  } else if (storedEvent) {
    if (meeting.organizer.email === account.email || meeting.sequence < getSequence(storedEvent)) return
    const isCancel = meeting.method === 'CANCEL'
    const attendees = storedEvent.resource['attendees']
    account.put(calendar, {
      ...storedEvent.resource,
      ...(isCancel ? { status: 'cancelled' } : toResource(meeting)),
      attendees,
      sequence: meeting.sequence,
    })
  } else if (meeting.method === 'REQUEST' && isInvited(account, meeting)) {
    const [organizer, ...otherAttendees] = [meeting.organizer, ...meeting.attendees].filter(
      ({ email }, index) => index === 0 || ![account.email, meeting.organizer.email].includes(email),
    )
    if (!organizer) return
    const attendees = otherAttendees.map(({ email, name, answer }) => ({
      email,
      displayName: name,
      responseStatus: statuses[answer] ?? 'needsAction',
    }))
    const event = { ...toResource(meeting), iCalUID: meeting.uid, sequence: meeting.sequence, attendees }
    actOn(account, { kind: 'invite', calendar: calendar.id, organizer: organizer.email, event })
  }
}

const statuses: Readonly<Record<string, string>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
}

const getSequence = ({ resource }: StoredResource): number => Number(resource['sequence'] ?? 0)

const isInvited = ({ email }: CalendarAccount, { attendees }: MeetingMail): boolean =>
  attendees.some((attendee) => attendee.email === email.toLowerCase())

function takeAnswers(
  account: CalendarAccount,
  { resource }: StoredResource,
  { attendees }: MeetingMail,
): void {
  const guests = readObjects(resource['attendees']).map(({ email }) => readText(email))
  for (const { email, answer } of attendees) {
    const status = statuses[answer]
    if (status === undefined || !guests.includes(email)) continue
    actOn(account, { kind: 'rsvp', calendar: account.email, id: resource.id, email, answer: status })
  }
}

function toResource(meeting: MeetingMail): Record<string, unknown> {
  const eventTime = (wall: string) =>
    meeting.isAllDay
      ? { date: wall.slice(0, 10) }
      : {
          dateTime: writeInstant(getInstant(Date.parse(`${wall}Z`), meeting.timeZone), meeting.timeZone),
          timeZone: meeting.timeZone,
        }
  return {
    summary: meeting.title,
    start: eventTime(meeting.start),
    end: eventTime(meeting.end),
    status: 'confirmed',
    ...(meeting.where !== '' && { location: meeting.where }),
    ...(meeting.rule !== undefined && { recurrence: [meeting.rule] }),
  }
}
