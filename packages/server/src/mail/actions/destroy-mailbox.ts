import type { MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { apply, intents } from './apply-decisions.ts'
import { selectHeldFields } from './held-fields.ts'
import type { MailboxRefusal, OutboxDoor } from '../types.ts'
import { type Box, selectBoxes } from '../labels/select-boxes.ts'
import { mailboxRows, updateMailbox } from '../labels/mailbox-row.ts'
import { isFixed, present } from '../labels/mailbox-rules.ts'

/**
 * See `Mail.mailboxes.destroy`. The row stays, out of everybody's sight, until the provider has let go of the folder:
 * what is still in it there has a place to be counted in, and a refusal brings the mailbox back under its id.
 */
export async function destroyMailbox(
  change: Change,
  outbox: OutboxDoor,
  id: MailboxId,
  removeEmails: boolean,
  moveTo?: MailboxId,
): Promise<MailboxRefusal | undefined> {
  const rows = await mailboxRows(change.tx, change.accountId)
  const row = rows.get(id)
  if (!row || row.isLeaving) return 'not-found'
  if (isFixed(row)) return 'forbidden'
  if (present(rows).some((child) => child.parentId === id)) return 'has-child'
  const filed = await change.tx.query<{ id: MessageId }>(
    'select message_id as id from message_mailbox where mailbox_id = $1 order by message_id',
    [id],
  )
  const boxes = await selectBoxes(change.tx, change.accountId)
  const isMoving = moveTo !== undefined && moveTo !== id && boxes.get(moveTo)?.isSelectable === true
  if (filed.length > 0 && !removeEmails && !isMoving) return 'has-email'
  await empty(change, outbox, { id, filed, boxes, moveTo: isMoving ? moveTo : undefined })
  await updateMailbox(change, { ...row, role: null, hasOwnRole: false, isLeaving: true })
  change.destroyed('Mailbox', [id])
  const { name, parentId, role } = row
  change.journal([{ type: 'Mailbox', id, before: { name, parentId, role }, after: null }])
  await outbox.enqueue(change, [
    { field: 'destroy-mailbox', mailboxId: id, base: { name, parentId }, desired: null },
  ])
  return undefined
}

interface Emptied {
  id: MailboxId
  filed: ReadonlyArray<{ id: MessageId }>
  boxes: ReadonlyMap<MailboxId, Box>
  moveTo: MailboxId | undefined
}

/** Mail that is in other mailboxes stays there; the rest is moved, or destroyed as by Email/set (RFC 8621 §2.5). */
async function empty(
  change: Change,
  outbox: OutboxDoor,
  { id, filed, boxes, moveTo }: Emptied,
): Promise<void> {
  if (filed.length === 0) return
  const ids = filed.map((message) => message.id)
  const messages = await selectHeldFields(change.tx, change.accountId, ids)
  const decisions = [...messages.values()].map((message) => ({
    held: message,
    keywords: message.keywords,
    mailboxIds: removeMailbox(message.mailboxIds, id, moveTo),
  }))
  await apply(change, boxes, decisions, (applied) => outbox.enqueue(change, intents(applied)))
}

function removeMailbox(ids: readonly MailboxId[], id: MailboxId, moveTo: MailboxId | undefined): MailboxId[] {
  const otherIds = ids.filter((otherId) => otherId !== id)
  return otherIds.length === 0 && moveTo !== undefined ? [moveTo] : otherIds
}
