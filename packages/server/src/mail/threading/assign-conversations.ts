import type { ThreadId } from '@plmail/wire'
import { groupBy } from './group-by.ts'
import type { ThreadInput } from './thread-input.ts'
import { joinBySubject, type Point } from './base-subject.ts'
import { Union } from './union.ts'

/** A thread that a message of the batch may belong to. */
export interface KnownThread {
  id: ThreadId
  messageCount: number
  awaitsParent: boolean
}

/** The store's data about a batch before it is placed. */
export interface StoredThreads {
  threads: ReadonlyMap<ThreadId, KnownThread>
  /** Which thread a mentioned Message-ID belongs to. */
  byRef: ReadonlyMap<string, ThreadId>
  /** Messages of threads with the subject of somebody in the batch. */
  points: ReadonlyArray<Omit<Point, 'node'> & { threadId: ThreadId }>
}

/** One conversation after the batch: messages by their position in it, and the threads that turned out to be one. */
export interface Conversation {
  members: number[]
  /** The thread that goes on; undefined when all of it is new. */
  survivor: KnownThread | undefined
  absorbed: KnownThread[]
  awaitsParent: boolean
}

/**
 * Decides which thread every message of a batch belongs to. By Message-IDs the outcome is the same for every order
 * of arrival: messages and threads that mention a common id are one conversation.
 */
export function place(batch: readonly ThreadInput[], stored: StoredThreads): Conversation[] {
  const union = new Union<string>()
  const awaiting = new Set<string>()
  for (const thread of stored.threads.values()) if (thread.awaitsParent) awaiting.add(threadNode(thread.id))
  joinByReference(batch, stored, union)
  const points = [
    ...batch.map((message, index): Point => ({ ...message, node: messageNode(index) })),
    ...stored.points.map(({ threadId, ...point }): Point => ({ ...point, node: threadNode(threadId) })),
  ]
  joinBySubject(points, batch.length, union, awaiting)
  return conversations(batch, stored, union, awaiting)
}

const messageNode = (index: number) => `message ${index}`
const threadNode = (id: ThreadId) => `thread ${id}`

function joinByReference(batch: readonly ThreadInput[], stored: StoredThreads, union: Union<string>): void {
  for (const [index, message] of batch.entries()) {
    for (const ref of message.refs) {
      union.join(messageNode(index), `ref ${ref}`)
      const thread = stored.byRef.get(ref)
      if (thread !== undefined) union.join(`ref ${ref}`, threadNode(thread))
    }
  }
}

function conversations(
  batch: readonly ThreadInput[],
  stored: StoredThreads,
  union: Union<string>,
  awaiting: ReadonlySet<string>,
): Conversation[] {
  const members = groupBy(batch.keys(), (index) => union.find(messageNode(index)))
  const threads = groupBy(stored.threads.values(), (thread) => union.find(threadNode(thread.id)))
  const stillAwaiting = new Set([...awaiting].map((node) => union.find(node)))
  return [...members].map(([root, indexes]) => {
    // the larger one survives, so that fewer messages get new ids
    const [survivor, ...absorbed] = (threads.get(root) ?? []).sort(
      (a, b) => b.messageCount - a.messageCount || a.id - b.id,
    )
    return { members: indexes, survivor, absorbed, awaitsParent: stillAwaiting.has(root) }
  })
}
