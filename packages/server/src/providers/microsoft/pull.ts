import { type Item, type ItemPage, type Position, ProviderError } from '../contract/index.ts'
import { type Json, objectsOf, stringOf } from '../contract/read-json.ts'
import { type Graph, queryText, segment } from './graph.ts'
import { stateOf, stateProperties } from './places.ts'

const pageSize = 500

/**
 * What changed in a folder since a deltaLink, or all that is in it. A move shows as removed here and new there: whether a
 * message is gone is known only when every folder has answered.
 */
export async function* pull(
  graph: Graph,
  folder: string,
  position: Position | undefined,
): AsyncGenerator<ItemPage> {
  const since = position?.['deltaLink']
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
  path:
    `me/mailFolders/${segment(folder)}/messages/delta` +
    queryText({ $select: `id,receivedDateTime,${stateProperties}`, $orderby: 'receivedDateTime desc' }),
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
    const page = (await answer.json()) as Json
    const next = stringOf(page['@odata.nextLink'])
    const delta = stringOf(page['@odata.deltaLink'])
    if (next === '' && delta === '')
      throw new ProviderError('malformed', 'Microsoft named no place to read on from')
    yield {
      ...itemsOf(objectsOf(page['value'])),
      reset,
      position: delta === '' ? undefined : { deltaLink: delta },
    }
    if (next === '') return
    reset = false
    where = { url: next }
  }
}

function itemsOf(values: readonly Json[]): Pick<ItemPage, 'items' | 'deleted' | 'left'> {
  const items: Item[] = []
  const left: string[] = []
  for (const value of values) {
    const id = stringOf(value['id'])
    if (id === '') continue
    if (value['@removed'] !== undefined) left.push(id)
    else items.push({ id, rank: rankOf(value), state: stateOf(value) })
  }
  return { items, deleted: [], left: left.filter((id) => !items.some((item) => item.id === id)) }
}

/** Seconds since 1970: newer is fetched first. */
function rankOf(message: Json): number {
  const received = Date.parse(stringOf(message['receivedDateTime']))
  return Number.isNaN(received) ? 0 : Math.max(0, Math.floor(received / 1000))
}

/** Ids of messages with this Message-ID, in any folder. */
export async function findByMessageId(graph: Graph, messageId: string): Promise<string[]> {
  const literal = `<${messageId}>`.replaceAll("'", "''")
  const query = { $filter: `internetMessageId eq '${literal}'`, $select: 'id' }
  const found: string[] = []
  for await (const page of graph.pages('me/messages', query, 'looking for a message'))
    found.push(...page.map((message) => stringOf(message['id'])))
  return found
}
