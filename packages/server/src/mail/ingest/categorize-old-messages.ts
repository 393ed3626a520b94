import type { AccountId, MessageId, ThreadId } from '@plmail/wire'
import { AccountGone, type Change, type Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../store/index.ts'
import { settle } from '../lists/settle-rows.ts'
import { withSenders } from '../categories/decide-with-senders.ts'
import type { Decided } from '../categories/decide.ts'

/** One run's share, so that it ends soon; the next run goes on. */
const maxRunMs = 20_000
/** Held up for so long is whoever else writes to the account. */
const messagesInBatch = 200

export interface SortParts {
  database: Database
  changes: Changes
  clock: Clock
}

/** See `Mail.sortOld`. Newest mail first; what one run wrote, the next does not see again. */
export async function categorizeOldMessages({ database, changes, clock }: SortParts): Promise<number> {
  const end = clock.now().getTime() + maxRunMs
  let done = 0
  while (clock.now().getTime() < end) {
    const waiting = await someWaiting(database)
    if (waiting.length === 0) break
    for (const accountId of new Set(waiting.map((message) => message.accountId)))
      await sortIn(
        changes,
        accountId,
        waiting.filter((message) => message.accountId === accountId),
      )
    done += waiting.length
  }
  return done
}

interface Waiting {
  id: MessageId
  accountId: AccountId
  from: string | null
  headers: string
}

/** A message whose header fields are not read yet waits until they are. */
function someWaiting(database: Database): Promise<Waiting[]> {
  return database.query<Waiting>(
    `select m.id, m.account_id as "accountId", s.headers, b.summary -> 'from' -> 0 ->> 'email' as from
     from message m join message_search s on s.message_id = m.id join message_body b on b.message_id = m.id
     where m.category is null and m.direction = 'in'
     order by m.id desc limit $1`,
    [messagesInBatch],
  )
}

async function sortIn(changes: Changes, accountId: AccountId, some: readonly Waiting[]): Promise<void> {
  const cause = { actor: { kind: 'system' as const }, verb: 'sort' }
  try {
    await changes.write(accountId, cause, (change) => write(change, some))
  } catch (error) {
    // Closed meanwhile, and its messages with it.
    if (!(error instanceof AccountGone)) throw error
  }
}

async function write(change: Change, some: readonly Waiting[]): Promise<void> {
  const decided = await withSenders(
    change,
    some.map(({ from, headers }) => ({ from: from?.toLowerCase() ?? null, headers })),
  )
  const rows = some.flatMap(({ id }, index) => {
    const decision = decided[index]
    return decision ? [toRow(id, decision)] : []
  })
  const sorted = await change.tx.query<{ id: MessageId; threadId: ThreadId; isListed: boolean }>(
    `with next as materialized (
       select * from jsonb_to_recordset($1::jsonb) as x (id bigint, category text, reason text)),
     reasoned as (
       update message_body b set category_reason = next.reason::json from next where b.message_id = next.id)
     update message m set category = next.category from next
     where m.id = next.id and m.account_id = $2 and m.category is null
     returning m.id, m.thread_id as "threadId", m.removed_at is null and coalesce(next.category, 'primary') <> 'primary' as "isListed"`,
    [JSON.stringify(rows), change.accountId],
  )
  const listed = sorted.filter(({ isListed }) => isListed)
  // For clients that list by category.
  change.updated(
    'Email',
    listed.map(({ id }) => id),
  )
  await settle(
    change,
    listed.map(({ threadId }) => threadId),
  )
}

function toRow(id: MessageId, { name, ...reason }: Decided) {
  return { id, category: name, reason: JSON.stringify(reason) }
}
