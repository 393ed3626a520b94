import type { Category, Thread } from '@plmail/wire'
import type { Pending } from './emails.ts'
import { threadKey, type ThreadKey, type ThreadRef } from './thread-ref.ts'

/**
 * The categories that the user chose for conversations and the server has not reported yet. An email stores nothing
 * about it: the last choice counts for the whole conversation.
 */
export interface ChosenCategories {
  /** Said last, and on its way to the server. */
  of(ref: ThreadRef): Category | undefined
  /** Conversations of which something is on its way. */
  refs(): ThreadRef[]
  apply(pending: Pending): void
  /** The server has done it, in that state or an earlier one. Answers which of the held threads are in it from now on. */
  confirm(pending: Pending, ids: Iterable<string>, state?: number): Map<ThreadKey, Category>
  drop(pending: Pending, ids: Iterable<string>): void
  /** A thread as it is to be held once the server told it, in that state. */
  told(ref: ThreadRef, thread: Thread, held: Thread | undefined, state: number): Thread
}

/** `threadOf`: the thread of an email that is held. */
export function createChosenCategories(
  threadOf: (accountId: string, emailId: string) => string | undefined,
): ChosenCategories {
  /** Oldest first, without what is settled. */
  const chosen = new Map<Pending, Map<string, Category>>()
  /** The state in which something said became so: what was told of an earlier one does not know of it. */
  const settledIn = new Map<ThreadKey, number>()
  /** The state of what the server told while something was on its way. */
  const toldSince = new Map<ThreadKey, number>()

  function refsOf({ accountId }: Pending, ids: Iterable<string>): ThreadRef[] {
    return [...ids].flatMap((id) => {
      const threadId = threadOf(accountId, id)
      return threadId === undefined ? [] : [{ accountId, threadId }]
    })
  }

  function of(ref: ThreadRef): Category | undefined {
    for (const [{ accountId }, by] of [...chosen].toReversed())
      for (const [id, category] of by)
        if (accountId === ref.accountId && threadOf(accountId, id) === ref.threadId) return category
    return undefined
  }

  function drop(pending: Pending, ids: Iterable<string>): void {
    const by = chosen.get(pending)
    for (const id of ids) by?.delete(id)
    if (by?.size === 0) chosen.delete(pending)
  }

  return {
    of: (ref) => (chosen.size === 0 ? undefined : of(ref)),
    refs: () => [...chosen].flatMap(([pending, by]) => refsOf(pending, by.keys())),
    apply(pending) {
      const by = new Map<string, Category>()
      for (const [id, change] of pending.changes)
        if (change !== 'destroy' && change.categoryByHand) by.set(id, change.categoryByHand)
      if (by.size > 0) chosen.set(pending, by)
    },
    confirm(pending, ids, state) {
      const settled = new Map<ThreadKey, Category>()
      const by = chosen.get(pending)
      if (!by) return settled
      for (const id of ids) {
        const category = by.get(id)
        const [ref] = refsOf(pending, [id])
        if (!category || !ref) continue
        const key = threadKey(ref)
        const isTold = (toldSince.get(key) ?? -1) >= (state ?? 0)
        toldSince.delete(key)
        if (isTold) continue
        settled.set(key, category)
        if (state !== undefined) settledIn.set(key, state)
      }
      drop(pending, ids)
      return settled
    },
    drop,
    told(ref, thread, held, state) {
      const key = threadKey(ref)
      const isOlder = (settledIn.get(key) ?? -1) > state
      if (thread.category && !isOlder) {
        settledIn.delete(key)
        if (of(ref)) toldSince.set(key, state)
        return thread
      }
      return held?.category ? { ...thread, category: held.category } : thread
    },
  }
}
