import type { ThreadKey, ThreadRef } from '../mail/store.ts'
import { threadKey } from '../mail/store.ts'

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
  /**
   * Lays a page of an answer into its place, moving what lies below as far as the page shows it moved. `round` is the
   * one it was asked in: what was asked before a refresh may not know what the refresh is about.
   */
  lay(position: number, asked: number, entries: readonly ListEntry[], total: number, round?: number): void
  /** Marks the places in this range whose entries are not loaded any more for fetching again. */
  outdate(first: number, last: number, isHere: (entry: ListEntry) => boolean): void
  remove(key: ThreadKey): void
  /** Inserts an entry by its date, if both its neighbours are loaded. */
  insert(entry: ListEntry): void
  nextRound(): void
  readonly round: number
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
  /** The round of the last answer, which distinguishes an empty list from one that was never fetched. */
  let laidRound = -1

  function indexByKey(): Map<ThreadKey, number> {
    if (indexes) return indexes
    indexes = new Map()
    places.forEach((place, index) => place && indexes?.set(threadKey(place.entry), index))
    return indexes
  }

  /**
   * Returns the entries after the page: the old order after the last entry of the page that was loaded before. Entries
   * that rose into the page are not repeated below it.
   */
  function tailAfter(
    end: number,
    page: readonly ListEntry[],
    keys: ReadonlySet<ThreadKey>,
  ): (Place | undefined)[] {
    const anchor = page.findLast((entry) => indexByKey().has(threadKey(entry)))
    const from = anchor ? (indexByKey().get(threadKey(anchor)) ?? 0) + 1 : end
    return places.slice(from).filter((place) => !place || !keys.has(threadKey(place.entry)))
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
    lay(position, asked, entries, newTotal, askedIn = round) {
      const keys = new Set(entries.map(threadKey))
      const length = Math.max(entries.length, Math.min(asked, newTotal - position))
      const head = Array.from({ length: position }, (_, index) => {
        const place = places[index]
        return place && !keys.has(threadKey(place.entry)) ? place : undefined
      })
      const page = Array.from({ length }, (_, offset) => {
        const entry = entries[offset]
        return entry && { entry, round: askedIn }
      })
      const tail = tailAfter(position + length, entries, keys)
      places = [...head, ...page, ...tail].slice(0, newTotal)
      total = newTotal
      laidRound = askedIn
      indexes = undefined
    },
    outdate(first, last, isHere) {
      for (const place of places.slice(Math.max(first, 0), last + 1))
        if (place && !isHere(place.entry)) place.round = -1
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
      const olderAt = places.findIndex((place) => place && place.entry.newestAt < entry.newestAt)
      const index = olderAt === -1 ? places.length : olderAt
      if (olderAt === -1 && places.length < total) return
      places.splice(index, 0, { entry, round })
      total += 1
      indexes = undefined
    },
    nextRound() {
      round += 1
    },
    get round() {
      return round
    },
    entries: () => places.flatMap((place) => place?.entry ?? []),
  }
}
