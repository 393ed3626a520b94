import type { CalendarEventView, Participant } from '@plmail/wire'
import type { EventChange } from './data/series.ts'

export type GuestAnswer = 'accepted' | 'tentative' | 'declined'
export const answers: readonly GuestAnswer[] = ['accepted', 'tentative', 'declined']

const plain = (address: string | undefined): string => (address ?? '').replace(/^mailto:/i, '').toLowerCase()

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
