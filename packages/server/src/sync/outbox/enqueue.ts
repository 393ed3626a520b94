import type { Change } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { OutboxDoor, OutboxIntent } from '../../mail/index.ts'
import { accountJob, flushOutbox } from '../kinds.ts'
import { heldFields } from './operations.ts'

/** The writing half of the outbox: what mail is given. The sending half is flush.ts. */
export function createOutbox({ jobs }: { jobs: Pick<Jobs, 'enqueue'> }): OutboxDoor {
  return {
    enqueue: async (change, intents) => {
      if (intents.length === 0) return
      const { tx, accountId } = change
      await Promise.all([
        coalesce(change, intents),
        jobs.enqueue(tx, flushOutbox, { accountId }, accountJob(flushOutbox, accountId)),
      ])
    },
    unsent: async (change, ids) => new Set((await heldFields(change.tx, change.accountId, ids)).keys()),
  }
}

/**
 * A second decision about a field that has not been sent replaces the first one's value and keeps its base;
 * one that returns to the base cancels both, so an undo that comes in time costs nothing at the provider. It stays
 * when the provider has something else by now (another client changed the field meanwhile) or has been tried.
 */
async function coalesce(change: Change, intents: readonly OutboxIntent[]): Promise<void> {
  const written = await change.tx.prepared<{ id: number; isBack: boolean }>(
    'sync-outbox-write',
    `insert into outbox_op (account_id, message_id, mailbox_id, field, base, desired, journal_id, due_at, created_at)
     select $1, i.message_id, i.mailbox_id, i.field, coalesce(i.base, 'null'), coalesce(i.desired, 'null'), $2, $3, $3
     from jsonb_to_recordset($4::jsonb)
       as i (message_id bigint, mailbox_id bigint, field text, base jsonb, desired jsonb)
     on conflict (account_id, coalesce(message_id, 0), coalesce(mailbox_id, 0), field) where state = 'pending'
     do update set desired = excluded.desired, journal_id = excluded.journal_id, due_at = excluded.due_at
     returning id, base = desired as "isBack"`,
    [change.accountId, change.journalId(), change.at, JSON.stringify(intents.map(toRow))],
  )
  const back = written.filter(({ isBack }) => isBack)
  if (back.length === 0) return
  change.tx.send(
    'sync-outbox-cancel',
    `delete from outbox_op o
     where o.id = any ($1::bigint[]) and o.attempts = 0 and not exists (
         select from remote_message r where r.message_id = o.message_id and r.missing_since is not null)
       and case when o.field like 'keyword:%'
         then not exists (select from remote_message r where r.message_id = o.message_id
           and (substr(o.field, 9) = any (r.keywords)) <> (o.desired = 'true'))
         else o.desired = (select jsonb_agg(distinct r.mailbox_id order by r.mailbox_id)
           from remote_message r where r.message_id = o.message_id) end`,
    [back.map(({ id }) => id)],
  )
}

function toRow(intent: OutboxIntent): Record<string, unknown> {
  return {
    message_id: 'messageId' in intent ? intent.messageId : null,
    mailbox_id: 'mailboxId' in intent ? intent.mailboxId : null,
    field: intent.field,
    base: sorted(intent.base),
    desired: sorted(intent.desired),
  }
}

/** Sets of mailboxes are compared as JSON, so they are written in one order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? [...value].sort((a: number, b: number) => a - b) : value
