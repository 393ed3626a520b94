import { isRecord, type GraphCall } from '../graph/call.ts'
import { badRequest, Refused } from '../refused.ts'
import type { EventFacts } from '../mailbox/event-state.ts'
import { readRecurrence } from '../mailbox/recurrence.ts'
import { readWall, zoneNamed } from '../mailbox/zones.ts'

/** Event properties that a client may write; Graph sets all others itself. */
const writable = new Set([
  'subject',
  'body',
  'start',
  'end',
  'isAllDay',
  'location',
  'locations',
  'sensitivity',
  'showAs',
  'categories',
  'importance',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'attendees',
  'recurrence',
  'isOnlineMeeting',
  'onlineMeetingProvider',
  'responseRequested',
  'allowNewTimeProposals',
  'hideAttendees',
  'transactionId',
])
const readOnly = ['organizer', 'iCalUId', 'onlineMeeting', 'type', 'seriesMasterId', 'cancelledOccurrences']

/** Reads a body; what is in it and not to be written is refused, as are times and recurrences that make no sense. */
export function readEvent(call: GraphCall, body: Record<string, unknown>, before: EventFacts): EventFacts {
  const facts: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (name.startsWith('@')) continue
    if (readOnly.includes(name))
      throw new Refused(400, 'ErrorInvalidPropertySet', `The property '${name}' is read-only.`)
    if (!writable.has(name)) throw badRequest(`The property '${name}' cannot be written.`)
    facts[name] = value
  }
  refuseTimes({ ...before, ...facts })
  if (facts['recurrence']) readRecurrence(facts['recurrence'])
  if (Array.isArray(facts['attendees'])) facts['attendees'] = mergeAttendees(facts['attendees'], before)
  return withPlaces(withMeeting(call, facts, before))
}

function refuseTimes(facts: EventFacts): void {
  const [start, end] = [readWallTime(facts['start'], 'start'), readWallTime(facts['end'], 'end')]
  if (facts['isAllDay'] === true) {
    const [startTime, endTime] = [facts['start'], facts['end']] as Array<{ timeZone: string }>
    const isWhole = start % 86_400_000 === 0 && end % 86_400_000 === 0 && end > start
    if (!isWhole || startTime?.timeZone.toLowerCase() !== endTime?.timeZone.toLowerCase())
      throw new Refused(
        400,
        'ErrorInvalidRequest',
        'The Event.Start and Event.End of an all-day event must be at midnight, in one time zone, a day apart at least.',
      )
  } else if (end < start && sameZone(facts)) {
    throw new Refused(400, 'ErrorPropertyValidationFailure', 'At least one property failed validation.')
  }
}

const sameZone = (facts: EventFacts): boolean =>
  (facts['start'] as { timeZone: string }).timeZone === (facts['end'] as { timeZone: string }).timeZone

function readWallTime(value: unknown, name: string): number {
  const { dateTime, timeZone } = isRecord(value) ? value : {}
  const wall = typeof dateTime === 'string' ? readWall(dateTime) : undefined
  if (wall === undefined || typeof timeZone !== 'string')
    throw new Refused(400, 'ErrorInvalidRequest', `The property ${name} needs dateTime and timeZone.`)
  zoneNamed(timeZone)
  return wall
}

/** Who is asked again keeps the answer given; what a client says of answers is left aside [K]. */
function mergeAttendees(requested: unknown[], existing: EventFacts): object[] {
  const before = new Map(
    (Array.isArray(existing['attendees']) ? existing['attendees'] : []).map((attendee) => [
      readAddress(attendee),
      attendee,
    ]),
  )
  return requested.map((attendee) => {
    const address = readAddress(attendee)
    if (!/^[^@\s]+@[^@\s]+$/.test(address))
      throw new Refused(400, 'ErrorInvalidRecipients', 'At least one recipient is not valid.')
    const { emailAddress, type } = attendee as { emailAddress: object; type?: string }
    const status = isRecord(before.get(address))
      ? (before.get(address) as { status: object }).status
      : { response: 'none', time: '0001-01-01T00:00:00Z' }
    return { type: type ?? 'required', status, emailAddress: { name: address, ...emailAddress } }
  })
}

export function readAddress(value: unknown): string {
  const email = isRecord(value) ? value['emailAddress'] : undefined
  const address = isRecord(email) ? email['address'] : undefined
  return typeof address === 'string' ? address.toLowerCase() : ''
}

/** [D] Made with the meeting and never taken from it again; the invitation is written into the text. */
function withMeeting(
  call: GraphCall,
  facts: Record<string, unknown>,
  before: EventFacts,
): Record<string, unknown> {
  if (before['isOnlineMeeting'] === true) {
    const { isOnlineMeeting: _, onlineMeetingProvider: __, ...rest } = facts
    return rest
  }
  if (facts['isOnlineMeeting'] !== true) return facts
  return { ...facts, ...toMeeting(call.world.nextHex(12), facts) }
}

export function toMeeting(key: string, { body }: EventFacts): Record<string, unknown> {
  const joinUrl = `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${key}%40thread.v2/0`
  const content = isRecord(body) && typeof body['content'] === 'string' ? body['content'] : ''
  const blob = `<div>________________</div><div>Microsoft Teams meeting</div><a href="${joinUrl}">Join the meeting now</a>`
  return {
    isOnlineMeeting: true,
    onlineMeetingProvider: 'teamsForBusiness',
    onlineMeeting: { joinUrl },
    body: { contentType: 'html', content: `<html><body>${content}<br>${blob}</body></html>` },
  }
}

/** `location` is the first of `locations`, whichever of them was written [D]. */
function withPlaces(facts: Record<string, unknown>): EventFacts {
  const { location, locations } = facts
  const complete = (attendee: unknown) => ({
    displayName: '',
    locationType: 'default',
    uniqueIdType: 'unknown',
    ...(isRecord(attendee) ? attendee : {}),
  })
  if (Array.isArray(locations))
    return { ...facts, locations: locations.map(complete), location: complete(locations[0]) }
  if (!isRecord(location)) return facts
  const isEmpty = (location['displayName'] ?? '') === ''
  return { ...facts, location: complete(location), locations: isEmpty ? [] : [complete(location)] }
}
