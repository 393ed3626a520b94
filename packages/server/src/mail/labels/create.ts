import type { MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { MailboxRefusal, OutboxDoor, OutboxIntent, WantedMailbox } from '../types.ts'
import { labelFor } from './label.ts'
import { insertMailbox, mailboxRows, getNewSortOrder, paint } from './mailbox-row.ts'
import { placeRefusal, roleRefusal } from './mailbox-rules.ts'

export type MailboxCreateOutcome =
  { ok: true; id: MailboxId; sortOrder: number } | { ok: false; why: MailboxRefusal }

/** See `Mail.mailboxes.create`. */
export async function create(
  change: Change,
  outbox: OutboxDoor,
  mailbox: WantedMailbox,
): Promise<MailboxCreateOutcome> {
  const rows = await mailboxRows(change.tx, change.accountId)
  const { parentId, role, isSubscribed = true } = mailbox
  const shape = { name: mailbox.name.normalize('NFC'), parentId, role }
  const why = placeRefusal(rows, shape, undefined) ?? roleRefusal(rows, role, undefined)
  if (why) return { ok: false, why }
  const labelParentId = role || parentId === null ? null : (rows.get(parentId)?.labelId ?? null)
  const labelId = await labelFor(change, { parentId: labelParentId, name: shape.name, role, after: null })
  const sortOrder = mailbox.sortOrder ?? getNewSortOrder(role)
  const id = await insertMailbox(change, {
    ...shape,
    labelId,
    labelParentId,
    sortOrder,
    isSubscribed,
    remoteId: null,
    isSelectable: true,
    hasOwnRole: role !== null,
  })
  if (typeof mailbox.hue === 'number') await paint(change, { id, hue: mailbox.hue })
  change.journal([{ type: 'Mailbox', id, before: null, after: { ...shape, sortOrder, isSubscribed } }])
  const intents: OutboxIntent[] = [{ field: 'create-mailbox', mailboxId: id, base: null, desired: shape }]
  if (!isSubscribed) intents.push(subscription(id, shape.name, true, false))
  await outbox.enqueue(change, intents)
  return { ok: true, id, sortOrder }
}

export const subscription = (
  mailboxId: MailboxId,
  name: string,
  base: boolean,
  desired: boolean,
): OutboxIntent => ({
  field: 'subscribe-mailbox',
  mailboxId,
  base: { name, isSubscribed: base },
  desired: { name, isSubscribed: desired },
})
