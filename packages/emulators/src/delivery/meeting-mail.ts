import type { RawMessage } from '../blobs/raw.ts'
import type { VirtualClock } from '../clock/clock.ts'
import { eachPart, readParts, getText } from '../mime/index.ts'

/** A message about a meeting (RFC 5546), as a calendar server acts on it. */
export interface MeetingMail {
  method: 'REQUEST' | 'CANCEL' | 'REPLY'
  uid: string
  sequence: number
  title: string
  where: string
  /** Local times in the zone; of an all-day event midnights. */
  start: string
  end: string
  timeZone: string
  isAllDay: boolean
  /** The RRULE line, as Google keeps it. */
  rule: string | undefined
  organizer: Attendee
  attendees: readonly Attendee[]
}

export interface Attendee {
  email: string
  name: string
  /** PARTSTAT, in lower case. */
  answer: string
}

/**
 * Whether and when a provider puts an invitation that came by mail into the calendar. `known`: only of senders that the
 * mailbox has written to, Google's setting "Only if the sender is known".
 */
export type InvitationPlacing = 'at-once' | 'never' | 'known' | { afterMs: number }

/** Older invitations are to meetings that are over; reading all of a large mailbox for them would take minutes. */
const oldestMs = 30 * 86_400_000

/** Does with a delivered message what calendar servers do, unless the account is set otherwise. */
export function placeInvitation(
  raw: RawMessage,
  {
    clock,
    placing = 'at-once',
    receivedAt,
    isKnown,
    take,
  }: {
    clock: VirtualClock
    placing: InvitationPlacing | undefined
    receivedAt: Date | undefined
    isKnown: (address: string) => boolean
    take: (meeting: MeetingMail) => void
  },
): void {
  const now = clock.now().getTime()
  if (placing === 'never' || (receivedAt && now - receivedAt.getTime() > oldestMs)) return
  const meeting = readMeetingMail(raw.render())
  if (!meeting || (placing === 'known' && !isKnown(meeting.organizer.email))) return
  if (typeof placing === 'object') clock.at(new Date(now + placing.afterMs), () => take(meeting))
  else take(meeting)
}

/** Undefined for mail without a meeting, and for messages about one occurrence of a series, which are left alone. */
function readMeetingMail(bytes: Buffer): MeetingMail | undefined {
  if (!bytes.includes('text/calendar')) return undefined
  const part = [...eachPart(readParts(bytes))].find(({ type }) => type.toLowerCase() === 'text/calendar')
  if (!part) return undefined
  const { calendar, event: lines } = propertiesIn(getText(part))
  const [method, uid] = [calendar.get('METHOD')?.[0]?.value, lines.get('UID')?.[0]?.value]
  const start = lines.get('DTSTART')?.[0]
  const organizer = lines.get('ORGANIZER')?.[0]
  if (method !== 'REQUEST' && method !== 'CANCEL' && method !== 'REPLY') return undefined
  if (uid === undefined || !start || !organizer || lines.has('RECURRENCE-ID')) return undefined
  const times = getTimes(start, lines.get('DTEND')?.[0] ?? start)
  const rule = lines.get('RRULE')?.[0]?.value
  return (
    times && {
      method,
      uid,
      ...times,
      organizer: toAttendee(organizer),
      title: unescaped(lines.get('SUMMARY')?.[0]?.value ?? ''),
      where: unescaped(lines.get('LOCATION')?.[0]?.value ?? ''),
      sequence: Number(lines.get('SEQUENCE')?.[0]?.value ?? 0),
      rule: rule === undefined ? undefined : `RRULE:${rule}`,
      attendees: (lines.get('ATTENDEE') ?? []).map(toAttendee),
    }
  )
}

interface Line {
  parameters: ReadonlyMap<string, string>
  value: string
}

interface MeetingProperties {
  calendar: Map<string, Line[]>
  /** Those of the first event alone: a file of a series goes on with its changed occurrences. */
  event: Map<string, Line[]>
}

/** The properties of the calendar and of its first event by name; those of time zones and alarms are left out. */
function propertiesIn(text: string): MeetingProperties {
  const [calendar, event] = [new Map<string, Line[]>(), new Map<string, Line[]>()]
  const outline = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const nested: string[] = []
  let events = 0
  for (const line of outline) {
    const { name, parameters, value } = readLine(line)
    if (name === 'BEGIN') {
      nested.push(value)
      if (value === 'VEVENT') events++
    } else if (name === 'END') nested.pop()
    else {
      const isOfFirstEvent = nested.at(-1) === 'VEVENT' && events === 1
      const lines = nested.length < 2 ? calendar : isOfFirstEvent ? event : undefined
      lines?.set(name, [...(lines.get(name) ?? []), { parameters, value }])
    }
  }
  return { calendar, event }
}

function readLine(line: string): Line & { name: string } {
  const [, name = '', parameterText = '', value = ''] =
    /^([A-Z-]+)((?:;[^:";]*(?:"[^"]*")?)*):(.*)$/i.exec(line) ?? []
  const parameters = new Map(
    [...parameterText.matchAll(/;([A-Z-]+)=("[^"]*"|[^;"]*)/gi)].map(([, key = '', parameterValue = '']) => [
      key.toUpperCase(),
      parameterValue.replaceAll('"', ''),
    ]),
  )
  return { name, parameters, value }
}

function getTimes(
  start: Line,
  end: Line,
): Pick<MeetingMail, 'start' | 'end' | 'timeZone' | 'isAllDay'> | undefined {
  const [from, to] = [readWallTime(start.value), readWallTime(end.value)]
  const timeZone = start.value.endsWith('Z') ? 'UTC' : (start.parameters.get('TZID') ?? 'UTC')
  if (from === undefined || to === undefined || !isZone(timeZone)) return undefined
  return { start: from, end: to, timeZone, isAllDay: !start.value.includes('T') }
}

function readWallTime(value: string): string | undefined {
  const [, y, m, d, h = '00', min = '00', s = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(value) ?? []
  return y === undefined ? undefined : `${y}-${m}-${d}T${h}:${min}:${s}`
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    // A VTIMEZONE with a name of its own, which no emulated calendar reads.
    return false
  }
}

function toAttendee({ value, parameters }: Line): Attendee {
  const email = value.replace(/^mailto:/i, '').toLowerCase()
  const answer = (parameters.get('PARTSTAT') ?? 'NEEDS-ACTION').toLowerCase()
  return { email, name: parameters.get('CN') ?? email, answer }
}

const unescaped = (text: string): string => text.replace(/\\n/gi, '\n').replace(/\\(.)/g, '$1')
