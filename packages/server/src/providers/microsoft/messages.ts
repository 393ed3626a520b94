import { type FetchedItem, type ItemState, ProviderError } from '../contract/index.ts'
import { stringOf } from '../contract/read-json.ts'
import { batch } from './batch.ts'
import { graphError } from './classify.ts'
import { type Graph, segment } from './graph.ts'
import { stateOf, stateProperties } from './places.ts'

const atOnce = 2

/**
 * Whole messages. The MIME of `$value` is what Exchange makes of a message, not the bytes it received; nothing better is
 * to be had.
 */
export async function* fetchMessages(graph: Graph, ids: readonly string[]): AsyncGenerator<FetchedItem> {
  const coming: Array<Promise<FetchedItem>> = []
  for (const id of ids) {
    const one = fetchOne(graph, id)
    one.catch(() => {}) // thrown when its turn comes
    coming.push(one)
    if (coming.length < atOnce) continue
    const done = await coming.shift()
    if (done) yield done
  }
  for (const one of coming) yield await one
}

async function fetchOne(graph: Graph, id: string): Promise<FetchedItem> {
  const path = `me/messages/${segment(id)}`
  const doing = 'fetching messages'
  try {
    const message = await graph.get(path, { $select: `receivedDateTime,${stateProperties}` }, doing)
    const state = stateOf(message)
    const received = new Date(stringOf(message['receivedDateTime']))
    if (!state || Number.isNaN(received.getTime()))
      return { id, kind: 'failed', reason: 'Microsoft did not say where the message is' }
    const answer = await graph.call({ method: 'GET', path: `${path}/$value`, doing })
    return { id, kind: 'message', raw: await bytes(answer.body), receivedAt: received, ...state }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'gone') return { id, kind: 'gone' }
    if (error.kind === 'refused' || error.kind === 'malformed')
      return { id, kind: 'failed', reason: error.message }
    throw error
  }
}

async function bytes(body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of body ?? []) chunks.push(chunk)
  } catch (cause) {
    throw new ProviderError('unreachable', 'A message was cut off while fetching messages', { cause })
  }
  return Buffer.concat(chunks)
}

/** Where messages are and what they are marked with; those that are gone are left out. */
export async function statesOf(
  graph: Graph,
  ids: readonly string[],
  now: () => Date,
): Promise<Map<string, ItemState>> {
  const calls = ids.map((id) => ({
    key: id,
    method: 'GET' as const,
    url: `/me/messages/${segment(id)}?$select=${stateProperties}`,
  }))
  const states = new Map<string, ItemState>()
  for await (const { key, status, headers, body } of batch(graph, calls, 'asking for messages')) {
    if (status === 404) continue
    const state = stateOf(body)
    if (status !== 200 || !state)
      throw graphError({ status, headers, body: JSON.stringify(body) }, 'asking for messages', now())
    states.set(key, state)
  }
  return states
}
