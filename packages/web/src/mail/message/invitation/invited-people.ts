import type { InvitationView, Participant } from '@plmail/wire'

type Invited = Pick<InvitationView['event'], 'organizerCalendarAddress' | 'participants'>

/** Who calls a meeting, and who is asked to come; the organiser is no guest of their own, and answers nothing. */
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
