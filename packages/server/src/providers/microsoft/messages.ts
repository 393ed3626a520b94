import { type FetchedItem, type ItemState, ProviderError } from '../contract/index.ts'
import { readString } from '../contract/read-json.ts'
import { batch } from './batch.ts'
import { GraphError, graphError } from './classify.ts'
import { toFailure } from './item-failure.ts'
import { type Graph, segment } from './graph.ts'
import { getState, stateProperties } from './places.ts'
import { rebuildMessage } from './rebuild.ts'

const atOnce = 2

/**
 * Whole messages. The MIME of `$value` is what Exchange makes of a message, not the bytes it received; nothing better is
 * to be had.
 */
export async function* fetchMessages(graph: Graph, ids: readonly string[]): AsyncGenerator<FetchedItem> {
  const coming: Array<Promise<FetchedItem>> = []
  for (const id of ids) {
    const message = fetchMessage(graph, id)
    message.catch(() => {}) // thrown when its turn comes
    coming.push(message)
    if (coming.length < atOnce) continue
    const done = await coming.shift()
    if (done) yield done
  }
  for (const message of coming) yield await message
}

async function fetchMessage(graph: Graph, id: string): Promise<FetchedItem> {
  const path = `me/messages/${segment(id)}`
  const doing = 'fetching messages'
  try {
    const message = await graph.get(path, { $select: `receivedDateTime,${stateProperties}` }, doing)
    const state = getState(message)
    const received = new Date(readString(message['receivedDateTime']))
    if (!state || Number.isNaN(received.getTime()))
      return { id, kind: 'failed', reason: 'Microsoft did not say where the message is' }
    const answer = await graph.call({ method: 'GET', path: `${path}/$value`, doing })
    return { id, kind: 'message', raw: await bytes(answer.body), receivedAt: received, ...state }
  } catch (error) {
    if (isNeverConverted(error)) return rebuildMessage(graph, id)
    return toFailure(id, error)
  }
}

/** Exchange cannot write this message as MIME, today or ever: opaque S/MIME, odd messages within messages. */
const isNeverConverted = (error: unknown): boolean =>
  error instanceof GraphError && error.code.endsWith('contentconversionfailed')

async function bytes(body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of body ?? []) chunks.push(chunk)
  } catch (cause) {
    throw new ProviderError('unreachable', 'A message was cut off while fetching messages', { cause })
  }
  return Buffer.concat(chunks)
}

/** The mailboxes and keywords of messages; see `AccountSession.states`. */
export async function fetchStates(
  graph: Graph,
  ids: readonly string[],
  now: () => Date,
): Promise<Map<string, ItemState | undefined>> {
  const doing = 'asking for messages'
  const calls = ids.map((id) => ({
    key: id,
    method: 'GET' as const,
    url: `/me/messages/${segment(id)}?$select=${stateProperties}`,
  }))
  const states = new Map<string, ItemState | undefined>()
  for await (const { key, status, headers, body } of batch(graph, calls, doing)) {
    if (status === 404) continue
    if (status === 200) states.set(key, getState(body))
    else {
      const failure = toFailure(
        key,
        graphError({ status, headers, body: JSON.stringify(body) }, doing, now()),
      )
      if (failure.kind === 'failed') states.set(key, undefined)
    }
  }
  return states
}
