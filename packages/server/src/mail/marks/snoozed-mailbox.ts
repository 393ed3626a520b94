import type { MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { OutboxDoor } from '../types.ts'
import { type Box, selectBoxes } from '../labels/select-boxes.ts'
import { create } from '../labels/create.ts'
import { mailboxRows } from '../labels/mailbox-row.ts'
import { present } from '../labels/mailbox-rules.ts'
import { update } from '../labels/update.ts'

/** Name of the folder at providers, where other programs show it. Gmail reserves "Snoozed". */
const snoozedFolderName = 'Snoozed (plMail)'

/**
 * The account's mailboxes with the one for snoozed mail among them: made when there is none, and taken over when a
 * folder of that name is left from before.
 */
export async function boxesWithSnoozed(
  change: Change,
  outbox: OutboxDoor,
  boxes: ReadonlyMap<MailboxId, Box>,
): Promise<ReadonlyMap<MailboxId, Box>> {
  if ([...boxes.values()].some(isSnoozed)) return boxes
  const rows = await mailboxRows(change.tx, change.accountId)
  const left = present(rows).find(
    ({ name, parentId, role, isSelectable }) =>
      name === snoozedFolderName && parentId === null && role === null && isSelectable,
  )
  const why = left
    ? await update(change, outbox, left.id, { role: 'snoozed' })
    : await createSnoozedMailbox(change, outbox)
  if (why) throw new Error(`no mailbox for snoozed mail: ${why}`)
  return selectBoxes(change.tx, change.accountId)
}

async function createSnoozedMailbox(change: Change, outbox: OutboxDoor) {
  const folder = { name: snoozedFolderName, parentId: null, role: 'snoozed' as const }
  const outcome = await create(change, outbox, folder)
  return outcome.ok ? undefined : outcome.why
}

export const isSnoozed = ({ role, isSelectable }: Box): boolean => role === 'snoozed' && isSelectable

export const isInbox = ({ role, isSelectable }: Box): boolean => role === 'inbox' && isSelectable
