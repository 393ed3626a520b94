import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, objectOf, objectsOf, stringOf } from '../../contract/read-json.ts'
import { readAttendee } from './read-event.ts'
import { type GoogleEventFields, textOf, valuesOf } from './fields.ts'

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
    return { refused: 'Google did not tell all guests of this event, so that they cannot be changed here.' }
  const rawByAddress = new Map(
    objectsOf(raw?.['attendees']).map((attendee) => [stringOf(attendee['email']).toLowerCase(), attendee]),
  )
  const owner = emailOf(textOf(organizerCalendarAddress))?.toLowerCase()
  const attendees: ReadonlyJson[] = []
  for (const participant of valuesOf(participants)) {
    const email =
      emailOf(textOf(participant['calendarAddress'])) ?? (textOf(participant['email']) || undefined)
    const guest = email === undefined ? undefined : rawByAddress.get(email.toLowerCase())
    if (!guest && !isGuest(participant)) continue
    if (email === undefined) return { refused: 'Google Calendar invites people by their mail address only.' }
    attendees.push(writeAttendee(participant, email, guest, email.toLowerCase() === owner))
  }
  return { fields: { attendees: inOrder(attendees, [...rawByAddress.keys()]) } }
}

/** Whoever only owns the event takes no part in it. */
function isGuest({ roles }: JsonObject): boolean {
  const names = Object.keys(objectOf(roles))
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
  const isOptional = objectOf(roles)['optional'] === true || objectOf(roles)['informational'] === true
  const { optional: _optional, comment: _comment, ...unchanged } = rawAttendee ?? {}
  return {
    ...unchanged,
    email: rawAttendee ? stringOf(rawAttendee['email']) : email,
    ...(textOf(name) === '' ? {} : { displayName: name }),
    ...(isOptional ? { optional: true } : {}),
    ...(kind === 'resource' || kind === 'location' ? { resource: true } : {}),
    responseStatus: answers[textOf(participationStatus)] ?? 'needsAction',
    ...(textOf(participationComment) === '' ? {} : { comment: participationComment }),
  }
}

/** By what Google keeps of a guest. */
function isSameGuest(a: JsonObject, b: JsonObject): boolean {
  const facts = ({ name, roles, participationStatus, participationComment }: JsonObject) => [
    textOf(name),
    objectOf(roles)['optional'] === true,
    answers[textOf(participationStatus)] ?? 'needs-action',
    textOf(participationComment),
  ]
  return isDeepStrictEqual(facts(a), facts(b))
}

/** As Google had them, new ones behind. */
function inOrder(attendees: readonly ReadonlyJson[], order: readonly string[]): ReadonlyJson[] {
  const place = (attendee: ReadonlyJson) => {
    const at = order.indexOf(stringOf(attendee['email']).toLowerCase())
    return at < 0 ? order.length : at
  }
  return attendees.toSorted((a, b) => place(a) - place(b))
}

function emailOf(address: string): string | undefined {
  const email = address.replace(/^mailto:/i, '')
  return /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined
}
