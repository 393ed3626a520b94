import type { MailboxId, MessageId, RuleRunId, ListAction } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { OutboxDoor } from '../types.ts'
import { actOn, verbs } from './list-action.ts'

/** The list as stored in the run's condition: the mailboxes that its messages leave, in each account. */
export interface ShownProperties {
  from: Record<string, MailboxId[]>
}

// As of rules: one journal entry and one transaction each.
const batch = 200

/** The next of the messages that were written down; 'none' when the account has no more, undefined when it cannot be. */
export async function actOnNext(
  outbox: OutboxDoor,
  change: Change,
  runId: RuleRunId,
): Promise<{ passed: number; changed: number } | 'none' | undefined> {
  const [run] = await change.tx.query<{ action: ListAction; shown: ShownProperties; at: Date }>(
    `select actions -> 0 as action, condition as shown, began_at as at from mail_rule_run
     where id = $1 and actions -> 0 is not null`,
    [runId],
  )
  const rows = await change.tx.query<{ id: MessageId }>(
    `delete from mail_run_message where run_id = $1 and account_id = $2 and message_id in (
       select message_id from mail_run_message where run_id = $1 and account_id = $2
       order by message_id limit $3::integer)
     returning message_id as id`,
    [runId, change.accountId, batch],
  )
  if (!run || rows.length === 0) return 'none'
  const ids = rows.map(({ id }) => id)
  const from = run.shown.from[String(change.accountId)] ?? []
  const changed = await actOn(change, outbox, { action: run.action, from, at: run.at }, ids)
  return changed && { passed: ids.length, changed: changed.length }
}

/** The word under which the journal keeps what a run did. */
export async function verbOfRun(sql: Sql, runId: RuleRunId): Promise<string> {
  const [row] = await sql.query<{ type: ListAction['type'] | null }>(
    `select actions -> 0 ->> 'type' as type from mail_rule_run where id = $1`,
    [runId],
  )
  return verbs[row?.type ?? 'moveTo']
}
