import type { InvitationView, Participant } from '@plmail/wire'

type Invited = Pick<InvitationView['event'], 'organizerCalendarAddress' | 'participants'>

/** Returns the organiser of a meeting and its guests; the organiser is not listed as a guest of their own meeting. */
export function invitedPeople({ organizerCalendarAddress, participants }: Invited): {
  organizer: Participant | undefined
  guests: Participant[]
} {
  const people = Object.values(participants ?? {})
  const organizerAddress = plainAddress(organizerCalendarAddress)
  const organizer = people.find((person) => addressOf(person) === organizerAddress)
  return { organizer, guests: people.filter((person) => person !== organizer) }
}

export const addressOf = ({ calendarAddress, email }: Participant): string =>
  plainAddress(calendarAddress ?? email)

const plainAddress = (address: unknown): string =>
  typeof address === 'string' ? address.replace(/^mailto:/i, '').toLowerCase() : ''
