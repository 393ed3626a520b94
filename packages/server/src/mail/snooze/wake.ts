import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Sql } from '../../store/index.ts'
import { apply, intents } from '../actions/apply-decisions.ts'
import { selectHeldFields } from '../actions/held-fields.ts'
import type { OutboxDoor } from '../types.ts'
import { type Box, selectBoxes } from '../labels/select-boxes.ts'
import { isInbox } from '../marks/snoozed-mailbox.ts'

export interface WakeParts {
  database: Sql
  changes: Changes
  outbox: OutboxDoor
  clock: Clock
}

/** Each batch is a transaction that holds its account's lock; what is not reached stays due. */
const atOnce = 200
const keptDays = 30

/** See `Snooze.wake`. */
export async function wake({ database, changes, outbox, clock }: WakeParts): Promise<number> {
  const now = clock.now()
  const accounts = await database.query<{ id: AccountId }>(
    `select account_id as id from snooze where woken_at is null and until <= $1
     union select account_id from follow_up where due_at is null and remind_at <= $1`,
    [now],
  )
  let woken = 0
  for (const { id } of accounts) {
    for (let count = atOnce; count === atOnce;) {
      const cause = { actor: { kind: 'system' as const }, verb: 'wake' }
      const { result } = await changes.write(id, cause, async (change) => {
        const due = await dueSnoozes(change, now)
        await wakeMessages(change, outbox, due, 'time')
        return { snoozes: due.length, reminders: await remind(change, now) }
      })
      count = Math.max(result.snoozes, result.reminders)
      woken += result.snoozes + result.reminders
    }
  }
  await database.query('delete from snooze where woken_at < $1', [
    new Date(now.getTime() - keptDays * 86_400_000),
  ])
  return woken
}

async function dueSnoozes(change: Change, now: Date): Promise<MessageId[]> {
  const rows = await change.tx.query<{ id: MessageId }>(
    `select message_id as id from snooze
     where account_id = $1 and woken_at is null and until <= $2 order by until, message_id limit ${atOnce}`,
    [change.accountId, now],
  )
  return rows.map((row) => row.id)
}

/**
 * Moves snoozed messages back to the Inbox, here and at the provider, read or unread as they were. One that somebody
 * has put elsewhere stays there and is snoozed no more.
 */
export async function wakeMessages(
  change: Change,
  outbox: OutboxDoor,
  ids: readonly MessageId[],
  by: 'time' | 'answer',
): Promise<void> {
  if (ids.length === 0) return
  const boxes = await selectBoxes(change.tx, change.accountId)
  const messages = [...(await selectHeldFields(change.tx, change.accountId, ids)).values()]
  const away = messages.filter(({ mailboxIds }) => mailboxIds.some((id) => boxes.get(id)?.role === 'snoozed'))
  const decisions = away.map((message) => ({
    held: message,
    keywords: message.keywords,
    mailboxIds: wokenPlace(message.mailboxIds, boxes),
  }))
  await change.tx.query(
    `with back as (
       update snooze set woken_at = $3, woken_by = $4 where account_id = $1 and message_id = any ($2::bigint[]))
     delete from snooze where account_id = $1 and message_id = any ($5::bigint[])`,
    [
      change.accountId,
      away.map(({ id }) => id),
      change.at,
      by,
      messages.filter((message) => !away.includes(message)).map(({ id }) => id),
    ],
  )
  await apply(change, boxes, decisions, (applied) => outbox.enqueue(change, intents(applied)))
}

/** The mailboxes of a message that comes back by itself: the Inbox instead of the snoozed ones. */
function wokenPlace(ids: readonly MailboxId[], boxes: ReadonlyMap<MailboxId, Box>): MailboxId[] {
  const inbox = [...boxes.values()].find(isInbox)
  if (!inbox) return [...ids]
  const stays = ids.filter((id) => boxes.get(id)?.role !== 'snoozed')
  return [...new Set([...stays, inbox.id])].sort((a, b) => a - b)
}

/** Tells of messages that nobody answered in time; of those somebody did, nothing is told. */
async function remind(change: Change, now: Date): Promise<number> {
  const rows = await change.tx.query<{ id: MessageId; isAnswered: boolean }>(
    `select f.message_id as id, m.removed_at is not null or exists (
         select from message answer where answer.thread_id = m.thread_id and answer.direction = 'in'
           and answer.received_at > m.received_at and answer.removed_at is null) as "isAnswered"
     from follow_up f join message m on m.id = f.message_id
     where f.account_id = $1 and f.due_at is null and f.remind_at <= $2 order by f.remind_at limit ${atOnce}`,
    [change.accountId, now],
  )
  const idsWhere = (isAnswered: boolean) =>
    rows.filter((row) => row.isAnswered === isAnswered).map(({ id }) => id)
  await forget(change, idsWhere(true))
  await change.tx.query(
    'update follow_up set due_at = $3 where account_id = $1 and message_id = any ($2::bigint[])',
    [change.accountId, idsWhere(false), change.at],
  )
  change.updated('Email', idsWhere(false))
  return rows.length
}

/** The reminders are not wanted any more. */
export async function forget(change: Change, ids: readonly MessageId[]): Promise<void> {
  if (ids.length === 0) return
  await change.tx.query('delete from follow_up where account_id = $1 and message_id = any ($2::bigint[])', [
    change.accountId,
    ids,
  ])
  change.updated('Email', ids)
}
