import type { ThreadId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { ThreadInput } from './thread-input.ts'
import { selectThreadsByReference } from './select-threads.ts'
import { mergeThreads } from './merge-threads.ts'
import { type Conversation, place } from './assign-conversations.ts'

/** A thread that the batch begins, to be inserted with its first messages. */
export interface NewThread {
  id: ThreadId
  baseSubject: string
  newestAt: Date
  awaitsParent: boolean
}

export interface Assignment {
  /** For each message of the batch its thread. */
  threadIds: ThreadId[]
  fresh: NewThread[]
  /** Every thread whose messages change, the emptied ones included. */
  touched: ThreadId[]
}

/** Finds a thread for every message of a batch, and merges the threads that it shows to be one. */
export async function assignThreads(
  change: Change,
  batch: readonly ThreadInput[],
  own: ReadonlySet<string>,
): Promise<Assignment> {
  const conversations = place(batch, await selectThreadsByReference(change, batch, own))
  const freshIds = await reserveThreads(
    change,
    conversations.filter((conversation) => !conversation.survivor).length,
  )
  const threadIds: ThreadId[] = []
  const fresh: NewThread[] = []
  for (const conversation of conversations) {
    const id = conversation.survivor?.id ?? freshIds[fresh.length]
    if (id === undefined) throw new Error('fewer thread ids were reserved than are needed')
    if (!conversation.survivor) fresh.push(newThread(id, batch, conversation))
    for (const index of conversation.members) threadIds[index] = id
  }
  const merges = conversations.flatMap(({ survivor, absorbed }) =>
    survivor ? absorbed.map((thread) => ({ survivor: survivor.id, absorbed: thread.id })) : [],
  )
  await mergeThreads(change, merges)
  await noteWaiting(change, conversations)
  return { threadIds, fresh, touched: [...new Set([...threadIds, ...merges.map((merge) => merge.absorbed)])] }
}

async function reserveThreads(change: Change, count: number): Promise<ThreadId[]> {
  if (count === 0) return []
  const rows = await change.tx.prepared<{ id: ThreadId }>(
    'mail-reserve-threads',
    `select nextval('thread_id_seq') as id from generate_series(1, $1::int)`,
    [count],
  )
  return rows.map((row) => row.id)
}

/** The oldest message names the thread: replies may carry a changed subject. */
function newThread(id: ThreadId, batch: readonly ThreadInput[], conversation: Conversation): NewThread {
  const messages = conversation.members
    .flatMap((index) => batch[index] ?? [])
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  const [oldest, newest] = [messages[0], messages.at(-1)]
  if (!oldest || !newest) throw new Error('a conversation has at least one message')
  const { baseSubject } = oldest
  return { id, baseSubject, newestAt: newest.receivedAt, awaitsParent: conversation.awaitsParent }
}

async function noteWaiting(change: Change, conversations: readonly Conversation[]): Promise<void> {
  const altered = conversations.flatMap(({ survivor, awaitsParent }) =>
    survivor && survivor.awaitsParent !== awaitsParent ? [{ id: survivor.id, awaitsParent }] : [],
  )
  if (altered.length === 0) return
  await change.tx.query(
    `update thread t set awaits_parent = x."awaitsParent"
     from jsonb_to_recordset($1::jsonb) as x (id bigint, "awaitsParent" boolean) where t.id = x.id`,
    [JSON.stringify(altered)],
  )
}
