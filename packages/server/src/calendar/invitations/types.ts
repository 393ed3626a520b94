import type { EventObject } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId, MessageId, UserId } from '@plmail/wire'
import type { SchedulingMethod } from './scheduling-message.ts'

type InvitationAnswerStatus = 'accepted' | 'tentative' | 'declined'

/** A message about a meeting, with what has become of it here. */
export interface InvitationView {
  messageId: MessageId
  method: SchedulingMethod
  /** As the message tells it. */
  event: EventObject
  /** How many further occurrences of the same event it is about. */
  more: number
  /** When it takes place, for a series the first time: instants in milliseconds. */
  start: number
  end: number
  /** `somebody-else`: who wrote it may not speak about this event. `unproven`: nobody vouches for who wrote it. */
  sender: 'proven' | 'unproven' | 'somebody-else'
  /**
   * `new`: not in the calendar. `kept`: the calendar has it as told. `waiting`: the calendar has it otherwise, and nothing
   * was changed. `out-of-date`: a newer message counted. `cancelled`: it does not take place.
   */
  standing: 'new' | 'kept' | 'waiting' | 'out-of-date' | 'cancelled'
  /** As which of their addresses the user is invited, and what they have answered. */
  me: { address: string; status: string; comment: string } | null
  kept: { accountId: AccountId; calendarId: CalendarId; eventId: CalendarEventId } | null
  /** Google or Microsoft keeps it, and tells the organizer. */
  isProvided: boolean
  /** In the user's sent mail or drafts. */
  isSent: boolean
  mayAnswer: boolean
  /** To propose another time. */
  mayPropose: boolean
  /** To do what the message says though nobody vouches for it, or to take the proposed time. */
  mayApply: boolean
  /** Other events at that time, at most five. */
  conflicts: Conflict[]
}

export interface Conflict {
  accountId: AccountId
  eventId: CalendarEventId
  title: string
  start: number
  end: number
  /** IANA, the event's own; null where it has none. */
  timeZone: string | null
  isAllDay: boolean
}

export interface AnswerWanted {
  status: InvitationAnswerStatus | 'needs-action'
  comment: string
}

export interface ProposalWanted {
  /** Local, in the zone of the event. */
  start: string
  duration: string
  comment: string
}

export type InvitationRefusal =
  /** There is no such message, or it is about no meeting. */
  | 'not-found'
  /** It asks for no answer of this user. */
  | 'not-invited'
  /** It is not in a state in which this can be done. */
  | 'not-now'
  /** The provider has not put it into the calendar yet. */
  | 'not-there-yet'
  /** The calendar would not have it. */
  | 'refused'

export type InvitationDone = { ok: true; invitation: InvitationView } | { ok: false; why: InvitationRefusal }

export interface Invitations {
  /** Returns those of the messages that are about meetings. */
  get(userId: UserId, accountId: AccountId, ids: readonly MessageId[]): Promise<InvitationView[]>
  /** Keeps the answer and tells the organizer after ten seconds, unless it was taken back by then. */
  answer(userId: UserId, accountId: AccountId, id: MessageId, answer: AnswerWanted): Promise<InvitationDone>
  /** Asks the organizer for another time; changes nothing here. */
  propose(
    userId: UserId,
    accountId: AccountId,
    id: MessageId,
    proposal: ProposalWanted,
  ): Promise<InvitationDone>
  /** Does what the message says because the user wants it. */
  apply(userId: UserId, accountId: AccountId, id: MessageId): Promise<InvitationDone>
}
