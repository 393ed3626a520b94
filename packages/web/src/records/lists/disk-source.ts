import type { KeptList, MailDisk } from '../../disk/index.ts'
import type { ListSource, ListSourcePage } from './list-sources.ts'
import type { ListEntry } from './list-window.ts'
import { threadKey, type MailRecords } from '../mail/store.ts'

/** The disk keeps this many entries of each list that is opened. */
const maxEntries = 5_000

export interface DiskSourceParts {
  disk: MailDisk
  store: MailRecords
  /** The first page came from the disk: ask the server next. */
  onCold: () => void
  /** The list as it is to be kept from now on. */
  onPage: (list: KeptList) => void
}

/**
 * A source that begins with what the disk has, is the server's as soon as that answers, and the disk's again while it
 * does not.
 */
export function diskSource(source: ListSource, { disk, store, onCold, onPage }: DiskSourceParts): ListSource {
  let isCold = true
  let entriesFromTop: readonly ListEntry[] | undefined

  async function fromDisk(
    position: number,
    limit: number,
  ): Promise<(ListSourcePage & { stored: number }) | undefined> {
    const list = await disk.list(source.key)
    if (!list) return undefined
    entriesFromTop ??= list.entries
    const entries = list.entries.slice(position, position + limit)
    store.restoreThreads(await disk.threads(entries.map(threadKey)))
    return { entries, total: list.total, stored: list.entries.length }
  }

  return {
    ...source,
    async page(position, limit) {
      if (isCold) {
        isCold = false
        const cold = await fromDisk(position, limit)
        if (cold) {
          onCold()
          return { entries: cold.entries, total: cold.total }
        }
      }
      const page = await source.page(position, limit)
      if (page) {
        entriesFromTop = joined(entriesFromTop ?? [], page, position, limit)
        onPage({ key: source.key, total: page.total, entries: entriesFromTop })
        return page
      }
      const cold = await fromDisk(position, limit)
      // The entries further down can't be loaded now.
      return (
        cold && { entries: cold.entries, total: cold.stored, isKept: true, isPart: cold.stored < cold.total }
      )
    },
  }
}

/**
 * The beginning of a list, newest first, after the server told a page of it. A page that leaves a gap, or that is in
 * another order, is not kept: what is kept has no holes.
 */
export function joined(
  stored: readonly ListEntry[],
  { entries, total }: ListSourcePage,
  position: number,
  limit: number,
): readonly ListEntry[] {
  if (position > stored.length || !isNewestFirst(entries)) return stored
  const keys = new Set(entries.map(threadKey))
  // Entries between the one before the page and the first one on it are gone too.
  const above = position === 0 ? undefined : stored[position - 1]?.newestAt
  const oldest = entries.length < limit || position + limit >= total ? undefined : entries.at(-1)?.newestAt
  const remaining = stored.filter((entry) => {
    const isWithin =
      (above === undefined || entry.newestAt < above) && (oldest === undefined || entry.newestAt >= oldest)
    return !isWithin && !keys.has(threadKey(entry))
  })
  return [...remaining, ...entries]
    .sort((a, b) => (a.newestAt < b.newestAt ? 1 : a.newestAt > b.newestAt ? -1 : 0))
    .slice(0, maxEntries)
}

function isNewestFirst(entries: readonly ListEntry[]): boolean {
  return entries.every(({ newestAt }, index) => newestAt <= (entries[index - 1]?.newestAt ?? newestAt))
}
