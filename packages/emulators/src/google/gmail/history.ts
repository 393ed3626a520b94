import type { VirtualClock } from '../../clock/clock.ts'
import { createLog, type Entry, type OperationLog } from '../../log/log.ts'
import type { GmailIds } from './ids.ts'

/** One thing that happened to one message; Gmail's history is made of these. */
export interface GmailChange {
  kind: 'messageAdded' | 'messageDeleted' | 'labelAdded' | 'labelRemoved'
  historyId: bigint
  id: string
  threadId: string
  /** All labels of the message after it. */
  labelIds: readonly string[]
  /** Labels that were added or removed. */
  changed: readonly string[]
}

export interface History {
  log: OperationLog<GmailChange>
  /** The mailbox's current id, which may lie beyond the last change. */
  readonly current: bigint
  append(change: Omit<GmailChange, 'historyId'>): bigint
  /** Something changed that history does not tell of: a label was made, a setting changed. */
  pass(): void
  /** Runs work whose changes the history never mentions. */
  quietly(work: () => void): void
  /**
   * Returns the entries after the id; `undefined` when the id has expired. `lagMs`: entries newer than that are not
   * visible yet.
   */
  since(start: bigint, lagMs: number): readonly Entry<GmailChange>[] | undefined
}

/** Usually a week [D]. */
const keptMs = 7 * 86_400_000

export function createHistory(clock: VirtualClock, ids: GmailIds): History {
  const log = createLog<GmailChange>(clock)
  const historyIds: bigint[] = []
  const first = ids.history()
  let current = first
  let isQuiet = false

  /** How many changes have ids up to this one. */
  function countUpTo(id: bigint): number {
    let low = 0
    let high = historyIds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((historyIds[middle] ?? 0n) <= id) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    log,
    get current() {
      return current
    },
    append(change) {
      current = ids.history()
      if (isQuiet) return current
      historyIds.push(current)
      log.append({ ...change, historyId: current })
      return current
    },
    pass() {
      current = ids.history()
    },
    quietly(work) {
      isQuiet = true
      try {
        work()
      } finally {
        isQuiet = false
      }
    },
    since(start, lagMs) {
      // An id from the future was never given out [K].
      if (start < first || start > current) return undefined
      const entries = log.since(countUpTo(start))
      const oldest = clock.now().getTime() - keptMs
      // Gone is only what would have had to be told and was forgotten meanwhile [K].
      if (entries[0] && entries[0].at.getTime() < oldest) return undefined
      const newest = clock.now().getTime() - lagMs
      return lagMs > 0 ? entries.filter((entry) => entry.at.getTime() <= newest) : entries
    },
  }
}
