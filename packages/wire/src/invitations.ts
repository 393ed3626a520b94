/** Messages about meetings: what they say, how they are answered (invitations extension; docs/jmap.md). */
import type { CalendarEventView } from './calendars.ts'

/** A message about a meeting, with what has become of it in the calendar. */
export interface InvitationView {
  /** Id of the email. */
  id: string
  /** `other`: only shown. */
  method: 'request' | 'cancel' | 'reply' | 'counter' | 'other'
  /** As the message tells it; without ids and calendars. */
  event: Pick<
    CalendarEventView,
    | ('uid' | 'title' | 'description' | 'start' | 'duration' | 'timeZone' | 'showWithoutTime' | 'status')
    | ('locations' | 'virtualLocations' | 'participants' | 'organizerCalendarAddress' | 'recurrenceRule')
    | ('recurrenceId' | 'sequence')
  >
  /** How many further occurrences of it the message is about. */
  more: number
  /** UTCDate; of a series the first time. */
  start: string
  end: string
  sender: 'proven' | 'unproven' | 'somebodyElse'
  standing: 'new' | 'kept' | 'waiting' | 'outOfDate' | 'cancelled'
  me: { address: string; status: string; comment: string } | null
  kept: { accountId: string; calendarId: string; eventId: string } | null
  /** Google or Microsoft keeps it, and tells the organizer. */
  isProvided: boolean
  /** The user's own copy of what they sent: nothing is asked of them. */
  isSent: boolean
  mayAnswer: boolean
  mayPropose: boolean
  mayApply: boolean
  conflicts: {
    accountId: string
    eventId: string
    title: string
    start: string
    end: string
    /** IANA, the event's own; null where it has none. */
    timeZone: string | null
    isAllDay: boolean
  }[]
}

export type InvitationOutcome = 'done' | 'noMeeting' | 'notInvited' | 'notNow' | 'notThereYet' | 'refused'

export interface InvitationResult {
  accountId: string
  id: string
  outcome: InvitationOutcome
  /** As it stands now; null where nothing was done. */
  invitation: InvitationView | null
}

export interface InvitationMethods {
  /** The meetings that messages are about; emails that are about no meeting are left out. */
  'Invitation/get': {
    args: { accountId: string; ids: string[] }
    result: { accountId: string; list: InvitationView[]; notFound: string[] }
  }
  /** Answers an invitation; `needs-action` takes an answer back that has not left yet. */
  'Invitation/answer': {
    args: {
      accountId: string
      id: string
      status: 'accepted' | 'tentative' | 'declined' | 'needs-action'
      comment?: string
    }
    result: InvitationResult
  }
  /** Proposes another time: `start` is local in the zone of the event, `duration` as in `PT1H`. */
  'Invitation/propose': {
    args: { accountId: string; id: string; start: string; duration: string; comment?: string }
    result: InvitationResult
  }
  /** Adds, changes or cancels as the message says; of a proposal, takes its time. */
  'Invitation/apply': { args: { accountId: string; id: string }; result: InvitationResult }
}
