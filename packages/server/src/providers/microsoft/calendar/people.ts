import { createHash } from 'node:crypto'
import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readObjects, readString } from '../../contract/read-json.ts'
import { Inexpressible } from './inexpressible.ts'

const answers: Record<string, string> = {
  organizer: 'accepted',
  accepted: 'accepted',
  tentativelyAccepted: 'tentative',
  declined: 'declined',
}
const createAnswer = (status: unknown): string =>
  answers[readString(readObject(status)['response'])] ?? 'needs-action'

/** The same thing has the same id in every version of the event, so that patches find it. */
export function getId(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('base64url').slice(0, 16)
}

/**
 * The people of a meeting. `owner`: whose calendar it is: what they answered stands beside the attendees, not among them.
 * Every event of Graph has an organizer; one to which nobody is asked has no participants.
 */
export function readPeople(event: ReadonlyJson, owner: string): JsonObject {
  const organizer = getPerson(event['organizer'])
  const attendees = readObjects(event['attendees'])
  if (attendees.length === 0 && event['isOrganizer'] !== false) return {}
  const people = new Map<string, JsonObject>()
  for (const attendee of attendees) {
    const person = getPerson(attendee)
    if (!person) continue
    const isMe = person.address.toLowerCase() === owner.toLowerCase() && event['isOrganizer'] === false
    people.set(getId(person.address), {
      ...participant(person),
      ...(attendee['type'] === 'resource' ? { kind: 'resource' } : {}),
      roles: attendee['type'] === 'optional' ? { attendee: true, optional: true } : { attendee: true },
      participationStatus: createAnswer(isMe ? event['responseStatus'] : attendee['status']),
      ...(event['responseRequested'] === false ? {} : { expectReply: true }),
    })
  }
  if (!organizer) return { participants: Object.fromEntries(people) }
  const stored = people.get(getId(organizer.address))
  people.set(getId(organizer.address), {
    ...(stored ?? participant(organizer)),
    roles: { ...readObject(stored?.['roles']), owner: true } as JsonObject,
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

function getPerson(recipient: unknown): Person | undefined {
  const { name, address } = readObject(readObject(recipient)['emailAddress'])
  return readString(address) === '' ? undefined : { name: readString(name), address: readString(address) }
}

/** Returns a participant. Where a person has no name, Graph fills in the address. */
const participant = ({ name, address }: Person): JsonObject => ({
  '@type': 'Participant',
  calendarAddress: `mailto:${address}`,
  ...(name === '' || name === address ? {} : { name }),
})

/** Who is asked to come. The organizer is Graph's to name, and answers are given by other means. */
export function writePeople(event: JsonObject): ReadonlyJson[] {
  const organizer = readString(event['organizerCalendarAddress']).toLowerCase()
  return Object.values(readObject(event['participants'])).flatMap((value) => {
    const attendee = readObject(value)
    const calendarAddress = readString(attendee['calendarAddress'])
    const roles = readObject(attendee['roles'])
    if (calendarAddress === '' || calendarAddress.toLowerCase() === organizer || roles['owner'] === true)
      return []
    const [, address = ''] = /^mailto:(.+@.+)$/i.exec(calendarAddress) ?? []
    if (address === '')
      throw new Inexpressible({ problem: 'event-limit/guests-by-address', provider: 'Microsoft' })
    const isThing = attendee['kind'] === 'resource' || attendee['kind'] === 'location'
    const isOptional = roles['optional'] === true || roles['attendee'] !== true
    return [
      {
        emailAddress: { address, name: readString(attendee['name']) || address },
        type: isThing ? 'resource' : isOptional ? 'optional' : 'required',
      },
    ]
  })
}
