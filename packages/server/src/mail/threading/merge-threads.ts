import type { MessageId, ThreadId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'

/** `absorbed` turned out to be part of `survivor`. */
export interface Merge {
  survivor: ThreadId
  absorbed: ThreadId
}

/**
 * Moves the messages of absorbed threads to their survivors. An Email's threadId is immutable (RFC 8621 §3), so each
 * moved message gets a new id: for clients the old Email is destroyed and a new one created. Rows that refer to the
 * message follow by foreign key. The emptied threads are settled by the caller.
 */
export async function mergeThreads(change: Change, merges: readonly Merge[]): Promise<void> {
  if (merges.length === 0) return
  const values = [JSON.stringify(merges)]
  const moved = await change.tx.query<{ old: MessageId; new: MessageId; isLive: boolean }>(
    `with merge as (select * from jsonb_to_recordset($1::jsonb) as x (survivor bigint, absorbed bigint)),
     moving as (
       select m.id, nextval(pg_get_serial_sequence('message', 'id')) as new_id, merge.survivor
       from message m join merge on m.thread_id = merge.absorbed where m.account_id = $2)
     update message m set id = moving.new_id, thread_id = moving.survivor, created_state = $3
     from moving where m.id = moving.id
     returning moving.id as old, m.id as new, m.removed_at is null as "isLive"`,
    [...values, change.accountId, change.state],
  )
  await change.tx.query(
    `update thread_ref r set thread_id = merge.survivor
     from jsonb_to_recordset($1::jsonb) as merge (survivor bigint, absorbed bigint)
     where r.thread_id = merge.absorbed`,
    values,
  )
  await change.tx.query(
    `insert into message_former_id (former_id, message_id)
     select x.old, x.new from jsonb_to_recordset($1::jsonb) as x (old bigint, new bigint)`,
    [JSON.stringify(moved)],
  )
  const live = moved.filter((message) => message.isLive)
  change.destroyed(
    'Email',
    live.map((message) => message.old),
  )
  change.created(
    'Email',
    live.map((message) => message.new),
  )
}
