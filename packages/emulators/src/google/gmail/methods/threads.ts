import type { Ask, GmailHandler } from '../ask.ts'
import { param } from '../ask.ts'
import { page } from '../paging.ts'
import { notFound } from '../refusal.ts'
import { labelledReference, messageResource } from '../resource.ts'
import type { Stored } from '../stored.ts'
import { estimate, getFilter, labelsIn, placeIn, getPlace, requestedFormat } from './messages.ts'

export const threads: Record<string, GmailHandler> = {
  'threads.list': (ask) => {
    const matches = getFilter(ask)
    const { items, nextPageToken } = page(ask, (after) => newestOfThreads(ask, matches, after), getPlace)
    return {
      ...(items.length > 0 && { threads: items.map((message) => threadEntry(ask, message)) }),
      ...(nextPageToken !== undefined && { nextPageToken }),
      resultSizeEstimate: estimate(ask, items.length, nextPageToken),
    }
  },
  'threads.get': (ask) => {
    const requested = requestedFormat(ask)
    const messages = getMessages(ask)
    return {
      id: param(ask, 'id'),
      historyId: String(newestHistory(messages)),
      messages: messages.map((message) => messageResource(message, ask.mailbox.store.ids, requested)),
    }
  },
  'threads.modify': (ask) => {
    const messages = getMessages(ask)
    const { add, remove } = labelsIn(ask)
    return change(ask, messages, add, remove)
  },
  'threads.trash': (ask) => change(ask, getMessages(ask), ['TRASH'], []),
  'threads.untrash': (ask) => change(ask, getMessages(ask), [], ['TRASH']),
  'threads.delete': (ask) => {
    for (const message of getMessages(ask)) ask.mailbox.store.remove(message)
  },
}

function getMessages(ask: Ask): Stored[] {
  const messages = ask.mailbox.store.threads.messages(param(ask, 'id'))
  if (messages.length === 0) throw notFound()
  return messages
}

function change(ask: Ask, messages: readonly Stored[], add: string[], remove: string[]): unknown {
  for (const message of messages) ask.mailbox.store.relabel(message, add, remove)
  return { id: param(ask, 'id'), messages: messages.map(labelledReference) }
}

/** The newest matching message of each thread; a thread is shown where that one stands. */
function* newestOfThreads(
  ask: Ask,
  matches: (message: Stored) => boolean,
  after: unknown,
): Generator<Stored> {
  const { store } = ask.mailbox
  for (const message of store.newestFirst(placeIn(after))) {
    if (!matches(message)) continue
    const newest = store.threads.messages(message.threadId).findLast(matches)
    if (newest === message) yield message
  }
}

function threadEntry(ask: Ask, newest: Stored): unknown {
  const { ids, threads: storedThreads } = ask.mailbox.store
  const { snippet } = messageResource(newest, ids, { format: 'minimal' })
  const historyId = newestHistory(storedThreads.messages(newest.threadId))
  return { id: newest.threadId, snippet, historyId: String(historyId) }
}

function newestHistory(messages: readonly Stored[]): bigint {
  return messages.reduce((newest, message) => (message.historyId > newest ? message.historyId : newest), 0n)
}
