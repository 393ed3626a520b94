import type { ThreadKey, ThreadRef } from './store.ts'
import { threadKey } from './store.ts'

/** One conversation at its place in a list. */
export interface ListEntry extends ThreadRef {
  /** The newest message of the thread in that list: stands for it until the whole thread is here. */
  readonly emailId: string
  /** UTC, RFC 3339; the list is ordered by it, newest first. */
  readonly newestAt: string
}

/**
 * The ids of a list as far as they are known: sparse, `total` long. `round` counts refreshes: an entry of an
 * earlier round is shown but asked for again once it comes into view.
 */
export interface ListWindow {
  readonly total: number
  at(index: number): ListEntry | undefined
  indexOf(key: ThreadKey): number
  /** The first run of at most `limit` places in [first, last] that are unknown or of an earlier round. */
  missing(first: number, last: number): { position: number; count: number } | undefined
  /** Lays a page of an answer into its place, moving what lies below as far as the page shows it moved. */
  lay(position: number, asked: number, entries: readonly ListEntry[], total: number): void
  remove(key: ThreadKey): void
  /** Puts an entry where its date says, if that place is among known neighbours. */
  insert(entry: ListEntry): void
  nextRound(): void
  entries(): ListEntry[]
}

interface Place {
  entry: ListEntry
  round: number
}

export function createListWindow(): ListWindow {
  let places: (Place | undefined)[] = []
  let indexes: Map<ThreadKey, number> | undefined
  let total = 0
  let round = 0
  /** The round of the last answer: tells an empty list from one not asked for yet. */
  let laidRound = -1

  function indexByKey(): Map<ThreadKey, number> {
    if (indexes) return indexes
    indexes = new Map()
    places.forEach((place, index) => place && indexes?.set(threadKey(place.entry), index))
    return indexes
  }

  /** How far the page shows that entries moved down (positive) or up since the last answer. */
  function shiftShownBy(position: number, entries: readonly ListEntry[]): number {
    for (const [offset, entry] of entries.entries()) {
      const before = indexByKey().get(threadKey(entry))
      if (before !== undefined && before >= position) return position + offset - before
    }
    return 0
  }

  function shift(position: number, by: number): void {
    if (by > 0) places.splice(position, 0, ...Array.from({ length: by }, () => undefined))
    if (by < 0) places.splice(position, -by)
    if (by !== 0) indexes = undefined
  }

  return {
    get total() {
      return total
    },
    at: (index) => places[index]?.entry,
    indexOf: (key) => indexByKey().get(key) ?? -1,
    missing(first, last) {
      if (total === 0) return laidRound === round ? undefined : { position: 0, count: 1 }
      const end = Math.min(last, total - 1)
      let start = Math.max(first, 0)
      while (start <= end && places[start]?.round === round) start += 1
      if (start > end) return undefined
      let stop = end
      while (stop > start && places[stop]?.round === round) stop -= 1
      return { position: start, count: stop - start + 1 }
    },
    lay(position, asked, entries, newTotal) {
      shift(position, shiftShownBy(position, entries))
      const keys = new Set(entries.map(threadKey))
      for (const key of keys) {
        const index = indexByKey().get(key)
        if (index !== undefined) places[index] = undefined
      }
      const length = Math.max(entries.length, Math.min(asked, newTotal - position))
      for (let offset = 0; offset < length; offset += 1) {
        const entry = entries[offset]
        places[position + offset] = entry && { entry, round }
      }
      total = newTotal
      laidRound = round
      places.length = Math.min(places.length, total)
      indexes = undefined
    },
    remove(key) {
      const index = indexByKey().get(key)
      if (index === undefined) return
      places.splice(index, 1)
      total -= 1
      indexes = undefined
    },
    insert(entry) {
      if (indexByKey().has(threadKey(entry))) return
      const found = places.findIndex((place) => place && place.entry.newestAt < entry.newestAt)
      const index = found === -1 ? places.length : found
      if (found === -1 && places.length < total) return
      places.splice(index, 0, { entry, round })
      total += 1
      indexes = undefined
    },
    nextRound() {
      round += 1
    },
    entries: () => places.flatMap((place) => place?.entry ?? []),
  }
}
