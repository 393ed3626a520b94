import { createHash } from 'node:crypto'
import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, objectOf, objectsOf, stringOf } from '../../contract/read-json.ts'
import { Inexpressible } from './inexpressible.ts'

const answers: Record<string, string> = {
  organizer: 'accepted',
  accepted: 'accepted',
  tentativelyAccepted: 'tentative',
  declined: 'declined',
}
const answerOf = (status: unknown): string =>
  answers[stringOf(objectOf(status)['response'])] ?? 'needs-action'

/** The same thing has the same id in every version of the event, so that patches find it. */
export function idOf(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('base64url').slice(0, 16)
}

/**
 * The people of a meeting. `owner`: whose calendar it is: what they answered stands beside the attendees, not among them.
 * Every event of Graph has an organizer; one to which nobody is asked has no participants.
 */
export function readPeople(event: ReadonlyJson, owner: string): JsonObject {
  const organizer = personOf(event['organizer'])
  const attendees = objectsOf(event['attendees'])
  if (attendees.length === 0 && event['isOrganizer'] !== false) return {}
  const people = new Map<string, JsonObject>()
  for (const attendee of attendees) {
    const person = personOf(attendee)
    if (!person) continue
    const isMe = person.address.toLowerCase() === owner.toLowerCase() && event['isOrganizer'] === false
    people.set(idOf(person.address), {
      ...participant(person),
      ...(attendee['type'] === 'resource' ? { kind: 'resource' } : {}),
      roles: attendee['type'] === 'optional' ? { attendee: true, optional: true } : { attendee: true },
      participationStatus: answerOf(isMe ? event['responseStatus'] : attendee['status']),
      ...(event['responseRequested'] === false ? {} : { expectReply: true }),
    })
  }
  if (!organizer) return { participants: Object.fromEntries(people) }
  const stored = people.get(idOf(organizer.address))
  people.set(idOf(organizer.address), {
    ...(stored ?? participant(organizer)),
    roles: { ...objectOf(stored?.['roles']), owner: true } as JsonObject,
    participationStatus: 'accepted',
  })
  return {
    participants: Object.fromEntries(people),
    organizerCalendarAddress: `mailto:${organizer.address}`,
  }
}

interface Person {
  name: string
  address: string
}

function personOf(recipient: unknown): Person | undefined {
  const { name, address } = objectOf(objectOf(recipient)['emailAddress'])
  return stringOf(address) === '' ? undefined : { name: stringOf(name), address: stringOf(address) }
}

/** Returns a participant. Where a person has no name, Graph fills in the address. */
const participant = ({ name, address }: Person): JsonObject => ({
  '@type': 'Participant',
  calendarAddress: `mailto:${address}`,
  ...(name === '' || name === address ? {} : { name }),
})

/** Who is asked to come. The organizer is Graph's to name, and answers are given by other means. */
export function writePeople(event: JsonObject): ReadonlyJson[] {
  const organizer = stringOf(event['organizerCalendarAddress']).toLowerCase()
  return Object.values(objectOf(event['participants'])).flatMap((value) => {
    const attendee = objectOf(value)
    const calendarAddress = stringOf(attendee['calendarAddress'])
    const roles = objectOf(attendee['roles'])
    if (calendarAddress === '' || calendarAddress.toLowerCase() === organizer || roles['owner'] === true)
      return []
    const [, address = ''] = /^mailto:(.+@.+)$/i.exec(calendarAddress) ?? []
    if (address === '')
      throw new Inexpressible('Microsoft asks people to meetings by their mail address only.')
    const isThing = attendee['kind'] === 'resource' || attendee['kind'] === 'location'
    const isOptional = roles['optional'] === true || roles['attendee'] !== true
    return [
      {
        emailAddress: { address, name: stringOf(attendee['name']) || address },
        type: isThing ? 'resource' : isOptional ? 'optional' : 'required',
      },
    ]
  })
}
