import type { SetError } from '@plmail/wire'
import type { DeedStore, KeptDeed } from '../disk/index.ts'
import { createTopic, inverse } from '../records/index.ts'
import type { EmailChange, Pending, MailRecords } from '../records/index.ts'
import type { Jmap } from '../net/index.ts'
import { sendDeeds, type Settled } from './outbox-sending.ts'
import { isOutboxNews, type OutboxChannel, type OutboxNews } from './outbox-news.ts'

/** One thing the user did to emails of one account, on its way to the server. */
interface Deed {
  readonly accountId: string
  /** The word under which history lists it (docs/words.md). */
  readonly verb: string
  readonly changes: ReadonlyMap<string, EmailChange>
}

/** A deed after it was done here: how it can be taken back. */
export interface Done {
  undo(): void
}

export interface Outbox {
  /** Applies the deed at once, stores it on this device and sends it; deeds of the same moment travel in one request. */
  perform(deed: Deed): Done
  /** Sends again what could not be sent, for instance after a reconnection. */
  retry(): void
  /** Sends what waits, now; whether all of it is with the server. */
  flush(): Promise<boolean>
  /** Lays the deeds that earlier windows left over the records; before anything is shown. */
  restore(): Promise<void>
  /** Deeds of all windows that are not yet with the server; watched. */
  readonly waiting: number
  /** Whether they outlive this window. */
  readonly isLasting: boolean
}

export interface OutboxParts {
  jmap: Jmap
  store: MailRecords
  storage: DeedStore
  /** Puts on the disk what the records hold; without a disk nothing. */
  saved?: () => Promise<void>
  /** One window sends at a time; undefined where the browser has no locks: then each window sends its own. */
  withLock: ((name: string, work: () => Promise<void>) => Promise<void>) | undefined
  channel: OutboxChannel
  /** A name nobody else makes up. */
  newId: () => string
  /** Runs `task` once the current moment's deeds are all in. */
  soon: (task: () => void) => void
  /** Runs `task` after so many ms. */
  after: (ms: number, task: () => void) => void
  /** About so many ms, so that a server that comes back is not asked by everybody at once. */
  jitter: (ms: number) => number
  /** The server would not do it, and why: it was rolled back here. `again` tries what was refused once more. */
  onRefused: (verb: string, why: SetError, again: () => void) => void
  /** Undo came too late or was done elsewhere. */
  onNotUndone: (why: string | undefined) => void
}

interface Entry {
  readonly deed: KeptDeed
  readonly pending: Pending
  /** Done here, in another window, or in one that is closed. */
  readonly origin: 'here' | 'elsewhere' | 'earlier'
  isSettled: boolean
  isUndone: boolean
  journalId: string | null
}

const firstRetryMs = 5_000
const lastRetryMs = 60_000

