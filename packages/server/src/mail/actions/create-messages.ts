import type { AccountId, MailboxId, MessageId, ThreadId } from '@plmail/wire'
import type { Actor, Change } from '../../changes/index.ts'
import type { Arrival, Created, CreateOutcome, EmailRefusal, OutboxIntent } from '../types.ts'
import { arrive, type OwnAddresses } from '../ingest/ingest-arrivals.ts'
import { maxKeywords, validKeywords } from '../keywords.ts'
import { type Box, selectBoxes } from '../labels/select-boxes.ts'
import { type ActionParts, mayAct } from './update.ts'

/** See `Mail.actions.create`: the messages arrive as if from outside, and go on to the provider. */
export async function create(
  { changes, outbox, ownAddresses }: ActionParts & { ownAddresses: OwnAddresses },
  actor: Actor,
  accountId: AccountId,
  verb: string,
  arrivals: readonly Arrival[],
  ifState?: number,
): Promise<CreateOutcome | 'state-mismatch'> {
  const written = await changes.write(accountId, { actor, verb }, async (change) => {
    const oldState = change.state - 1
    if (!mayAct(change)) return { oldState: 0, outcomes: arrivals.map(() => 'not-found' as const) }
    if (ifState !== undefined && ifState !== oldState) return 'state-mismatch'
    const boxes = await selectBoxes(change.tx, accountId)
    const refusals = arrivals.map((arrival) => findRefusal(arrival, boxes))
    const good = arrivals.filter((_, index) => refusals[index] === undefined)
    const created = await withThreads(change, await arrive(change, good, ownAddresses))
    await outbox.enqueue(
      change,
      good.flatMap((arrival, index) => appended(arrival, created[index])),
    )
    let next = 0
    const outcomes = refusals.map((refusal) => refusal ?? created[next++] ?? 'not-found')
    return { oldState, outcomes }
  })
  const { result, state: newState } = written
  return result === 'state-mismatch' ? result : { ...result, newState }
}

function findRefusal(
  { mailboxIds, keywords }: Arrival,
  boxes: ReadonlyMap<MailboxId, Box>,
): EmailRefusal | undefined {
  if (mailboxIds.length === 0) return 'no-mailbox'
  if (mailboxIds.some((id) => !boxes.has(id))) return 'unknown-mailbox'
  if (mailboxIds.some((id) => !boxes.get(id)?.isSelectable)) return 'mailbox-not-selectable'
  return validKeywords(keywords).length > maxKeywords ? 'too-many-keywords' : undefined
}

async function withThreads(change: Change, ids: readonly MessageId[]): Promise<Created[]> {
  const rows = await change.tx.prepared<{ id: MessageId; threadId: ThreadId }>(
    'mail-threads-of',
    `select id, thread_id as "threadId" from message where account_id = $1 and id = any ($2::bigint[])`,
    [change.accountId, ids],
  )
  const threads = new Map(rows.map((row) => [row.id, row.threadId]))
  return ids.flatMap((id) => {
    const threadId = threads.get(id)
    return threadId === undefined ? [] : [{ id, threadId }]
  })
}

function appended({ mailboxIds }: Arrival, created: Created | undefined): OutboxIntent[] {
  if (!created) return []
  const desired = [...new Set(mailboxIds)].sort((a, b) => a - b)
  return [{ field: 'append', messageId: created.id, base: null, desired }]
}
