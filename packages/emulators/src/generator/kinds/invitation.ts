import { dice, named } from '../dice.ts'
import { colleagues } from '../bank/people.ts'
import type { StoryPerson } from '../write/story-message.ts'
import type { StoryItem, StoryPlace } from './kind.ts'

const day = 86_400_000

export interface Meeting {
  uid: string
  title: string
  where: string
  begins: Date
  minutes: number
  organiser: StoryPerson
  guests: readonly StoryPerson[]
}

/** In turn: an invitation, its cancellation, and a guest's answer to an invitation of the owner's. */
export function invitation(place: StoryPlace, turn: number): StoryItem {
  const d = dice(place.seed, 'meeting', Math.floor(turn / 3))
  const host = d.pick(colleagues)
  const guests = d.some(
    colleagues.filter((colleague) => colleague !== host),
    2,
  )
  const begins = new Date(Math.ceil((place.receivedAt.getTime() + 3 * day) / 3_600_000) * 3_600_000)
  const meeting: Meeting = {
    uid: `${named(place.seed, 'meeting', Math.floor(turn / 3))}@larkfield.example`,
    title: d.pick([
      'Site meeting',
      'Budget for the spring',
      'Walk through the model',
      'Tender: questions',
      'Jour fixe',
    ]),
    where: d.pick(['Meeting room 2', 'Nordhafen site office', 'Online']),
    begins,
    minutes: d.pick([30, 45, 60, 90]),
    organiser: host,
    guests: [place.owner, ...guests],
  }
  const step = turn % 3
  if (step === 0) return invite(place, meeting, 'REQUEST')
  if (step === 1) return invite(place, meeting, 'CANCEL')
  return answer(
    place,
    { ...meeting, organiser: place.owner, guests: [host, ...guests] },
    host,
    d.pick(['ACCEPTED', 'DECLINED', 'TENTATIVE']),
  )
}

/** From the organiser to the owner (RFC 5546 §3.2). */
export function invite(place: StoryPlace, meeting: Meeting, method: 'REQUEST' | 'CANCEL'): StoryItem {
  const cancelled = method === 'CANCEL'
  const subject = `${cancelled ? 'Cancelled' : 'Invitation'}: ${meeting.title} @ ${spoken(meeting)}`
  return {
    message: () => ({
      from: meeting.organiser,
      to: [place.owner],
      cc: meeting.guests.filter((guest) => guest.email !== place.owner.email),
      subject,
      date: place.receivedAt,
      id: `${named(meeting.uid, method, place.index)}@larkfield.example`,
      text: `${meeting.title}\n${spoken(meeting)}\n${meeting.where}\n\n${cancelled ? 'This meeting has been cancelled.' : `${meeting.organiser.name} invites you.`}`,
      html: `<h2>${meeting.title}</h2><p>${spoken(meeting)}<br>${meeting.where}</p><p>${cancelled ? 'This meeting has been cancelled.' : `${meeting.organiser.name} invites you.`}</p>`,
      calendar: { method, text: calendar(place, meeting, method) },
      enclosures: [
        {
          name: 'invite.ics',
          type: 'application/ics',
          bytes: Buffer.from(calendar(place, meeting, method), 'utf8'),
        },
      ],
    }),
  }
}

/** From a guest to the owner, who organises. */
export function answer(
  place: StoryPlace,
  meeting: Meeting,
  guest: StoryPerson,
  status: 'ACCEPTED' | 'DECLINED' | 'TENTATIVE',
): StoryItem {
  const word = { ACCEPTED: 'Accepted', DECLINED: 'Declined', TENTATIVE: 'Tentatively accepted' }[status]
  return {
    message: () => ({
      from: guest,
      to: [place.owner],
      subject: `${word}: ${meeting.title} @ ${spoken(meeting)}`,
      date: place.receivedAt,
      id: `${named(meeting.uid, guest.email, place.index)}@larkfield.example`,
      text: `${guest.name} has answered: ${word.toLowerCase()}.`,
      calendar: { method: 'REPLY', text: calendar(place, { ...meeting, guests: [guest] }, 'REPLY', status) },
    }),
  }
}

/** As Google writes it: "Tue 24 Nov 2026 2pm – 3pm (CET)". */
function spoken({ begins, minutes }: Meeting): string {
  const part = (at: Date, name: string): string =>
    format.formatToParts(at).find(({ type }) => type === name)?.value ?? ''
  const clock = (at: Date): string => {
    const minute = part(at, 'minute')
    return `${part(at, 'hour')}${minute === '00' ? '' : `:${minute}`}${part(at, 'dayPeriod')}`
  }
  const dayText = ['weekday', 'day', 'month', 'year'].map((name) => part(begins, name)).join(' ')
  const ends = new Date(begins.getTime() + minutes * 60_000)
  return `${dayText} ${clock(begins)} – ${clock(ends)} (${part(begins, 'timeZoneName')})`
}

/** The story takes place in this zone. */
const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  timeZoneName: 'short',
  hour12: true,

  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const stamp = (date: Date): string => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

function calendar(place: StoryPlace, meeting: Meeting, method: string, status = 'NEEDS-ACTION'): string {
  const ends = new Date(meeting.begins.getTime() + meeting.minutes * 60_000)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Larkfield//Desk calendar//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${meeting.uid}`,
    `DTSTAMP:${stamp(place.receivedAt)}`,
    `DTSTART:${stamp(meeting.begins)}`,
    `DTEND:${stamp(ends)}`,
    `SUMMARY:${escaped(meeting.title)}`,
    `LOCATION:${escaped(meeting.where)}`,
    `SEQUENCE:${method === 'CANCEL' ? 1 : 0}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER;CN="${meeting.organiser.name}":mailto:${meeting.organiser.email}`,
    ...meeting.guests.map(
      (guest) => `ATTENDEE;CN="${guest.name}";PARTSTAT=${status};RSVP=TRUE:mailto:${guest.email}`,
    ),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** Lines of at most 75 octets (RFC 5545 §3.1). */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character, 'utf8') > 73) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
