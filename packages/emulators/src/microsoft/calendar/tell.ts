import type { GraphCall } from '../graph/call.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import { readAddress } from './event-input.ts'
import type { EventFacts } from '../mailbox/event-state.ts'
import type { MeetingNotice } from '../mailbox/calendar-store.ts'

/**
 * Writes down whom Exchange tells of a meeting: everybody asked to it, whenever it is made, changed or called off. There
 * is no way to ask it not to [K].
 */
export function tellAttendees(
  call: GraphCall,
  kind: 'request' | 'cancel',
  facts: EventFacts,
  comment = '',
): void {
  const addresses = Array.isArray(facts['attendees']) ? facts['attendees'].map(readAddress) : []
  const to = addresses.filter((address) => address !== call.mailbox.email.toLowerCase())
  if (to.length > 0) tell(call.mailbox, { kind, facts, to, comment })
}

export function tell(
  { calendars, world }: GraphMailbox,
  { kind, facts, to, comment }: Pick<MeetingNotice, 'kind' | 'to' | 'comment'> & { facts: EventFacts },
): void {
  const subject = typeof facts['subject'] === 'string' ? facts['subject'] : ''
  calendars.told.push({ kind, subject, to, comment, at: world.clock.now().toISOString() })
}
