import type { Ask, GmailHandler } from '../ask.ts'
import { messageIn, param } from '../ask.ts'
import { textIn, textsIn } from '../fields.ts'
import { refuseUnreadable } from '../odd.ts'
import { page } from '../paging.ts'
import { forbidden, invalidArgument, notFound } from '../refusal.ts'
import {
  getAttachment,
  type MessageFormat,
  labelledReference,
  messageReference,
  messageResource,
} from '../resource.ts'
import { readSearch } from '../search.ts'
import type { Stored } from '../stored.ts'
import { headerValue, readHeaders } from '../../../mime/index.ts'

/** Ids in one batchModify or batchDelete [S]. */
const maxIds = 1_000

export const messages: Record<string, GmailHandler> = {
  'messages.list': (ask) => {
    const matches = getFilter(ask)
    const { items, nextPageToken } = page(
      ask,
      (after) => filtered(ask.mailbox.store.newestFirst(placeIn(after)), matches),
      getPlace,
    )
    // An empty result has no `messages` key [F].
    return {
      ...(items.length > 0 && { messages: items.map(messageReference) }),
      ...(nextPageToken !== undefined && { nextPageToken }),
      resultSizeEstimate: estimate(ask, items.length, nextPageToken),
    }
  },
  'messages.get': (ask) => {
    const message = ask.mailbox.store.get(param(ask, 'id'))
    const selection = requestedFormat(ask)
    refuseUnreadable(message, selection.format)
    return messageResource(message, ask.mailbox.store.ids, selection)
  },
  'messages.attachments.get': (ask) => {
    const { store } = ask.mailbox
    const message = store.get(param(ask, 'messageId'))
    const part = store.ids.readAttachment(message.id, param(ask, 'id'))
    const content = part === undefined ? undefined : getAttachment(message, part)
    if (!content) throw invalidArgument('Invalid attachment token')
    return content
  },
  'messages.modify': (ask) => {
    const message = ask.mailbox.store.get(param(ask, 'id'))
    const { add, remove } = labelsIn(ask)
    ask.mailbox.store.relabel(message, add, remove)
    return labelledReference(message)
  },
  'messages.batchModify': (ask) => {
    const { add, remove } = labelsIn(ask)
    for (const message of messagesIn(ask)) ask.mailbox.store.relabel(message, add, remove)
  },
  'messages.batchDelete': (ask) => {
    for (const message of messagesIn(ask)) ask.mailbox.store.remove(message)
  },
  'messages.delete': (ask) => ask.mailbox.store.remove(ask.mailbox.store.get(param(ask, 'id'))),
  'messages.trash': (ask) => {
    const message = ask.mailbox.store.get(param(ask, 'id'))
    ask.mailbox.store.relabel(message, ['TRASH'], [])
    return labelledReference(message)
  },
  'messages.untrash': (ask) => {
    const message = ask.mailbox.store.get(param(ask, 'id'))
    // It does not come back to the inbox [K].
    ask.mailbox.store.relabel(message, [], ['TRASH'])
    return labelledReference(message)
  },
  'messages.send': (ask) => {
    const threadId = threadIn(ask, ask.body)
    return labelledReference(ask.mailbox.send(messageIn(ask, ask.body), { threadId }))
  },
  'messages.insert': (ask) => bring(ask, 'receivedTime', []),
  // What is imported goes through the filters of incoming mail and has no label of its own choosing by default [K].
  'messages.import': (ask) => bring(ask, 'dateHeader', []),
}

function bring(ask: Ask, defaultSource: string, defaults: readonly string[]): unknown {
  const raw = messageIn(ask, ask.body)
  const labelIds = textsIn(ask.body, 'labelIds')
  const { labels } = ask.mailbox.store
  const unknown = labelIds.find((id) => !labels.find(id))
  if (unknown !== undefined) throw invalidArgument(`Invalid label: ${unknown}`)
  const source = ask.query.get('internalDateSource') ?? defaultSource
  const written = Date.parse(headerValue(readHeaders(raw.render()).headers, 'date') ?? '')
  const internalDate = source === 'dateHeader' && !Number.isNaN(written) ? written : ask.now.getTime()
  const threadId = threadIn(ask, ask.body)
  const message = ask.mailbox.store.add({ raw, labels: [...defaults, ...labelIds], internalDate, threadId })
  if (message.labels.has('DRAFT')) ask.mailbox.store.drafts.set(ask.mailbox.store.ids.draft(), message.id)
  return labelledReference(message)
}

