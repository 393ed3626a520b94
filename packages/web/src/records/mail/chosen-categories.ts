import type { Category, Thread } from '@plmail/wire'
import type { Pending } from './emails.ts'
import { threadKey, type ThreadKey, type ThreadRef } from './thread-ref.ts'

/**
 * The categories that the user chose for conversations and the server has not reported yet. An email stores nothing
 * about it: the last choice counts for the whole conversation.
 */
export interface ChosenCategories {
  /** The user's last choice, while it is on its way to the server. */
  of(ref: ThreadRef): Category | undefined
  /** Conversations with a choice on its way. */
  refs(): ThreadRef[]
  apply(pending: Pending): void
  /** The server has applied it, in that state or an earlier one. Returns the threads that are in another category from now on. */
  confirm(pending: Pending, ids: Iterable<string>, state?: number): Map<ThreadKey, Category>
  drop(pending: Pending, ids: Iterable<string>): void
  /** Merges a thread that the server reported, in that state, with the choices that it may not include. */
  merge(ref: ThreadRef, thread: Thread, stored: Thread | undefined, state: number): Thread
}

/** `threadOf` returns the thread of an email in the store. */
export function createChosenCategories(
  threadOf: (accountId: string, emailId: string) => string | undefined,
): ChosenCategories {
  /** Oldest first, without what is settled. */
  const chosen = new Map<Pending, Map<string, Category>>()
  /** The state in which a choice took effect: a report of an earlier one does not include it. */
  const settledIn = new Map<ThreadKey, number>()
  /** The state of the last report that came while a choice was on its way. */
  const reportedIn = new Map<ThreadKey, number>()

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
        const isTold = (reportedIn.get(key) ?? -1) >= (state ?? 0)
        reportedIn.delete(key)
        if (isTold) continue
        settled.set(key, category)
        if (state !== undefined) settledIn.set(key, state)
      }
      drop(pending, ids)
      return settled
    },
    drop,
    merge(ref, thread, stored, state) {
      const key = threadKey(ref)
      const isOlder = (settledIn.get(key) ?? -1) > state
      if (thread.category && !isOlder) {
        settledIn.delete(key)
        if (of(ref)) reportedIn.set(key, state)
        return thread
      }
      return stored?.category ? { ...thread, category: stored.category } : thread
    },
  }
}
