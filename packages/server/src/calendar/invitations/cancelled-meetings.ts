import type { AccountId, UserId } from '@plmail/wire'
import { judgeOrganizer } from './invitation-authority.ts'
import type { SchedulingItem } from './scheduling-message.ts'
import type { InvitationParts } from './invitation-parts.ts'
import type { Received } from './received-message.ts'
import { keepCalledOff } from './invitation-rows.ts'
import { selectFacts, loadPlace, getRecurrenceId } from './store-invitation.ts'

/**
 * Remembers that a meeting was called off, whether or not a calendar has it: the provider may keep it, or nobody put it
 * anywhere. Only its organizer says so. Where nobody vouches for who wrote it the word counts less: it keeps no later
 * invitation out of the calendar.
 */
export async function noteCalledOff(
  parts: InvitationParts,
  userId: UserId,
  accountId: AccountId,
  received: Received,
  item: SchedulingItem,
): Promise<void> {
  if (received.message.method !== 'cancel' || received.isSetAside) return
  const place = await loadPlace(parts, userId, accountId, item)
  if (!place) return
  const facts = await selectFacts(parts.database, place, received, item, place.storedEvent?.event)
  const refusal = judgeOrganizer(facts)
  if (refusal !== undefined && (refusal !== 'unproven' || received.proof === 'failed')) return
  const key = { userId, uid: item.uid, recurrenceId: getRecurrenceId(item.event) }
  await keepCalledOff(parts.database, key, { ...item, isProven: refusal === undefined })
}
