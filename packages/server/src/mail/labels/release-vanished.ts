import type { MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { type MailboxRow, updateMailbox } from './mailbox-row.ts'

/**
 * Lets go of mailboxes the provider no longer lists. One that still holds mail or is in use stays, unselectable and
 * without role, until sync has seen where its messages went; so does one above a mailbox that stays. Returns the ids
 * that stay.
 */
export async function releaseVanished(
  change: Change,
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  listed: ReadonlySet<MailboxId>,
  inUse: ReadonlySet<MailboxId>,
): Promise<MailboxId[]> {
  const vanished = [...rows.values()].filter((row) => row.remoteId !== null && !listed.has(row.id))
  if (vanished.length === 0) return []
  const staying = withAncestors(rows, [...inUse, ...(await needed(change, rows, listed))])
  const leaving = vanished.filter((row) => !staying.has(row.id)).map((row) => row.id)
  await deleteMailboxes(change, leaving)
  const stayingRows = vanished.filter((row) => staying.has(row.id))
  for (const row of stayingRows) {
    if ((row.isSelectable || row.role) && !row.isLeaving)
      await updateMailbox(change, { ...row, isSelectable: false, role: null })
  }
  return stayingRows.map((row) => row.id)
}

/** Mailboxes that stay for their own sake: listed, about to be created, or holding mail. */
async function needed(
  change: Change,
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  listed: ReadonlySet<MailboxId>,
): Promise<MailboxId[]> {
  const full = await change.tx.query<{ id: MailboxId }>(
    `select b.id from mailbox b where b.account_id = $1
       and exists (select from message_mailbox mm where mm.mailbox_id = b.id)`,
    [change.accountId],
  )
  const pending = [...rows.values()].filter((row) => row.remoteId === null).map((row) => row.id)
  return [...listed, ...pending, ...full.map((row) => row.id)]
}

function withAncestors(rows: ReadonlyMap<MailboxId, MailboxRow>, ids: readonly MailboxId[]): Set<MailboxId> {
  const all = new Set<MailboxId>()
  for (const id of ids) {
    for (
      let next: MailboxId | null = id;
      next !== null && !all.has(next);
      next = rows.get(next)?.parentId ?? null
    ) {
      all.add(next)
    }
  }
  return all
}

/** Removes empty mailboxes, parents and children in one statement. */
export async function deleteMailboxes(change: Change, ids: readonly MailboxId[]): Promise<void> {
  if (ids.length === 0) return
  await change.tx.query('delete from mailbox where account_id = $1 and id = any ($2::bigint[])', [
    change.accountId,
    ids,
  ])
  change.destroyed('Mailbox', ids)
}
