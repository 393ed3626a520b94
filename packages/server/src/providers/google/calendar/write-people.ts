import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readObjects, readString } from '../../contract/read-json.ts'
import { readAttendee } from './read-event.ts'
import { type GoogleEventFields, readText, getValues } from './fields.ts'

const answers: Readonly<Record<string, string>> = {
  accepted: 'accepted',
  tentative: 'tentative',
  declined: 'declined',
}

/**
 * The whole list of guests, because a PATCH replaces lists. Who was not touched is sent as Google told them, with what is
 * not understood here.
 */
export function writeAttendees(
  { participants, organizerCalendarAddress }: JsonObject,
  raw: ReadonlyJson | undefined,
): GoogleEventFields {
  if (raw?.['attendeesOmitted'] === true)
    return { refused: { problem: 'event-limit/hidden-guests', provider: 'Google Calendar' } }
  const rawByAddress = new Map(
    readObjects(raw?.['attendees']).map((attendee) => [
      readString(attendee['email']).toLowerCase(),
      attendee,
    ]),
  )
  const owner = getEmail(readText(organizerCalendarAddress))?.toLowerCase()
  const attendees: ReadonlyJson[] = []
  for (const participant of getValues(participants)) {
    const email =
      getEmail(readText(participant['calendarAddress'])) ?? (readText(participant['email']) || undefined)
    const guest = email === undefined ? undefined : rawByAddress.get(email.toLowerCase())
    if (!guest && !isGuest(participant)) continue
    if (email === undefined)
      return { refused: { problem: 'event-limit/guests-by-address', provider: 'Google Calendar' } }
    attendees.push(writeAttendee(participant, email, guest, email.toLowerCase() === owner))
  }
  return { fields: { attendees: inOrder(attendees, [...rawByAddress.keys()]) } }
}

/** Whoever only owns the event takes no part in it. */
function isGuest({ roles }: JsonObject): boolean {
  const names = Object.keys(readObject(roles))
  return names.length === 0 || names.some((name) => name !== 'owner')
}

function writeAttendee(
  participant: JsonObject,
  email: string,
  rawAttendee: ReadonlyJson | undefined,
  isOwner: boolean,
): ReadonlyJson {
  const was = rawAttendee && readAttendee(rawAttendee, isOwner)
  if (rawAttendee && was && isSameGuest(was, participant)) return rawAttendee
  const { name, kind, roles, participationStatus, participationComment } = participant
  const isOptional = readObject(roles)['optional'] === true || readObject(roles)['informational'] === true
  const { optional: _optional, comment: _comment, ...unchanged } = rawAttendee ?? {}
  return {
    ...unchanged,
    email: rawAttendee ? readString(rawAttendee['email']) : email,
    ...(readText(name) === '' ? {} : { displayName: name }),
    ...(isOptional ? { optional: true } : {}),
    ...(kind === 'resource' || kind === 'location' ? { resource: true } : {}),
    responseStatus: answers[readText(participationStatus)] ?? 'needsAction',
    ...(readText(participationComment) === '' ? {} : { comment: participationComment }),
  }
}

/** By what Google keeps of a guest. */
function isSameGuest(a: JsonObject, b: JsonObject): boolean {
  const facts = ({ name, roles, participationStatus, participationComment }: JsonObject) => [
    readText(name),
    readObject(roles)['optional'] === true,
    answers[readText(participationStatus)] ?? 'needs-action',
    readText(participationComment),
  ]
  return isDeepStrictEqual(facts(a), facts(b))
}

/** As Google had them, new ones behind. */
function inOrder(attendees: readonly ReadonlyJson[], order: readonly string[]): ReadonlyJson[] {
  const place = (attendee: ReadonlyJson) => {
    const at = order.indexOf(readString(attendee['email']).toLowerCase())
    return at < 0 ? order.length : at
  }
  return attendees.toSorted((a, b) => place(a) - place(b))
}

function getEmail(address: string): string | undefined {
  const email = address.replace(/^mailto:/i, '')
  return /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined
}
