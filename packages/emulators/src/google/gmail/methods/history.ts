import type { Entry } from '../../../log/log.ts'
import type { Ask, GmailHandler } from '../ask.ts'
import type { GmailChange } from '../history.ts'
import { page } from '../paging.ts'
import { invalidArgument, notFound } from '../refusal.ts'

export const history: Record<string, GmailHandler> = {
  'history.list': (ask) => {
    const start = getStart(ask)
    if (ask.fault?.kind === 'cursor-gone') throw notFound()
    const lagMs = ask.fault?.kind === 'lag' ? ask.fault.ms : 0
    const { store } = ask.mailbox
    const isIncluded = getFilter(ask)
    const changes = store.history.since(start, lagMs)
    // Too old, and to be answered by reading everything anew [D].
    if (!changes) throw notFound()
    const { items, nextPageToken } = page<Entry<GmailChange>>(
      ask,
      (after) => changes.filter(({ seq, op }) => seq > Number(after ?? 0) && isIncluded(op)),
      ({ seq }) => seq,
    )
    // What cannot be read yet is not announced as read either.
    const current = lagMs > 0 ? (changes.at(-1)?.op.historyId ?? start) : store.history.current
    // No news, no `history` key [F].
    return {
      ...(items.length > 0 && { history: items.map(({ op }) => record(op)) }),
      ...(nextPageToken !== undefined && { nextPageToken }),
      historyId: String(current),
    }
  },
}

function getStart(ask: Ask): bigint {
  const startHistoryId = ask.query.get('startHistoryId')
  if (!startHistoryId) throw invalidArgument('Missing required parameter: startHistoryId')
  if (!/^\d{1,20}$/.test(startHistoryId))
    throw invalidArgument('Invalid value at start_history_id (TYPE_UINT64)')
  return BigInt(startHistoryId)
}

function getFilter(ask: Ask): (change: GmailChange) => boolean {
  const kinds = ask.query.getAll('historyTypes')
  const label = ask.query.get('labelId')
  return ({ kind, labelIds, changed }) =>
    (kinds.length === 0 || kinds.includes(kind)) &&
    (label === null || labelIds.includes(label) || changed.includes(label))
}

/** A deletion means gone for good; the trash is a label [S]. */
function record(change: GmailChange): unknown {
  const { id, threadId, kind, historyId, changed } = change
  const message = { id, threadId, labelIds: [...change.labelIds] }
  const about = { id: String(historyId), messages: [{ id, threadId }] }
  switch (kind) {
    case 'messageAdded':
      return { ...about, messagesAdded: [{ message }] }
    case 'messageDeleted':
      return { ...about, messagesDeleted: [{ message }] }
    case 'labelAdded':
      return { ...about, labelsAdded: [{ message, labelIds: [...changed] }] }
    case 'labelRemoved':
      return { ...about, labelsRemoved: [{ message, labelIds: [...changed] }] }
  }
}
