import type { MailboxId, MessageId, ThreadId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { settle } from '../lists/settle-rows.ts'
import { type MailboxRow, mailboxRows, updateMailbox } from './mailbox-row.ts'
import { deleteMailboxes } from './release-vanished.ts'

/** See `Mail.mailboxes.confirmCreated`. Safe to repeat. */
export async function confirmCreated(change: Change, id: MailboxId, remoteId: string): Promise<void> {
  const rows = await mailboxRows(change.tx, change.accountId)
  const row = rows.get(id)
  if (!row || row.remoteId !== null) return
  const twin = [...rows.values()].find((candidate) => candidate.remoteId === remoteId)
  if (twin) await moveInto(change, row, twin)
  // The provider's key is no property that clients see: nothing has changed for them.
  else
    await change.tx.query('update mailbox set remote_id = $3 where account_id = $1 and id = $2', [
      change.accountId,
      id,
      remoteId,
    ])
}

/** See `Mail.mailboxes.confirmRenamed`. Safe to repeat. */
export async function confirmRenamed(
  change: Change,
  id: MailboxId,
  { remoteId, below }: { remoteId: string; below: { from: string; to: string } | null },
): Promise<void> {
  // Keys are no property that clients see. One that somebody else has by now is sorted out by the next list.
  await change.tx.query(
    `update mailbox b set remote_id = moved.remote_id
     from (
       select id, case when id = $2 then $3 else $5 || substr(remote_id, length($4) + 1) end as remote_id
       from mailbox
       where account_id = $1 and (id = $2 or $4 <> '' and starts_with(remote_id, $4))) as moved
     where b.id = moved.id and not exists (
       select from mailbox other where other.account_id = $1 and other.remote_id = moved.remote_id)`,
    [change.accountId, id, remoteId, below?.from ?? '', below?.to ?? ''],
  )
}

/**
 * The provider listed the new mailbox under another name before it answered the creation, so it is known twice. The
 * row that sync reads into stays, and takes over what was filed into the pending one.
 */
async function moveInto(change: Change, pending: MailboxRow, twin: MailboxRow): Promise<void> {
  const moved = await change.tx.query<{ id: MessageId; threadId: ThreadId }>(
    `with gone as (delete from message_mailbox where mailbox_id = $1 returning message_id, received_at),
     filed as (
       insert into message_mailbox (message_id, mailbox_id, received_at)
       select message_id, $2, received_at from gone on conflict do nothing)
     select m.id, m.thread_id as "threadId" from gone join message m on m.id = gone.message_id`,
    [pending.id, twin.id],
  )
  change.updated(
    'Email',
    moved.map((message) => message.id),
  )
  await settle(
    change,
    moved.map((message) => message.threadId),
  )
  await change.tx.query('update mailbox set parent_id = $2 where parent_id = $1', [pending.id, twin.id])
  await deleteMailboxes(change, [pending.id])
}

/** See `Mail.mailboxes.refuseCreated`. */
export async function refuseCreated(change: Change, id: MailboxId): Promise<void> {
  const rows = await mailboxRows(change.tx, change.accountId)
  const row = rows.get(id)
  if (!row || row.remoteId !== null) return
  const filed = await change.tx.query('select 1 from message_mailbox where mailbox_id = $1 limit 1', [id])
  const isParent = [...rows.values()].some((child) => child.parentId === id)
  if (filed.length === 0 && !isParent) await deleteMailboxes(change, [id])
  else if (row.isSelectable) await updateMailbox(change, { ...row, isSelectable: false })
}

/** See `Mail.mailboxes.confirmDestroyed`. Safe to repeat. */
export async function confirmDestroyed(change: Change, id: MailboxId): Promise<void> {
  const rows = await mailboxRows(change.tx, change.accountId)
  const row = rows.get(id)
  if (!row?.isLeaving) return
  const filed = await change.tx.query('select 1 from message_mailbox where mailbox_id = $1 limit 1', [id])
  const isParent = [...rows.values()].some((child) => child.parentId === id)
  // Something came in at the last moment: seen again, it goes the way of folders that another client deleted.
  if (filed.length > 0 || isParent) await comeBack(change, row)
  else await deleteMailboxes(change, [id])
}

/** See `Mail.mailboxes.refuseDestroyed`. */
export async function refuseDestroyed(change: Change, id: MailboxId): Promise<void> {
  const row = (await mailboxRows(change.tx, change.accountId)).get(id)
  if (row?.isLeaving) await comeBack(change, row)
}

/** Its role, if the provider names one, comes with the next list. */
async function comeBack(change: Change, row: MailboxRow): Promise<void> {
  await updateMailbox(change, { ...row, isLeaving: false })
  change.created('Mailbox', [row.id])
}
