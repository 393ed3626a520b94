import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { BusyTime, CalendarFormat } from '../contract/index.ts'
import { compact } from './free-busy.ts'
import { type Dav, unexpected } from './dav.ts'
import { caldav, dav, type DavResponse, hrefOf, readMultistatus } from './multistatus.ts'
import { child, childrenOf, parseXml } from './xml.ts'

const doing = 'asking for busy times of people'

const question = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
  <prop><current-user-principal/><C:schedule-outbox-URL/><C:calendar-user-address-set/></prop>
</propfind>`

export interface AskingNeeds {
  clock: Clock
  random: Random
  format: Pick<CalendarFormat, 'busy'>
}

/**
 * Busy times of people by the server's own word (RFC 6638 §5), of those whom it knows. Nobody where it does not speak for
 * others: many servers keep calendars and no more.
 */
export async function busyOf(
  { request }: Dav,
  { clock, random, format }: AskingNeeds,
  home: string,
  addresses: readonly string[],
  [from, to]: readonly [Date, Date],
): Promise<ReadonlyMap<string, BusyTime[]>> {
  const sender = await senderAt(request, home)
  const people = addresses.filter((address) => plainAddress.test(address))
  if (!sender || people.length === 0) return new Map()
  const answer = await request({
    method: 'POST',
    url: sender.outbox,
    doing,
    headers: { 'content-type': 'text/calendar; charset=utf-8; method=REQUEST; component=VFREEBUSY' },
    body: requestFor(
      { organizer: sender.address, people, from, to },
      clock.now(),
      random(16).toString('hex'),
    ),
  })
  if (answer.status !== 200) throw unexpected(answer, doing)
  return answersIn(answer.text, format, people, [from, to])
}

/** Addresses that can be written into a line of a calendar unescaped. */
const plainAddress = /^[^\s@<>",;:\\()[\]]{1,64}@[^\s@<>",;:\\()[\]]{1,255}$/

interface Sender {
  /** URL to which busy requests are posted. */
  outbox: string
  /** As whom: `mailto:` and the rest. */
  address: string
}

/** Undefined where the server offers nobody to ask. No address on another host is followed: the password goes with it. */
async function senderAt(request: Dav['request'], home: string): Promise<Sender | undefined> {
  const resource = await describe(request, home)
  const principal = resource && hrefOf(resource, dav('current-user-principal'))
  const isHere = (url: string | undefined): url is string =>
    url !== undefined && new URL(url).host === new URL(home).host
  const me = isHere(principal) ? await describe(request, principal) : resource
  const outbox = me && hrefOf(me, caldav('schedule-outbox-URL'))
  const own = childrenOf(me?.properties.get(caldav('calendar-user-address-set')), dav('href'))
  const address = own
    .map(({ text }) => text.trim())
    .find((candidate) => /^mailto:/i.test(candidate) && plainAddress.test(candidate.slice('mailto:'.length)))
  return isHere(outbox) && address !== undefined ? { outbox, address } : undefined
}

async function describe(request: Dav['request'], url: string): Promise<DavResponse | undefined> {
  const answer = await request({ method: 'PROPFIND', url, depth: '0', body: question, doing })
  return answer.status === 207 ? readMultistatus(answer.text, answer.url)?.responses[0] : undefined
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
  for (const response of childrenOf(root, caldav('response'))) {
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
