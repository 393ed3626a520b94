import type { MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Mail } from '../../mail/index.ts'
import { selectHeldFields } from './held-fields.ts'
import { keywordDelta } from './keyword-delta.ts'
import { dropLocations, locationsById, selectLocations } from './locations.ts'

/**
 * Makes the mailboxes of messages equal to where they live at the provider, unless a decision made here
 * still holds them; then that decision stands until the provider has answered it.
 */
export async function placeByLocations(
  mail: Pick<Mail, 'provided'>,
  change: Change,
  messageIds: readonly MessageId[],
): Promise<void> {
  const places = await selectLocations(change.tx, change.accountId, messageIds)
  const pendingFields = await selectHeldFields(change.tx, change.accountId, messageIds)
  const updates = messageIds.flatMap((id) => {
    const fields = pendingFields.get(id) ?? new Set<string>()
    const present = places.filter((place) => place.messageId === id && !place.isMissing)
    const mailboxIds: MailboxId[] = [...new Set(present.map((place) => place.mailboxId))]
    const isHeld = fields.has('mailboxes') || fields.has('destroy') || mailboxIds.length === 0
    return isHeld ? [] : [{ id, mailboxIds }]
  })
  await mail.provided.set(change, updates)
}

/**
 * Gives up places. A message that lives on elsewhere is in the mailboxes and has the keywords it has there; those that
 * have no place left are returned.
 */
export async function leaveLocations(
  mail: Pick<Mail, 'provided'>,
  change: Change,
  remoteIds: readonly string[],
): Promise<MessageId[]> {
  const { tx, accountId } = change
  const left = await locationsById(tx, accountId, remoteIds)
  await dropLocations(tx, accountId, remoteIds)
  const ids = [...new Set(left.map((place) => place.messageId))]
  const places = await selectLocations(tx, accountId, ids)
  const pendingFields = await selectHeldFields(tx, accountId, ids)
  const deltas = left.flatMap(({ messageId, keywords }) => {
    const elsewhere = places.filter((place) => place.messageId === messageId && !place.isMissing)
    if (elsewhere.length === 0) return []
    const now = [...new Set(elsewhere.flatMap((place) => place.keywords))]
    return [{ id: messageId, ...keywordDelta(keywords, now, pendingFields.get(messageId)) }]
  })
  await mail.provided.patchKeywords(change, deltas)
  await placeByLocations(mail, change, ids)
  return ids.filter((id) => !places.some((place) => place.messageId === id))
}
