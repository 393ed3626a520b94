import type { MailboxId, ThreadId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { settle } from './settle-rows.ts'

const threadsAtOnce = 1000

/** Settles every thread with mail in these mailboxes: one became the Trash or stopped being it (RFC 8621 §2). */
export async function settleMailboxes(change: Change, ids: readonly MailboxId[]): Promise<void> {
  if (ids.length === 0) return
  for (let after = 0; ;) {
    const rows = await change.tx.query<{ id: ThreadId }>(
      `select distinct thread_id as id from thread_mailbox
       where mailbox_id = any ($1::bigint[]) and thread_id > $2 order by thread_id limit $3`,
      [ids, after, threadsAtOnce],
    )
    const last = rows.at(-1)
    if (!last) return
    await settle(
      change,
      rows.map((row) => row.id),
    )
    after = last.id
  }
}
