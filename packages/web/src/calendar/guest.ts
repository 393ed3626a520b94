import type { CalendarEventView, Participant } from '@plmail/wire'
import type { EventChange } from './data/series.ts'

export type GuestAnswer = 'accepted' | 'tentative' | 'declined'
export const answers: readonly GuestAnswer[] = ['accepted', 'tentative', 'declined']

const withoutScheme = (address: string | undefined): string => (address ?? '').replace(/^mailto:/i, '')
const plain = (address: string | undefined): string => withoutScheme(address).toLowerCase()

/** Somebody who takes part, as the card of an event lists them. */
export interface ListedGuest {
  person: Participant
  email: string
  isOrganizer: boolean
}

/** The people of an event. Some providers mark the organizer by a role, others only name the address at the event. */
export function guestsOf(
  participants: CalendarEventView['participants'],
  organizerCalendarAddress: string | undefined,
): ListedGuest[] {
  const organizer = plain(organizerCalendarAddress)
  return Object.values(participants ?? {}).map((person) => {
    const email = person.email ?? withoutScheme(person.calendarAddress)
    const isNamed = organizer !== '' && email.toLowerCase() === organizer
    return { person, email, isOrganizer: isNamed || person.roles?.['owner'] === true }
  })
}

/** Returns the participant that is the user, by their addresses. */
export function ownParticipant(
  participants: CalendarEventView['participants'],
  ownAddresses: readonly string[],
): { id: string; participant: Participant } | undefined {
  const own = new Set(ownAddresses.map(plain))
  const entry = Object.entries(participants ?? {}).find(([, { calendarAddress, email }]) =>
    own.has(plain(calendarAddress ?? email)),
  )
  return entry && { id: entry[0], participant: entry[1] }
}

/** Returns the change that answers an invitation; nobody else's participation is changed. */
export function answerChange(
  participants: Record<string, Participant>,
  id: string,
  participationStatus: GuestAnswer,
): EventChange {
  const own = participants[id]
  return own ? { participants: { ...participants, [id]: { ...own, participationStatus } } } : {}
}
