import { type EventObject, isObject, type Json, createStableId } from '@plmail/calendar-format'

/** `MAILTO:Ann@Example.org` → `ann@example.org`; empty for what is no text. */
export function plainAddress(address: Json | undefined): string {
  return typeof address === 'string'
    ? address
        .trim()
        .replace(/^mailto:/i, '')
        .toLowerCase()
    : ''
}

export const calendarAddress = (email: string): string => `mailto:${email}`

/** The people of an event by their id. */
export function getParticipants(event: EventObject): Array<[id: string, participant: EventObject]> {
  const { participants } = event
  if (!isObject(participants)) return []
  return Object.entries(participants).filter((entry): entry is [string, EventObject] => isObject(entry[1]))
}

/** Who invites; empty where nobody does. */
export function getOrganizer(event: EventObject): string {
  return plainAddress(event['organizerCalendarAddress'])
}

/** Who may speak for the organizer (SENT-BY, RFC 5545 §3.2.18); empty for nobody. */
export function getSentBy(event: EventObject): string {
  const organizer = getOrganizer(event)
  const organizerEntry = getParticipants(event).find(
    ([, participant]) => plainAddress(participant['calendarAddress']) === organizer,
  )
  return plainAddress(organizerEntry?.[1]['sentBy'])
}

/** The participant with this address, its id with it. */
export function participantAt(event: EventObject, address: string): [string, EventObject] | undefined {
  return getParticipants(event).find(
    ([, participant]) => plainAddress(participant['calendarAddress']) === address,
  )
}

/** Which of my addresses is invited; undefined where none is, and where I am the one who invites. */
export function invitedAs(
  event: EventObject,
  own: ReadonlySet<string>,
): { id: string; address: string; participant: EventObject } | undefined {
  const organizer = getOrganizer(event)
  if (organizer === '' || own.has(organizer)) return undefined
  for (const [id, participant] of getParticipants(event)) {
    const address = plainAddress(participant['calendarAddress'])
    if (own.has(address)) return { id, address, participant }
  }
  return undefined
}

/** Whom the organizer tells: everybody who takes part, but for the organizer. */
export function invitedBy(event: EventObject): Map<string, EventObject> {
  const organizer = getOrganizer(event)
  return new Map(
    getParticipants(event).flatMap(([, participant]) => {
      const address = plainAddress(participant['calendarAddress'])
      const isPerson = /^[^\s@<>",;:\\()[\]]+@[^\s@<>",;:\\()[\]]+$/.test(address)
      return isPerson && address !== organizer ? [[address, participant] as const] : []
    }),
  )
}

/** The id under which a participant is kept wherever the event comes from. */
export const participantId = (email: string): string => createStableId(calendarAddress(email))
