import type { EmulatedAnswer } from '../../http/answer.ts'
import { toView, type GraphCall } from '../graph/call.ts'
import { demanded, matches, parseFilter, getPaths, type Filter } from '../graph/filter.ts'
import { getPage, readPage } from '../graph/paging.ts'
import { Refused } from '../refused.ts'
import { readSelection, refuseUnknown } from '../graph/selection.ts'
import { messageJson, messagePath } from './message-json.ts'
import { parseSearch } from './search.ts'
import type { Folder, MailItem } from '../mailbox/mail-store.ts'
import type { View } from '../mailbox/view.ts'

/** `GET …/messages`: newest first, unless another order is asked for. */
export async function listMessages(call: GraphCall, folder: Folder | undefined): Promise<EmulatedAnswer> {
  const view = toView(call)
  const selection = readSelection('message', call.query)
  const page = readPage(call)
  const value: MailItem[] = []
  let total = 0
  for (const item of await chosen(call, view, folder)) {
    if (total >= page.skip && value.length < page.size) value.push(item)
    total++
    // One beyond the page tells whether there is more; only a count needs them all.
    if (!page.wantsCount && total > page.skip + page.size) break
  }
  const hasMore = total > page.skip + page.size
  return getPage(
    call,
    page,
    value.map((item) => messageJson(item, view, selection)),
    { hasMore, total },
  )
}

/** How many messages there are, or match. */
export async function countMessages(call: GraphCall, folder: Folder | undefined): Promise<number> {
  let total = 0
  for (const _ of await chosen(call, toView(call), folder)) total++
  return total
}

async function chosen(call: GraphCall, view: View, folder: Folder | undefined): Promise<Iterable<MailItem>> {
  const { query, mailbox } = call
  const search = query.get('$search')
  const filterText = query.get('$filter')
  const order = readOrder(query.get('$orderby'))
  if (search !== null) {
    // [D] Results come by date and by nothing else.
    if (filterText !== null) throw refusedSearch('SearchWithFilter', '$filter')
    if (order !== undefined) throw refusedSearch('SearchWithOrderBy', '$orderBy')
    const fits = parseSearch(search)
    return only(within(mailbox.store.all, folder), (item) => fits(item, view))
  }
  const filter = filterText === null ? undefined : parseFilter(filterText)
  if (filter && order) refuseOrder(filter, order)
  const items = await candidates(call, filter, folder)
  const fitting =
    filter === undefined
      ? items
      : only(items, (item) => matches(filter, (path) => messagePath(item, view, path)))
  return order === undefined || isUsual(order) ? fitting : ordered([...fitting], order, view)
}

/** Newest first; by Message-ID through an index, since that is how a message is looked up before it is sent again. */
async function candidates(
  call: GraphCall,
  filter: Filter | undefined,
  folder: Folder | undefined,
): Promise<Iterable<MailItem>> {
  const { store, byMessageId } = call.mailbox
  const messageId = filter && demanded(filter, 'internetMessageId')
  if (typeof messageId !== 'string') return within(store.all, folder)
  return (await byMessageId(messageId)).filter((item) => folder === undefined || item.folder === folder)
}

function within(all: Folder['messages'], folder: Folder | undefined): Iterable<MailItem> {
  return (folder?.messages ?? all).newestFirst()
}

function* only(items: Iterable<MailItem>, fits: (item: MailItem) => boolean): Generator<MailItem> {
  for (const item of items) if (fits(item)) yield item
}

interface Order {
  path: string
  isDescending: boolean
}

function readOrder(text: string | null): readonly Order[] | undefined {
  if (text === null) return undefined
  return text.split(',').map((part) => {
    const [path = '', direction = 'asc'] = part.trim().split(/\s+/)
    refuseUnknown('message', path, '$orderby')
    return { path, isDescending: direction.toLowerCase() === 'desc' }
  })
}

/** The order that lists have anyway. */
function isUsual([first, ...otherOrders]: readonly Order[]): boolean {
  return otherOrders.length === 0 && first?.path.toLowerCase() === 'receiveddatetime' && first.isDescending
}

/** [D] What orders must stand in the filter too, before everything else and in the same order. */
function refuseOrder(filter: Filter, order: readonly Order[]): void {
  const paths = [...new Set(getPaths(filter).map((path) => path.toLowerCase()))]
  if (order.every((part, at) => paths[at] === part.path.toLowerCase())) return
  throw new Refused(
    400,
    'InefficientFilter',
    'The restriction or sort order is too complex for this operation.',
  )
}

function ordered(items: MailItem[], order: readonly Order[], view: View): MailItem[] {
  const keys = new Map(
    items.map((item) => [item, order.map((part) => getKey(messagePath(item, view, part.path)))] as const),
  )
  return items.sort((a, b) => {
    for (const [at, { isDescending }] of order.entries()) {
      const [first, second] = [keys.get(a)?.[at] ?? '', keys.get(b)?.[at] ?? '']
      if (first !== second) return (first < second ? -1 : 1) * (isDescending ? -1 : 1)
    }
    return 0
  })
}

function getKey(value: unknown): string {
  return String(value ?? '').toLowerCase()
}

function refusedSearch(code: string, otherCode: string): Refused {
  return new Refused(400, code, `The query parameter '${otherCode}' is not supported with '$search'.`)
}
