import type { Change } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { OutboxDoor, OutboxIntent } from '../../mail/index.ts'
import { accountJob, flushOutbox } from '../sync-jobs.ts'
import { selectHeldFields } from '../ledger/held-fields.ts'

/** The writing half of the outbox: what mail is given. The sending half is flush.ts. */
export function createOutbox({ jobs }: { jobs: Pick<Jobs, 'enqueue'> }): OutboxDoor {
  return {
    enqueue: async (change, intents) => {
      if (intents.length === 0) return
      const { tx, accountId } = change
      coalesce(change, intents)
      await jobs.enqueue(tx, flushOutbox, { accountId }, accountJob(flushOutbox, accountId))
    },
    unsent: async (change, ids) => new Set((await selectHeldFields(change.tx, change.accountId, ids)).keys()),
  }
}

/**
 * A second decision about a field that has not been sent replaces the first one's value and keeps its base;
 * one that returns to the base cancels both, so an undo that comes in time costs nothing at the provider. It stays
 * when the provider has something else by now (another client changed the field meanwhile) or has been tried.
 */
function coalesce(change: Change, intents: readonly OutboxIntent[]): void {
  change.tx.send(
    'sync-outbox-write',
    `with wanted as materialized (
       select i.message_id, i.mailbox_id, i.field,
         coalesce(i.base, 'null') as base, coalesce(i.desired, 'null') as desired
       from jsonb_to_recordset($4::jsonb)
         as i (message_id bigint, mailbox_id bigint, field text, base jsonb, desired jsonb)),
     pending as materialized (
       select o.id, w.*
       from wanted w cross join lateral (
         select id, base, attempts from outbox_op
         where account_id = $1 and coalesce(message_id, 0) = coalesce(w.message_id, 0)
           and coalesce(mailbox_id, 0) = coalesce(w.mailbox_id, 0) and field = w.field and state = 'pending'
         limit 1) as o -- which makes it one look into the index for each, however much is pending
       where o.attempts = 0 and o.base = w.desired),
     -- A message that is being stored goes out with the marks it had when that began: taking one back is not free then.
     -- Whoever claims the append waits for this lock, and reads the message as it is after this write.
     storing as materialized (
       select append.message_id, append.attempts
       from pending p join outbox_op append on append.message_id = p.message_id
       where append.account_id = $1 and append.field = 'append' and append.state <> 'refused'
       for share of append),
     back as materialized (
       select p.* from pending p
       where not exists (select from storing s where s.message_id = p.message_id and s.attempts > 0)
         and not exists (
           select from remote_message r where r.message_id = p.message_id and r.missing_since is not null)
         and case when p.field like 'keyword:%'
           then not exists (select from remote_message r where r.message_id = p.message_id
             and (substr(p.field, 9) = any (r.keywords)) <> (p.desired = 'true'))
           else p.desired = (select jsonb_agg(distinct r.mailbox_id order by r.mailbox_id)
             from remote_message r where r.message_id = p.message_id) end),
     -- It may be on its way since it was looked at: then it is out, and what takes it back is a decision of its own.
     cancelled as (
       delete from outbox_op o using back where o.id = back.id and o.state = 'pending' and o.attempts = 0
       returning o.message_id, o.mailbox_id, o.field)
     insert into outbox_op (account_id, message_id, mailbox_id, field, base, desired, journal_id, due_at, created_at)
     select $1, w.message_id, w.mailbox_id, w.field, w.base, w.desired, $2, $3, $3
     from wanted w where not exists (
       select from cancelled c where c.field = w.field
         and coalesce(c.message_id, 0) = coalesce(w.message_id, 0)
         and coalesce(c.mailbox_id, 0) = coalesce(w.mailbox_id, 0))
     on conflict (account_id, coalesce(message_id, 0), coalesce(mailbox_id, 0), field) where state = 'pending'
     do update set desired = excluded.desired, journal_id = excluded.journal_id, due_at = excluded.due_at`,
    [change.accountId, change.journalId(), change.at, JSON.stringify(intents.map(toRow))],
  )
}

function toRow(intent: OutboxIntent): Record<string, unknown> {
  return {
    message_id: 'messageId' in intent ? intent.messageId : null,
    mailbox_id: 'mailboxId' in intent ? intent.mailboxId : null,
    field: intent.field,
    base: sortKeys(intent.base),
    desired: sortKeys(intent.desired),
  }
}

/** Sets of mailboxes are compared as JSON, so they are written in one order. */
const sortKeys = (value: unknown): unknown =>
  Array.isArray(value) ? [...value].sort((a: number, b: number) => a - b) : value
