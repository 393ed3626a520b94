import type { ListSource } from './list-sources.ts'
import { createListWindow, type ListEntry } from './list-window.ts'
import { threadKey, type MailRecords, type ThreadKey, type ThreadRef } from '../mail/store.ts'
import { createTopic } from '../core/topic.ts'

/** A list as a screen shows it: sparse, filled where it is looked at, kept true while mounted. */
export interface ThreadList {
  readonly source: ListSource
  /** Becomes dependent on every change of order, length or loading. */
  watch(): void
  readonly total: number
  /** The server does not answer, and of the list the device has the beginning alone: `total` counts that. */
  readonly isPart: boolean
  /** `failed`: the first page could not be had and nothing is shown. */
  readonly status: 'loading' | 'ready' | 'failed'
  at(index: number): ListEntry | undefined
  /** Lists the loaded entries in order. */
  entries(): ListEntry[]
  indexOf(key: ThreadKey): number
  /** Asks for what is unknown among these places, and remembers them as what is looked at. */
  look(first: number, last: number): void
  /** Resolves when the first `count` places are here, or cannot be had. */
  fill(count: number): Promise<void>
  /** Asks again for what is looked at; what is shown stays until the answer is here. False when none came. */
  refresh(): Promise<boolean>
  /** After a local change: conversations leave or come back without waiting for the server. */
  reconsider(refs: readonly ThreadRef[]): void
}

const pageSize = 60
/** Asked for around what is visible, so that slow scrolling never shows a hole. */
const margin = 15

export function createThreadList(store: MailRecords, source: ListSource): ThreadList {
  const window = createListWindow()
  const topic = createTopic()
  /** Entries removed by a local change; they return if that change does not last. */
  const left = new Map<ThreadKey, ListEntry>()
  /** Entries added by a local change; an answer to an earlier request does not contain them. */
  const back = new Map<ThreadKey, ListEntry>()
  let looked = { first: 0, last: pageSize - 1 }
  let status: ThreadList['status'] = 'loading'
  let asking: Promise<void> | undefined
  let isAskedAgain = false
  /** Whether the last answer was one of the server. */
  let isServed = true
  let isPart = false

  /**
   * Filters an answer. The server's state at the time of the request may be older than local changes: the entries they
   * affect are not used.
   */
  function reconciled(entries: readonly ListEntry[], askedAt: number): ListEntry[] {
    return entries.filter((entry) => !store.isNewerHere(entry, entry.emailId, askedAt) || source.holds(entry))
  }

  function keepBack(askedAt: number): void {
    for (const [key, entry] of back) {
      const isNewer = store.isNewerHere(entry, entry.emailId, askedAt)
      if (!isNewer) back.delete(key)
      else if (source.holds(entry)) window.insert(entry)
    }
  }

  /**
   * Adds conversations that were put into this category locally and are not fetched yet, or were before this list
   * existed.
   */
  function take(refs: readonly ThreadRef[]): void {
    for (const ref of refs) {
      const key = threadKey(ref)
      if (window.indexOf(key) !== -1 || left.has(key) || back.has(key)) continue
      const entry = source.entryOf?.(ref)
      if (entry) back.set(key, entry)
    }
  }

  async function ask(position: number, limit: number): Promise<boolean> {
    const [askedAt, round] = [store.mark(), window.round]
    const page = await source.page(position, limit)
    isServed = page !== undefined && !page.isKept
    if (!page) {
      if (status === 'loading') status = 'failed'
      topic.touch()
      return false
    }
    isPart = page.isPart === true
    const entries = reconciled(page.entries, askedAt)
    const gone = page.entries.length - entries.length
    window.lay(position, limit - gone, entries, page.total - gone, round)
    for (const entry of entries) left.delete(threadKey(entry))
    if (source.entryOf) take(store.recategorised())
    keepBack(askedAt)
    status = 'ready'
    topic.touch()
    return true
  }

  /** Until everything looked at is of this round; one request at a time, so answers arrive in order. */
  async function fill(): Promise<void> {
    do {
      isAskedAgain = false
      for (let tries = 0; tries < 4; tries += 1) {
        const next = nextPage()
        if (!next || !(await ask(next.position, next.limit))) break
      }
    } while (isAskedAgain)
  }

  function nextPage(): { position: number; limit: number } | undefined {
    const gap = window.missing(looked.first, looked.last)
    if (!gap) return undefined
    const position = Math.max(0, gap.position - margin)
    const missingCount = looked.last + margin + 1 - position
    return { position, limit: Math.max(1, Math.min(pageSize, missingCount)) }
  }

  function start(): Promise<void> {
    isAskedAgain = true
    asking ??= fill().finally(() => (asking = undefined))
    return asking
  }

  /** A list that is not here yet will be asked for as a whole. */
  const joining = (ref: ThreadRef): ListEntry | undefined =>
    status === 'ready' ? source.entryOf?.(ref) : undefined

  return {
    source,
    watch: topic.watch,
    get total() {
      return window.total
    },
    get isPart() {
      return isPart
    },
    get status() {
      return status
    },
    at: window.at,
    entries: window.entries,
    indexOf: window.indexOf,
    look(first, last) {
      looked = { first, last }
      window.outdate(
        first,
        last,
        ({ accountId, threadId }) => store.knownThreads(accountId, [threadId]).length > 0,
      )
      if (window.missing(first, last)) void start()
    },
    async fill(count) {
      const seen = looked
      for (let first = 0; first < Math.min(count, window.total); first += pageSize) {
        looked = { first, last: Math.min(first + pageSize, count, window.total) - 1 }
        if (window.missing(looked.first, looked.last)) await start()
      }
      looked = seen
    },
    async refresh() {
      window.nextRound()
      await start()
      return isServed
    },
    reconsider(refs) {
      for (const ref of refs) {
        const key = threadKey(ref)
        const index = window.indexOf(key)
        const isIn = source.holds(ref)
        const entry = index === -1 ? (left.get(key) ?? joining(ref)) : window.at(index)
        if (!entry || isIn === (index !== -1)) continue
        if (isIn) {
          window.insert(entry)
          left.delete(key)
          back.set(key, entry)
        } else {
          window.remove(key)
          left.set(key, entry)
        }
      }
      topic.touch()
    },
  }
}
