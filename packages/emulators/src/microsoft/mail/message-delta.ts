import type { EmulatedAnswer } from '../../http/answer.ts'
import { toView, type GraphCall } from '../graph/call.ts'
import { readPage } from '../graph/paging.ts'
import { badRequest } from '../refused.ts'
import { readSelection, type FieldSelection } from '../graph/selection.ts'
import type { DeltaCursor } from './cursor.ts'
import { answerDelta, readableHead, type DeltaSource, type ListedItem } from './delta.ts'
import { refuseWithoutDelta } from './odd.ts'
import { computeEtag, getId, messageJson, readProperty } from './message-json.ts'
import { isBefore } from '../mailbox/sorted.ts'
import type { GraphMailChange, Folder, MailItem, MailOp } from '../mailbox/mail-store.ts'

/** `GET /me/mailFolders/{id}/messages/delta`: one folder at a time [D]. */
export function messageDelta(call: GraphCall, folder: Folder): EmulatedAnswer {
  refuseWithoutDelta(folder)
  return answerDelta(call, getSource(call, folder), () => begin(call, folder))
}

const allowed = ['$select', '$expand', '$filter', '$orderby', '$top', 'changetype', '$count']

function begin(call: GraphCall, folder: Folder): DeltaCursor {
  const { query } = call
  for (const name of query.keys())
    if (!allowed.includes(name.toLowerCase()))
      throw badRequest(`The query parameter '${name}' is not supported for change tracking.`)
  const order = query.get('$orderby')
  if (order !== null && !/^receivedDateTime\s+desc$/i.test(order.trim()))
    throw badRequest('Change tracking supports $orderby=receivedDateTime desc only.')
  const changeType = query.get('changeType')
  if (changeType !== null && !/^(created|updated|deleted)$/.test(changeType))
    throw badRequest(`Invalid changeType '${changeType}'.`)
  return {
    kind: 'messages',
    folder: folder.serial,
    select: query.get('$select'),
    expand: query.get('$expand'),
    changeType,
    since: readSince(query.get('$filter')),
    newestFirst: order !== null,
    size: readPage(call).size,
    from: readableHead(call, call.mailbox.store.log.head),
    upTo: null,
    at: 0,
    atTime: null,
    served: 0,
    hasPaused: false,
    withHidden: false,
    issuedAt: 0,
  }
}

/** [D] The only filter there is: `receivedDateTime ge|gt <time>`. */
function readSince(filter: string | null): number | null {
  if (filter === null) return null
  const parts = /^\s*receivedDateTime\s+(ge|gt)\s+(\S+)\s*$/i.exec(filter)
  const time = Date.parse(parts?.[2] ?? '')
  if (Number.isNaN(time)) throw badRequest('Change tracking supports $filter=receivedDateTime ge|gt only.')
  return parts?.[1]?.toLowerCase() === 'gt' ? time + 1 : time
}

function getSource(call: GraphCall, folder: Folder): DeltaSource {
  const { store } = call.mailbox
  const view = toView(call)
  let selection: FieldSelection | undefined
  const getSelection = (cursor: DeltaCursor): FieldSelection =>
    (selection ??= readSelection('message', selectionParameters(cursor)))
  const whole = (item: MailItem, cursor: DeltaCursor): object => ({
    '@odata.type': '#microsoft.graph.message',
    ...messageJson(item, view, getSelection(cursor)),
  })
  return {
    kind: 'messages',
    folder: folder.serial,
    path: `/me/mailFolders('${encodeURIComponent(folder.id)}')/messages/delta`,
    check: (cursor) => void getSelection(cursor),
    *listFrom(cursor): Generator<ListedItem> {
      for (const item of after(folder, cursor)) {
        if (cursor.since !== null && item.receivedAt < cursor.since) continue
        yield { at: item.serial, atTime: item.receivedAt, show: () => whole(item, cursor) }
      }
    },
    getKey: ({ op }) => (op.kind !== 'folder' && op.folder === folder.serial ? op.item : undefined),
    showChange(n, entries, cursor) {
      const item = store.items.get(n)
      const isHere = item?.folder === folder
      const ops = entries.map((entry) => entry.op)
      const formerIds = new Set(
        ops.flatMap((op) => (op.kind === 'left' ? [store.ids.message(n, op.moves, view.immutableIds)] : [])),
      )
      // Back again: a rest id is a new one by now, an immutable id is the same.
      if (isHere) formerIds.delete(getId(item, view))
      const gone = isOf('deleted', cursor) ? [...formerIds].map(removed) : []
      return isHere ? [...gone, ...present(item, ops, cursor)] : gone
    },
  }

  function present(item: MailItem, ops: readonly MailOp[], cursor: DeltaCursor): object[] {
    const hasArrived = ops.some((op) => op.kind === 'arrived')
    if (!isOf(hasArrived ? 'created' : 'updated', cursor)) return []
    if (cursor.since !== null && item.receivedAt < cursor.since) return []
    if (hasArrived) return [whole(item, cursor)]
    const fields = ops.flatMap((op) => (op.kind === 'changed' ? [...op.fields] : []))
    const names = fields.flatMap((field) => shownAs[field] ?? ['*'])
    return [names.includes('*') ? whole(item, cursor) : partly(item, new Set(names), cursor)]
  }

  /** [D] An update may hold nothing but what changed. */
  function partly(item: MailItem, names: ReadonlySet<string>, cursor: DeltaCursor): object {
    const selected = getSelection(cursor).fields
    const shown = [...names].filter((name) => selected?.has(name) ?? true)
    return {
      '@odata.type': '#microsoft.graph.message',
      '@odata.etag': computeEtag(item),
      id: getId(item, view),
      ...Object.fromEntries(shown.map((name) => [name, readProperty(item, view, name)])),
    }
  }
}

function isOf(change: string, cursor: DeltaCursor): boolean {
  return cursor.changeType === null || cursor.changeType === change
}

/** Deleted, whether it is gone or only elsewhere [D]. */
function removed(id: string): object {
  return { '@odata.type': '#microsoft.graph.message', id, '@removed': { reason: 'deleted' } }
}

export function selectionParameters({ select, expand }: DeltaCursor): URLSearchParams {
  const parameters = new URLSearchParams()
  if (select !== null) parameters.set('$select', select)
  if (expand !== null) parameters.set('$expand', expand)
  return parameters
}

/** Properties affected by a change; all of them, where it is not listed. */
const shownAs: Partial<Record<keyof GraphMailChange, readonly string[]>> = {
  isRead: ['isRead'],
  flag: ['flag'],
  categories: ['categories'],
  importance: ['importance'],
  inference: ['inferenceClassification'],
  extended: [],
}

/** The messages of the folder behind the cursor's place, in its order. */
function* after(folder: Folder, cursor: DeltaCursor): Generator<MailItem> {
  const { messages } = folder
  const key = cursor.atTime === null ? undefined : { serial: cursor.at, receivedAt: cursor.atTime }
  const place = key && messages.getPlace(key)
  if (cursor.newestFirst) {
    for (let at = (place ?? messages.items.length) - 1; at >= 0; at--) {
      const item = messages.items[at]
      if (item) yield item
    }
    return
  }
  for (let at = place ?? 0; at < messages.items.length; at++) {
    const item = messages.items[at]
    if (item && (key === undefined || isBefore(key, item))) yield item
  }
}
