import type { MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { sendCorrespondents } from '../categories/correspondents.ts'
import { sendChosen } from '../categories/chosen-categories.ts'
import { providerCategories } from '../categories/provider-categories.ts'
import type { OutboxIntent } from '../types.ts'
import { changedDirection } from '../ingest/direction.ts'
import { type Box, getRoles } from '../labels/select-boxes.ts'
import { settle } from '../lists/settle-rows.ts'
import { type Marks, sendMarks } from '../marks/marks.ts'
import { difference, type MessageFields } from './message-fields.ts'
import type { Chosen, HeldFields } from './held-fields.ts'

/** A message and what it shall be. Without mailboxes it is removed; with some, a removed one lives again. */
export interface Decision {
  held: HeldFields
  keywords: string[]
  mailboxIds: MailboxId[]
  /** Only where it is also about when to see the message again. */
  marks?: { before: Marks; after: Marks }
  /** Only where it is also about its category: what somebody says by hand, or null for what it says of itself. */
  chosen?: Chosen | null
}

/** The actual change of one message. */
export interface Applied {
  id: MessageId
  before: MessageFields
  after: MessageFields
}

/**
 * Writes decisions with their change log, journal, lists and counters; the one place where a stored message changes.
 * Decisions that change nothing leave no trace. `boxes` are the mailboxes of the account; they are not looked at where
 * neither mailboxes nor $draft change. `carry` sends on what really changed, while this is under way.
 */
export async function apply(
  change: Change,
  boxes: ReadonlyMap<MailboxId, Box>,
  decisions: readonly Decision[],
  carry: (applied: readonly Applied[]) => Promise<void> = async () => {},
): Promise<Applied[]> {
  const altered = decisions.flatMap((decision) => {
    const changed = difference(decision.held, decision)
    return changed ? [{ decision, id: decision.held.id, ...changed }] : []
  })
  if (altered.length === 0) return []
  const applied = altered.map(({ id, before, after }) => ({ id, before, after }))
  send(change, boxes, altered)
  sendMarks(change, altered.flatMap(changedMarks))
  sendChosen(
    change,
    altered.flatMap(({ id, after: { chosen } }) => (chosen === undefined ? [] : [{ id, chosen }])),
  )
  for (const { decision } of altered) log(change, decision)
  change.journal(altered.map((item) => journalItem(item, item.decision)))
  const touched = altered.filter(changesLists).map(({ decision }) => decision.held.threadId)
  await Promise.all([settle(change, touched), carry(applied)])
  return applied
}

type Altered = Applied & { decision: Decision }

function changedMarks({ id, after, decision: { marks } }: Altered): Array<{ id: MessageId; marks: Marks }> {
  return marks && ('snoozed' in after || 'followUp' in after) ? [{ id, marks: marks.after }] : []
}

/** Lists and counters show where a message lies, whether it is unread and what kind it is, nothing else that can change. */
function changesLists({ after }: Altered): boolean {
  return Object.keys(after).some((field) => listed.has(field))
}

const listed: ReadonlySet<string> = new Set([
  'mailboxes',
  'chosen',
  'keyword:$seen',
  'keyword:$draft',
  ...[...providerCategories.keys()].map((keyword) => `keyword:${keyword}`),
])

function send(change: Change, boxes: ReadonlyMap<MailboxId, Box>, altered: readonly Altered[]): void {
  const rows = altered.map(({ id, after, decision: { held, keywords, mailboxIds } }) => {
    const mailboxes = 'mailboxes' in after ? mailboxIds : null
    const mayTurn = mailboxes !== null || 'keyword:$draft' in after
    const direction = mayTurn ? changedDirection(held.direction, getRoles(boxes, mailboxIds), keywords) : null
    return { id, keywords, mailboxes, direction }
  })
  const turned = altered.filter(({ decision }, index) => isSent(decision, boxes, rows[index]?.direction))
  const areMoving = rows.some(({ mailboxes }) => mailboxes !== null)
  const [name, text] = areMoving ? ['mail-apply', applyText] : ['mail-apply-keywords', applyKeywordsText]
  const values = [JSON.stringify(rows), change.accountId]
  change.tx.send(name, text, areMoving ? [...values, change.at] : values)
  sendCorrespondents(
    change,
    turned.map(({ id }) => id),
  )
}

const isSent = (
  { held, mailboxIds }: Decision,
  boxes: ReadonlyMap<MailboxId, Box>,
  direction: string | null | undefined,
) => held.direction === 'draft' && direction === 'out' && getRoles(boxes, mailboxIds).has('sent')

/** `direction` is null where it stays as it is. */
const applyKeywordsText = `
  update message m set keywords = next.keywords, direction = coalesce(next.direction, m.direction)
  from jsonb_to_recordset($1::jsonb) as next (id bigint, keywords text[], direction text)
  where m.id = next.id and m.account_id = $2`

/** The same, with mailboxes; null where they stay as they are. */
const applyText = `
  with next as materialized (
    select * from jsonb_to_recordset($1::jsonb) as x (id bigint, keywords text[], mailboxes bigint[], direction text)),
  kept as (
    update message m set keywords = next.keywords, direction = coalesce(next.direction, m.direction),
      removed_at = case
        when next.mailboxes is null then m.removed_at
        when next.mailboxes = '{}' then coalesce(m.removed_at, $3) end
    from next where m.id = next.id and m.account_id = $2),
  moving as materialized (select id, mailboxes from next where mailboxes is not null),
  left_behind as (
    delete from message_mailbox mm using moving
    where mm.message_id = moving.id and mm.mailbox_id <> all (moving.mailboxes))
  insert into message_mailbox (message_id, mailbox_id, received_at)
  select m.id, box, m.received_at
  from moving join message m on m.id = moving.id and m.account_id = $2 cross join unnest(moving.mailboxes) as box
  on conflict do nothing`

function log(change: Change, { held, mailboxIds }: Decision): void {
  const was = held.mailboxIds.length > 0
  const is = mailboxIds.length > 0
  if (was && is) change.updated('Email', [held.id])
  else if (is) change.created('Email', [held.id])
  else if (was) change.destroyed('Email', [held.id])
}

/** A removal has no "after", a return no "before": only changes of a message that stays can be taken back. */
function journalItem({ id, before, after }: Applied, { held, mailboxIds }: Decision) {
  return {
    type: 'Email' as const,
    id,
    before: held.mailboxIds.length > 0 ? before : null,
    after: mailboxIds.length > 0 ? after : null,
  }
}

/** The operations that carry what was applied to the provider. */
export function intents(applied: readonly Applied[]): OutboxIntent[] {
  return applied.flatMap(({ id: messageId, before, after }) =>
    Object.entries(after).flatMap(([name, desired]): OutboxIntent[] => {
      const base = before[name as keyof MessageFields] // keys of `after` are keys of `before`
      if (Array.isArray(desired) && Array.isArray(base)) {
        return desired.length > 0
          ? [{ field: 'mailboxes', messageId, base, desired }]
          : [{ field: 'destroy', messageId, base, desired: null }]
      }
      if (typeof desired !== 'boolean' || typeof base !== 'boolean') return []
      return [{ field: name as `keyword:${string}`, messageId, base, desired }]
    }),
  )
}
