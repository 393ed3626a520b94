import type { Ask } from './ask.ts'
import { invalidArgument } from './refusal.ts'

export interface GmailPage<Item> {
  items: Item[]
  nextPageToken: string | undefined
}

/** More is cut down to this without a word [K]. */
const maxPageSize = 500

function pageSize(ask: Ask): number {
  const requestedSize = Number(ask.query.get('maxResults') ?? 100)
  return requestedSize === 0 ? 100 : Math.min(requestedSize, maxPageSize)
}

/** Everything but the token and the size of the page: a token is good only for the list it was made for. */
function getListName(ask: Ask): string {
  const rest = [...ask.query].filter(([name]) => !['pageToken', 'maxResults', 'fields', 'alt'].includes(name))
  return JSON.stringify([ask.operation, ask.mailbox.email, rest.sort()])
}

interface PageCursor {
  /** Start of this page, as passed by the caller. */
  at: unknown
  /** Start of the previous page. */
  before: unknown
}

/** The place a page token names. Throws 400 for one that was not given out for this list. */
function readCursor(ask: Ask): PageCursor | undefined {
  const token = ask.query.get('pageToken')
  if (token === null || token === '') return undefined
  const content = ask.mailbox.store.ids.unseal(token)
  if (!Array.isArray(content) || content[0] !== getListName(ask)) throw invalidArgument('Invalid pageToken')
  const [, at, before] = content
  return { at, before }
}

function cursorToken(ask: Ask, cursor: PageCursor): string {
  return ask.mailbox.store.ids.seal([getListName(ask), cursor.at, cursor.before])
}

/**
 * One page of a walk. `walk` goes on behind the place it is given, `placeOf` names the place of an item. With the fault
 * `page-repeated` a page comes a second time before the walk goes on.
 */
export function page<Item>(
  ask: Ask,
  walk: (after: unknown) => Iterable<Item>,
  getPlace: (item: Item) => unknown,
): GmailPage<Item> {
  const cursor = readCursor(ask)
  const isRepeated = ask.fault?.kind === 'page-repeated' && cursor !== undefined
  const start = isRepeated ? cursor.before : cursor?.at
  const size = pageSize(ask)
  const items: Item[] = []
  let hasMore = false
  for (const item of walk(start ?? undefined)) {
    hasMore = items.length === size
    if (hasMore) break
    items.push(item)
  }
  const last = items.at(-1)
  const listedItems = ask.fault?.kind === 'page-skipped' ? [] : items
  if (!hasMore || last === undefined) return { items: listedItems, nextPageToken: undefined }
  return {
    items: listedItems,
    nextPageToken: cursorToken(ask, { at: getPlace(last), before: start ?? null }),
  }
}