/**
 * Creates the outbox of local changes that the server has not confirmed: shown at once in every window, stored on disk,
 * sent in order by one window at a time. A change has a name, so that the server applies it once even when its answer
 * is lost (docs/decisions/0020).
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { jmap, store, storage, withLock, channel, newId, soon, after, jitter, onRefused, onNotUndone } =
    parts
  const saved = parts.saved ?? (() => Promise.resolve())
  const topic = createTopic()
  const entries = new Map<string, Entry>()
  const adding = new Set<Promise<void>>()
  const tries = new Map<string, number>()
  let isScheduled = false
  let retryMs = firstRetryMs

  /** Lays a deed over the records; nothing for one that lies there already. */
  function lay(deed: KeptDeed, origin: Entry['origin']): Entry {
    const existing = entries.get(deed.id)
    if (existing) return existing
    // Written by this client or by another version of it, which knew no other changes.
    const changes = new Map(deed.changes as [string, EmailChange][])
    const pending: Pending = { accountId: deed.accountId, changes }
    const entry: Entry = { deed, pending, origin, isSettled: false, isUndone: false, journalId: null }
    entries.set(deed.id, entry)
    store.apply(pending)
    topic.touch()
    return entry
  }

  function put(deed: KeptDeed): Entry {
    const added = storage.add(deed)
    adding.add(added)
    void added.finally(() => adding.delete(added))
    const entry = lay(deed, 'here')
    channel.postMessage({ kind: 'done', deed })
    schedule()
    return entry
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    soon(() => {
      isScheduled = false
      void inTurn()
    })
  }

  function inTurn(): Promise<void> {
    return withLock && storage.isLasting ? withLock('plmail-outbox', send) : alone()
  }

  const waiting = (): number => [...entries.values()].filter(({ isSettled }) => !isSettled).length

  let sending: Promise<void> | undefined
  function alone(): Promise<void> {
    sending = (sending ?? Promise.resolve()).then(send)
    return sending
  }

  async function send(): Promise<void> {
    await Promise.all(adding)
    const isAllSent = await sendDeeds({ jmap, storage, tries, saved }, (settled) => {
      hear({ kind: 'settled', settled }, true)
      channel.postMessage({ kind: 'settled', settled })
    })
    if (isAllSent) retryMs = firstRetryMs
    else {
      after(jitter(retryMs), schedule)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
  }

  function hear(news: OutboxNews, isSender = false): void {
    if (news.kind === 'done') lay(news.deed, 'elsewhere')
    else if (news.kind === 'withdrawn') leave(entries.get(news.id))
    else settle(news.settled, isSender)
  }
  channel.onmessage = ({ data }) => {
    if (isOutboxNews(data)) hear(data)
  }

  function settle({ id, refused, journalId, state }: Settled, isSender: boolean): void {
    const entry = entries.get(id)
    if (!entry || entry.isSettled) return
    const { pending } = entry
    entry.isSettled = true
    entry.journalId = journalId
    const ids = [...pending.changes.keys()]
    store.confirm(
      pending,
      ids.filter((each) => !(each in refused)),
      state,
    )
    store.drop(pending, Object.keys(refused))
    if (entry.origin !== 'here') entries.delete(id)
    topic.touch()
    // The window where it was done speaks of it; for one that is closed, the window that sends.
    if (entry.origin === 'here' || (entry.origin === 'earlier' && isSender)) speak(entry, refused)
  }

  function speak({ deed, pending }: Entry, refused: Readonly<Record<string, SetError>>): void {
    const [why] = Object.values(refused)
    if (!why) return
    if (deed.undoes === undefined) {
      const again = new Map([...pending.changes].filter(([id]) => id in refused))
      return onRefused(deed.verb, why, () => void perform({ ...deed, changes: again }))
    }
    // Emails that others have changed since are left out silently, unless none would remain.
    const isNothing = Object.keys(refused).length === pending.changes.size
    if (why.type !== 'skipped' || isNothing) onNotUndone(why.description ?? undefined)
  }

  function leave(entry: Entry | undefined): void {
    if (!entry || !entries.delete(entry.deed.id)) return
    store.drop(entry.pending, entry.pending.changes.keys())
    topic.touch()
  }

  async function undo(entry: Entry): Promise<void> {
    if (entry.isUndone) return
    entry.isUndone = true
    await Promise.all(adding)
    const { deed } = entry
    if (!entry.isSettled && (await storage.withdraw(deed.id))) {
      leave(entry)
      channel.postMessage({ kind: 'withdrawn', id: deed.id })
      return
    }
    if (entry.isSettled && entry.journalId === null) return onNotUndone(undefined)
    const { accountId, back, changes, id } = deed
    put({
      id: newId(),
      accountId,
      verb: deed.verb,
      changes: back,
      back: changes,
      undoes: id,
      ...(entry.journalId === null ? {} : { journalId: entry.journalId }),
    })
  }

  function backOf({ accountId, changes }: Deed): [string, EmailChange][] {
    return [...changes].flatMap(([id, change]) => {
      const email = store.email(accountId, id)
      if (!email) return []
      const category = store.peekCategory({ accountId, threadId: email.threadId })
      return [[id, inverse(email, change, category)] as [string, EmailChange]]
    })
  }

  function perform(deed: Deed): Done {
    const { accountId, verb, changes } = deed
    const entry = put({ id: newId(), accountId, verb, changes: [...changes], back: backOf(deed) })
    return { undo: () => void undo(entry) }
  }

  return {
    get waiting() {
      topic.watch()
      return waiting()
    },
    get isLasting() {
      return storage.isLasting
    },
    perform,
    retry() {
      retryMs = firstRetryMs
      schedule()
    },
    async flush() {
      await inTurn()
      return waiting() === 0
    },
    async restore() {
      for (const deed of await storage.all()) lay(deed, 'earlier')
    },
  }
}
