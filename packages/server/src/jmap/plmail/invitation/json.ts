import {
  accountWireId,
  calendarEventWireId,
  calendarWireId,
  emailWireId,
  type InvitationView as WireInvitation,
} from '@plmail/wire'
import type { InvitationView } from '../../../calendar/index.ts'

const senders = { proven: 'proven', unproven: 'unproven', 'somebody-else': 'somebodyElse' } as const
const standings = {
  new: 'new',
  kept: 'kept',
  waiting: 'waiting',
  'out-of-date': 'outOfDate',
  cancelled: 'cancelled',
} as const

/** A message about a meeting as JMAP has it. */
export function invitationJson(view: InvitationView): WireInvitation {
  const { messageId, method, more, me, isProvided, isSent, mayAnswer, mayPropose, mayApply, kept } = view
  return {
    id: emailWireId.encode(messageId),
    method,
    more,
    me,
    isProvided,
    isSent,
    mayAnswer,
    mayPropose,
    mayApply,
    event: view.event as unknown as WireInvitation['event'], // JSCalendar as it was read
    start: utc(view.start),
    end: utc(view.end),
    sender: senders[view.sender],
    standing: standings[view.standing],
    kept: kept
      ? {
          accountId: accountWireId.encode(kept.accountId),
          calendarId: calendarWireId.encode(kept.calendarId),
          eventId: calendarEventWireId.encode(kept.eventId),
        }
      : null,
    conflicts: view.conflicts.map(({ accountId, eventId, title, start, end, timeZone, isAllDay }) => ({
      accountId: accountWireId.encode(accountId),
      eventId: calendarEventWireId.encode(eventId),
      title,
      start: utc(start),
      end: utc(end),
      timeZone,
      isAllDay,
    })),
  }
}

const utc = (instant: number): string => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z')
