import type { AccountId } from '@plmail/wire'

/** Lets the writes of one account go one after the other, in the order they come. */
export type AccountTurns = <T>(accountId: AccountId, write: () => Promise<T>) => Promise<T>

/**
 * Serializes the writes of an account within this process before any takes a connection, as its row lock does between
 * processes: writers that wait for a lock would hold one each, and a client that imports eight batches at once all of
 * them.
 */
export function accountTurns(): AccountTurns {
  const last = new Map<AccountId, Promise<unknown>>()
  return async (accountId, write) => {
    const before = last.get(accountId)
    const own = before ? before.then(write, write) : write()
    last.set(accountId, own)
    try {
      return await own
    } finally {
      if (last.get(accountId) === own) last.delete(accountId)
    }
  }
}