/** A thread that is asked for has to be there [F]. */
export function threadIn(ask: Ask, holder: unknown): string | undefined {
  const threadId = textIn(holder, 'threadId')
  if (threadId === undefined || threadId === '') return undefined
  if (!ask.mailbox.store.threads.has(threadId)) throw notFound()
  return threadId
}

export function labelsIn(ask: Ask): { add: string[]; remove: string[] } {
  const add = textsIn(ask.body, 'addLabelIds')
  const remove = textsIn(ask.body, 'removeLabelIds')
  ask.mailbox.store.labels.settable(add)
  ask.mailbox.store.labels.settable(remove)
  if (add.length + remove.length === 0) throw invalidArgument('No label add or removes specified')
  if (add.some((id) => remove.includes(id)))
    throw invalidArgument('Cannot both add and remove the same label')
  return { add, remove }
}

/** Unknown ids are passed over [D]. */
function messagesIn(ask: Ask): Stored[] {
  const ids = textsIn(ask.body, 'ids')
  if (ids.length === 0) throw invalidArgument('No message ids specified')
  if (ids.length > maxIds) throw invalidArgument(`Too many message ids: at most ${maxIds}`)
  return [...new Set(ids)].flatMap((id) => ask.mailbox.store.find(id) ?? [])
}

export function requestedFormat(ask: Ask): { format: MessageFormat; metadataHeaders: string[] } {
  const formatName = ask.query.get('format')?.toLowerCase()
  const format =
    formatName === 'minimal' || formatName === 'metadata' || formatName === 'raw' ? formatName : 'full'
  if (ask.metadataOnly && (format === 'full' || format === 'raw'))
    throw forbidden(`Metadata scope doesn't allow format ${format.toUpperCase()}`)
  return { format, metadataHeaders: ask.query.getAll('metadataHeaders') }
}

/** Whether a message belongs to the list that is asked for; spam and trash only on request. */
export function getFilter(ask: Ask): (message: Stored) => boolean {
  const { query, mailbox, now } = ask
  const q = query.get('q') ?? ''
  if (q !== '' && ask.metadataOnly) throw forbidden("Metadata scope does not support 'q' parameter")
  const labelIds = query.getAll('labelIds')
  const { labels } = mailbox.store
  const unknown = labelIds.find((id) => !labels.find(id))
  if (unknown !== undefined) throw invalidArgument(`Invalid label: ${unknown}`)
  const search = q === '' ? undefined : readSearch(q, { labels, now, email: mailbox.email })
  const hides =
    query.get('includeSpamTrash') !== 'true' &&
    !(search?.reachesSpamTrash ?? false) &&
    !labelIds.includes('SPAM') &&
    !labelIds.includes('TRASH')
  return (message) =>
    labelIds.every((id) => message.labels.has(id)) &&
    !(hides && (message.labels.has('SPAM') || message.labels.has('TRASH'))) &&
    (search?.matches(message) ?? true)
}

export function* filtered(
  candidates: Iterable<Stored>,
  matches: (message: Stored) => boolean,
): Generator<Stored> {
  for (const message of candidates) if (matches(message)) yield message
}

/** The place of a message in the order of the mailbox, so that new mail does not shift the pages. */
export function getPlace({ internalDate, id }: Stored): [number, string] {
  return [internalDate, id]
}

export function placeIn(place: unknown): { internalDate: number; id: string } | undefined {
  return Array.isArray(place) ? { internalDate: Number(place[0]), id: String(place[1]) } : undefined
}

/** A guess, and a bad one as soon as there is another page [F]. */
export function estimate(ask: Ask, count: number, nextPageToken: string | undefined): number {
  return nextPageToken === undefined ? count : 201 + Math.floor(ask.mailbox.store.ids.noise() * 100)
}
