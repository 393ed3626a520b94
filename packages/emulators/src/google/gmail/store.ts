import { type RawMessage, toRawMessage } from '../../blobs/raw.ts'
import type { VirtualClock } from '../../clock/clock.ts'
import { headerValue, readHeaders, readMessageIds } from '../../mime/index.ts'
import { createHistory, type History } from './history.ts'
import { createIds, type GmailIds } from './ids.ts'
import { createLabels, type Labels } from './labels.ts'
import { invalidArgument, notFound } from './refusal.ts'
import type { Stored } from './stored.ts'
import { createThreads, readSubject, type Threads } from './threads.ts'

interface Adding {
  raw: RawMessage
  labels: readonly string[]
  internalDate?: number | undefined
  /** The thread a client asks for, which it joins only when headers and subject agree [D]. */
  threadId?: string | undefined
  /** The thread it stays in: that of the draft it comes from. */
  fixedThread?: string | undefined
}

/** The messages, labels, drafts and threads of one mailbox, and the log of what happened to them. */
export interface GmailStore {
  readonly ids: GmailIds
  readonly labels: Labels
  readonly history: History
  readonly threads: Threads
  /** By draft id, the message it consists of at present. */
  readonly drafts: Map<string, string>
  readonly size: number
  /** Throws 404. */
  get(id: string): Stored
  find(id: string): Stored | undefined
  byMessageId(messageId: string): Stored | undefined
  /** Newest first, beginning behind the given one. */
  newestFirst(after?: { internalDate: number; id: string }): Generator<Stored>
  add(adding: Adding): Stored
  relabel(message: Stored, add: readonly string[], remove: readonly string[]): void
  remove(message: Stored): void
  deleteLabel(id: string): void
  getDraft(messageId: string): string | undefined
}

export function createMailStore(clock: VirtualClock, seed: string): GmailStore {
  const ids = createIds(seed)
  const labels = createLabels(ids)
  const history = createHistory(clock, ids)
  const messages = new Map<string, Stored>()
  /** Oldest first, so that new mail goes to the end. */
  const ordered: Stored[] = []
  const threads = createThreads((id) => messages.get(id))
  const drafts = new Map<string, string>()

  /** How many are older than this. */
  function olderThan(message: { internalDate: number; id: string }): number {
    let low = 0
    let high = ordered.length
    while (low < high) {
      const middle = (low + high) >> 1
      const middleMessage = ordered[middle]
      if (middleMessage && isOlder(middleMessage, message)) low = middle + 1
      else high = middle
    }
    return low
  }

  function recordLabels(
    message: Stored,
    kind: 'labelAdded' | 'labelRemoved',
    changed: readonly string[],
  ): void {
    if (changed.length === 0) return
    const { id, threadId } = message
    message.historyId = history.append({ kind, id, threadId, labelIds: [...message.labels], changed })
  }

  const store: GmailStore = {
    ids,
    labels,
    history,
    threads,
    drafts,
    get size() {
      return messages.size
    },
    get(id) {
      const message = messages.get(id)
      if (!message) throw notFound()
      return message
    },
    find: (id) => messages.get(id),
    byMessageId: (messageId) => threads.byMessageId(messageId),
    *newestFirst(after) {
      for (let at = (after ? olderThan(after) : ordered.length) - 1; at >= 0; at--) {
        const message = ordered[at]
        if (message) yield message
      }
    },
    add({
      raw,
      labels: givenLabels,
      internalDate = clock.now().getTime(),
      threadId: wantedThread,
      fixedThread: fixed,
    }) {
      const { headers } = readHeaders(raw.render())
      const id = ids.message(clock.now())
      const [own] = readMessageIds(headerValue(headers, 'message-id'))
      const messageId = own === undefined ? null : copied(own)
      const subject = copied(readSubject(headerValue(headers, 'subject')))
      const parents = [
        ...readMessageIds(headerValue(headers, 'references')),
        ...readMessageIds(headerValue(headers, 'in-reply-to')),
      ]
      const threadId = threads.place({ id, messageId, subject, parents, threadId: wantedThread, fixed })
      const labelIds = [...new Set(givenLabels)]
      const historyId = history.current
      const message: Stored = {
        id,
        threadId,
        internalDate,
        raw,
        messageId,
        historyId,
        labels: new Set(labelIds),
      }
      messages.set(id, message)
      ordered.splice(olderThan(message), 0, message)
      message.historyId = history.append({ kind: 'messageAdded', id, threadId, labelIds, changed: [] })
      return message
    },
    relabel(message, add, remove) {
      const dropped = new Set(remove)
      // What goes to the trash or to spam leaves the inbox [K]; what comes back to the inbox is not taken out of them.
      if (add.includes('TRASH') || add.includes('SPAM')) dropped.add('INBOX')
      if (add.includes('TRASH')) dropped.add('SPAM')
      if (add.includes('SPAM')) dropped.add('TRASH')
      const added = add.filter((label) => !message.labels.has(label))
      const removed = [...dropped].filter((label) => message.labels.has(label) && !add.includes(label))
      for (const label of added) message.labels.add(label)
      recordLabels(message, 'labelAdded', added)
      for (const label of removed) message.labels.delete(label)
      recordLabels(message, 'labelRemoved', removed)
    },
    remove(message) {
      const { id, threadId, labels: current } = message
      messages.delete(id)
      ordered.splice(olderThan(message), 1)
      threads.forget(message)
      const draft = store.getDraft(id)
      if (draft !== undefined) drafts.delete(draft)
      history.append({ kind: 'messageDeleted', id, threadId, labelIds: [...current], changed: [] })
    },
    deleteLabel(id) {
      labels.delete(id)
      // History does not tell of it message by message [K].
      for (const message of ordered) message.labels.delete(id)
      history.pass()
    },
    getDraft: (messageId) => [...drafts].find(([, id]) => id === messageId)?.[0],
  }
  return store
}

/** A piece of a text keeps the whole text in memory; a hundred thousand subjects would keep their headers. */
function copied(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

function isOlder(a: { internalDate: number; id: string }, b: { internalDate: number; id: string }): boolean {
  return a.internalDate === b.internalDate ? a.id < b.id : a.internalDate < b.internalDate
}

/** A message from base64url, in either alphabet and with or without padding [D]. */
export function rawFromBase64(text: string): RawMessage {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw invalidArgument('Invalid value at raw (TYPE_BYTES)')
  return toRawMessage(Buffer.from(text, 'base64url'))
}
