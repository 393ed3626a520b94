import type { MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { OutboxDoor } from '../types.ts'
import { forget, wakeMessages } from './wake.ts'

/**
 * News in a snoozed conversation wakes it early, and an answer ends the reminder that none came. Mail that is older
 * than what it would wake is being imported, not arriving. Costs a look at an empty index for who snoozes nothing.
 */
export async function noteAnswers(
  change: Change,
  outbox: OutboxDoor,
  arrived: readonly MessageId[],
): Promise<void> {
  if (arrived.length === 0) return
  const rows = await change.tx.prepared<{ id: MessageId; isSnoozed: boolean }>(
    'mail-answered',
    `select marked.id, marked."isSnoozed" from (
       select message_id as id, true as "isSnoozed" from snooze where account_id = $1 and woken_at is null
       union all select message_id, false from follow_up where account_id = $1) as marked
     join message m on m.id = marked.id
     where exists (
       select from message answer
       where answer.thread_id = m.thread_id and answer.id = any ($2::bigint[]) and answer.id <> m.id
         and answer.direction = 'in' and answer.received_at >= m.received_at
         and exists (
           select from message_mailbox mm join mailbox b on b.id = mm.mailbox_id
           where mm.message_id = answer.id and coalesce(b.role, '') not in ('trash', 'junk')))`,
    [change.accountId, arrived],
  )
  const getIds = (isSnoozed: boolean) => rows.filter((row) => row.isSnoozed === isSnoozed).map(({ id }) => id)
  await forget(change, getIds(false))
  await wakeMessages(change, outbox, getIds(true), 'answer')
}
