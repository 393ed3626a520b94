import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { BusyTime, CalendarFormat } from '../contract/index.ts'
import { compact } from './free-busy.ts'
import { type Dav, unexpected } from './dav-client.ts'
import { caldav, dav } from './multistatus.ts'
import { plainAddress, speakerAt } from './principal.ts'
import { child, getChildren, parseXml } from './xml.ts'

const doing = 'asking for busy times of people'

export interface AskingNeeds {
  clock: Clock
  random: Random
  format: Pick<CalendarFormat, 'busy'>
}

/**
 * Busy times of people by the server's own word (RFC 6638 §5), of those whom it knows. Nobody where it does not speak for
 * others: many servers keep calendars and no more.
 */
export async function fetchBusyTimes(
  { request }: Dav,
  { clock, random, format }: AskingNeeds,
  home: string,
  addresses: readonly string[],
  [from, to]: readonly [Date, Date],
): Promise<ReadonlyMap<string, BusyTime[]>> {
  const sender = await speakerAt(request, home, doing)
  const people = addresses.filter((address) => plainAddress.test(address))
  if (!sender || people.length === 0) return new Map()
  const answer = await request({
    method: 'POST',
    url: sender.outbox,
    doing,
    headers: { 'content-type': 'text/calendar; charset=utf-8; method=REQUEST; component=VFREEBUSY' },
    body: requestFor(
      { organizer: `mailto:${sender.addresses[0]}`, people, from, to },
      clock.now(),
      random(16).toString('hex'),
    ),
  })
  if (answer.status !== 200) throw unexpected(answer, doing)
  return answersIn(answer.text, format, people, [from, to])
}

interface FreeBusyQuery {
  organizer: string
  people: readonly string[]
  from: Date
  to: Date
}

/** RFC 5546 §3.3.2. */
function requestFor({ organizer, people, from, to }: FreeBusyQuery, at: Date, uid: string): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//plMail//EN',
    'METHOD:REQUEST',
    'BEGIN:VFREEBUSY',
    `UID:${uid}`,
    `DTSTAMP:${compact(at)}`,
    `DTSTART:${compact(from)}`,
    `DTEND:${compact(to)}`,
    `ORGANIZER:${organizer}`,
    ...people.map((attendee) => `ATTENDEE:mailto:${attendee}`),
    'END:VFREEBUSY',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** Each person has an answer of their own (RFC 6638 §10.2); of one whom the server does not know it has no calendar. */
function answersIn(
  text: string,
  { busy }: AskingNeeds['format'],
  people: readonly string[],
  [from, to]: readonly [Date, Date],
): Map<string, BusyTime[]> {
  const busyByAddress = new Map<string, BusyTime[]>()
  const root = parseXml(text)
  if (root?.name !== caldav('schedule-response')) return busyByAddress
  for (const response of getChildren(root, caldav('response'))) {
    const recipient = child(response, caldav('recipient'), dav('href'))?.text.trim() ?? ''
    const address = people.find((person) => `mailto:${person}`.toLowerCase() === recipient.toLowerCase())
    const isTold = child(response, caldav('request-status'))?.text.trim().startsWith('2.') === true
    const times = isTold ? busy(child(response, caldav('calendar-data'))?.text ?? '') : undefined
    if (address === undefined || !times) continue
    const within = times.filter((time) => time.from < to && time.to > from)
    busyByAddress.set(
      address,
      within.toSorted((a, b) => a.from.getTime() - b.from.getTime()),
    )
  }
  return busyByAddress
}
