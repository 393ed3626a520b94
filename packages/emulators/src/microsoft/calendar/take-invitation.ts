import type { Attendee, MeetingMail } from '../../delivery/meeting-mail.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import { withAnswer } from './answer-routes.ts'
import type { EventFacts } from '../mailbox/event-state.ts'

/**
 * Exchange's calendar attendant: a request stands in the calendar as tentative until it is answered, and what was
 * cancelled stays until somebody takes it out. It takes no series that come by mail, whose rules it would have to
 * translate.
 */
export function takeInvitation({ email, calendars: store }: GraphMailbox, meeting: MeetingMail): void {
  const own = email.toLowerCase()
  const placed = [...store.events.values()].find(({ facts }) => facts['iCalUId'] === meeting.uid)
  if (meeting.method === 'REPLY') {
    if (!placed?.isOrganizer) return
    for (const guest of meeting.attendees)
      store.change(placed, { attendees: withAnswer(placed.facts, guest.email, getStatus(guest)) })
  } else if (placed) {
    if (placed.isOrganizer) return
    const isCancelled = meeting.method === 'CANCEL'
    store.change(placed, isCancelled ? { isCancelled, showAs: 'free' } : toFacts(meeting))
  } else if (meeting.method === 'REQUEST' && meeting.rule === undefined) {
    if (!meeting.attendees.some((guest) => guest.email === own)) return
    const [calendar] = store.calendars.values()
    if (!calendar) return
    const attendees = meeting.attendees
      .filter((guest) => guest.email !== meeting.organizer.email)
      .map((guest) => ({ ...recipient(guest), type: 'required', status: getStatus(guest) }))
    const facts: EventFacts = {
      ...toFacts(meeting),
      iCalUId: meeting.uid,
      organizer: recipient(meeting.organizer),
      attendees,
      responseStatus: { response: 'notResponded', time: noTime },
      showAs: 'tentative',
      body: { contentType: 'text', content: '' },
      responseRequested: true,
    }
    store.add({ calendar: calendar.n, facts, isOrganizer: false })
  }
}

/** Whether the mailbox has written to somebody. */
export function hasWrittenTo({ sent }: GraphMailbox, address: string): boolean {
  return sent.some(({ recipients }) => recipients.some((recipient) => recipient.toLowerCase() === address))
}

const noTime = '0001-01-01T00:00:00Z'

const responses: Readonly<Record<string, string>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentativelyAccepted',
}

const getStatus = ({ answer }: Attendee) => ({ response: responses[answer] ?? 'none', time: noTime })

const recipient = ({ name, email }: Attendee) => ({ emailAddress: { name, address: email } })

function toFacts({ title, where, start, end, timeZone, isAllDay }: MeetingMail): EventFacts {
  const at = (wall: string) => ({ dateTime: `${wall}.0000000`, timeZone })
  const place = { displayName: where, locationType: 'default', uniqueId: where, uniqueIdType: 'private' }
  return {
    subject: title,
    start: at(start),
    end: at(end),
    isAllDay,
    ...(where !== '' && { location: place, locations: [place] }),
  }
}
