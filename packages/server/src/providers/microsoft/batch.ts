import { ProviderError } from '../contract/index.ts'
import { type Json, numberOf, objectOf, objectsOf, stringOf } from '../contract/read-json.ts'
import { type Graph, immutableIds } from './graph.ts'

/** One request inside a batch. `key` names it in the answer. */
export interface BatchCall {
  key: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to the version, with a slash in front. */
  url: string
  body?: unknown
}

export interface BatchAnswer {
  key: string
  status: number
  headers: Headers
  body: Json
}

const mostParts = 20

/**
 * Several requests in one ("Combine multiple HTTP requests using JSON batching"). Each answers for itself, in any order;
 * header fields of the batch do not hold for its parts. One without an answer throws `busy`.
 */
export async function* batch(
  graph: Graph,
  calls: readonly BatchCall[],
  doing: string,
): AsyncGenerator<BatchAnswer> {
  for (let from = 0; from < calls.length; from += mostParts) {
    const slice = calls.slice(from, from + mostParts)
    // Ids of parts are compared without regard to case, those of messages are not: so parts are numbered.
    const requests = slice.map(({ method, url, body }, index) => ({
      id: String(index),
      method,
      url,
      headers: {
        Prefer: immutableIds,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    }))
    const answer = await graph.send('POST', '$batch', { requests }, doing)
    const open = new Set(slice)
    for (const part of objectsOf(answer['responses'])) {
      const call = slice[Number(stringOf(part['id']))]
      if (!call || !open.delete(call)) continue
      yield {
        key: call.key,
        status: numberOf(part['status']) ?? 0,
        headers: headersOf(part['headers']),
        body: objectOf(part['body']),
      }
    }
    if (open.size > 0) throw new ProviderError('busy', `Microsoft left out an answer while ${doing}`)
  }
}

function headersOf(value: unknown): Headers {
  const pairs = Object.entries(objectOf(value)).flatMap(([name, one]): Array<[string, string]> =>
    typeof one === 'string' ? [[name, one]] : [],
  )
  return new Headers(pairs)
}
