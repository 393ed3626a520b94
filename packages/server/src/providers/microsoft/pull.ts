import { type Item, type ItemPage, type ItemState, type Position, ProviderError } from '../contract/index.ts'
import { type ReadonlyJson, readObjects, readString } from '../contract/read-json.ts'
import { GraphError } from './classify.ts'
import { type Graph, queryText, segment } from './graph.ts'
import { getState, stateProperties } from './places.ts'

const pageSize = 500

/**
 * Lists the changes in a folder since a deltaLink, or all its messages. A move shows as a removal in one folder and a
 * new message in another: whether a message is gone is certain only when every folder has answered. A folder for which
 * delta is refused is listed.
 */
export async function* pull(
  graph: Graph,
  folder: string,
  position: Position | undefined,
): AsyncGenerator<ItemPage> {
  const listedAt = position?.['listedAt']
  if (listedAt !== undefined && isWithinAnHour(listedAt, graph.now()))
    return yield* listFolder(graph, folder, listedAt)
  try {
    yield* changesIn(graph, folder, position)
  } catch (error) {
    if (!refusesChanges(error)) throw error
    yield* listFolder(graph, folder, undefined)
  }
}

/** Not trouble that passes (502, 503, 504, 429): single folders answer so for ever while their messages can be listed. */
const refusesChanges = (error: unknown): boolean =>
  error instanceof GraphError && [400, 403, 405, 500, 501].includes(error.status) && error.kind !== 'gone'

const wholeListMilliseconds = 3_600_000

const isWithinAnHour = (listedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(listedAt) < wholeListMilliseconds

/**
 * All messages of a folder, newest first. When the whole of it was listed within the hour, its newest page will do.
 * What moves meanwhile is missed or told twice: who is missing is asked for by its id before anything is believed.
 */
async function* listFolder(
  graph: Graph,
  folder: string,
  listedAt: string | undefined,
): AsyncGenerator<ItemPage> {
  const now = graph.now().toISOString()
  const query = { ...listQuery, $top: String(pageSize) }
  let url: string | undefined
  for (let isFirst = true; isFirst || url !== undefined; isFirst = false) {
    const where: { url: string } | { path: string } =
      url === undefined ? { path: `me/mailFolders/${segment(folder)}/messages${queryText(query)}` } : { url }
    const answer = await graph.call({ method: 'GET', ...where, doing: 'listing a folder' })
    const page = (await answer.json()) as ReadonlyJson
    url = readString(page['@odata.nextLink']) || undefined
    const isOnlyNewest = listedAt !== undefined && url !== undefined
    const position = isOnlyNewest ? { listedAt } : url === undefined ? { listedAt: now } : undefined
    yield { ...getItems(readObjects(page['value'])), reset: isFirst && !isOnlyNewest, position }
    if (isOnlyNewest) return
  }
}

const listQuery = { $select: `id,receivedDateTime,${stateProperties}`, $orderby: 'receivedDateTime desc' }

/** The newest messages of all folders, as they are. */
export async function newest(graph: Graph): Promise<Map<string, ItemState>> {
  const query = { ...listQuery, $top: String(pageSize) }
  const page = await graph.get('me/messages', query, 'checking the newest messages')
  const { items } = getItems(readObjects(page['value']))
  return new Map(items.flatMap(({ id, state }) => (state ? [[id, state] as const] : [])))
}

async function* changesIn(
  graph: Graph,
  folder: string,
  position: Position | undefined,
): AsyncGenerator<ItemPage> {
  const since = position?.['deltaLink']
  if (position !== undefined && since === undefined) return yield* pages(graph, first(folder), true)
  if (since === undefined) return yield* pages(graph, first(folder), false)
  let began = false
  try {
    for await (const page of pages(graph, { url: since }, false)) {
      began = true
      yield page
    }
  } catch (error) {
    // 410, or 40x with a code of its own: the link is too old. In the midst of pages the whole is begun again.
    if (!(error instanceof ProviderError) || error.kind !== 'gone') throw error
    if (began || (await isThere(graph, folder))) yield* pages(graph, first(folder), true)
    else throw error
  }
}

const first = (folder: string): { path: string } => ({
  path: `me/mailFolders/${segment(folder)}/messages/delta` + queryText(listQuery),
})

async function isThere(graph: Graph, folder: string): Promise<boolean> {
  try {
    await graph.get(`me/mailFolders/${segment(folder)}`, { $select: 'id' }, 'looking for a folder')
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'gone') return false
    throw error
  }
}

/** Pages may be empty and go on all the same, and may repeat what an earlier one said. */
async function* pages(
  graph: Graph,
  start: { url: string } | { path: string },
  isReset: boolean,
): AsyncGenerator<ItemPage> {
  let where: { url: string } | { path: string } = start
  let reset = isReset
  for (;;) {
    const answer = await graph.call({
      method: 'GET',
      ...where,
      prefer: [`odata.maxpagesize=${pageSize}`],
      doing: 'reading what changed in a folder',
    })
    const page = (await answer.json()) as ReadonlyJson
    const next = readString(page['@odata.nextLink'])
    const delta = readString(page['@odata.deltaLink'])
    if (next === '' && delta === '')
      throw new ProviderError('malformed', 'Microsoft named no place to read on from')
    yield {
      ...getItems(readObjects(page['value'])),
      reset,
      position: delta === '' ? undefined : { deltaLink: delta },
    }
    if (next === '') return
    reset = false
    where = { url: next }
  }
}

function getItems(values: readonly ReadonlyJson[]): Pick<ItemPage, 'items' | 'deleted' | 'left'> {
  const items: Item[] = []
  const left: string[] = []
  for (const value of values) {
    const id = readString(value['id'])
    if (id === '') continue
    if (value['@removed'] !== undefined) left.push(id)
    else items.push({ id, rank: computeRank(value), state: getState(value) })
  }
  return { items, deleted: [], left: left.filter((id) => !items.some((item) => item.id === id)) }
}

/** Seconds since 1970: newer is fetched first. */
function computeRank(message: ReadonlyJson): number {
  const received = Date.parse(readString(message['receivedDateTime']))
  return Number.isNaN(received) ? 0 : Math.max(0, Math.floor(received / 1000))
}

/** Ids of messages with this Message-ID, in any folder. */
export async function findByMessageId(graph: Graph, messageId: string): Promise<string[]> {
  const literal = `<${messageId}>`.replaceAll("'", "''")
  const query = { $filter: `internetMessageId eq '${literal}'`, $select: 'id' }
  const messageIds: string[] = []
  for await (const page of graph.pages('me/messages', query, 'looking for a message'))
    messageIds.push(...page.map((message) => readString(message['id'])))
  return messageIds
}
