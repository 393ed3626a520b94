import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '../contract/index.ts'
import { type ReadonlyJson, readNumber, readObject, readObjects, readString } from '../contract/read-json.ts'
import { graphError } from './classify.ts'
import { type Graph, immutableIds, shortWait } from './graph.ts'

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
  body: ReadonlyJson
}

const maxParts = 20
const tries = 5

/**
 * Several requests in one ("Combine multiple HTTP requests using JSON batching"). Each answers for itself, in any order;
 * header fields of the batch do not hold for its parts. One without an answer throws `busy`.
 */
export async function* batch(
  graph: Graph,
  calls: readonly BatchCall[],
  doing: string,
): AsyncGenerator<BatchAnswer> {
  for (let from = 0; from < calls.length; from += maxParts)
    yield* patiently(graph, calls.slice(from, from + maxParts), doing)
}

/**
 * Parts that came while four others were in flight are sent again a moment later, and once more those whose token had
 * ended: the batch itself is taken with any.
 */
async function* patiently(
  graph: Graph,
  calls: readonly BatchCall[],
  doing: string,
): AsyncGenerator<BatchAnswer> {
  let left = calls
  let isRenewed = false
  for (let attempt = 1; left.length > 0; attempt++) {
    const again: BatchCall[] = []
    const refused: BatchCall[] = []
    let wait = 0
    for await (const [call, answer] of once(graph, left, doing)) {
      const body = JSON.stringify(answer.body)
      const short =
        answer.status === 429
          ? shortWait(graphError({ ...answer, body }, doing, graph.now()), graph.now())
          : undefined
      if (answer.status === 401 && !isRenewed) refused.push(call)
      else if (short === undefined || attempt === tries) yield answer
      else {
        again.push(call)
        wait = Math.max(wait, short)
      }
    }
    if (refused.length > 0) await graph.renewToken()
    isRenewed ||= refused.length > 0
    left = [...refused, ...again]
    if (again.length > 0) await sleep(wait)
  }
}

async function* once(
  graph: Graph,
  slice: readonly BatchCall[],
  doing: string,
): AsyncGenerator<[BatchCall, BatchAnswer]> {
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
  for (const part of readObjects(answer['responses'])) {
    const call = slice[Number(readString(part['id']))]
    if (!call || !open.delete(call)) continue
    const callAnswer = {
      key: call.key,
      status: readNumber(part['status']) ?? 0,
      headers: getHeaders(part['headers']),
      body: readObject(part['body']),
    }
    yield [call, callAnswer]
  }
  if (open.size > 0) throw new ProviderError('busy', `Microsoft left out an answer while ${doing}`)
}

function getHeaders(value: unknown): Headers {
  const pairs = Object.entries(readObject(value)).flatMap(([name, headerValue]): Array<[string, string]> =>
    typeof headerValue === 'string' ? [[name, headerValue]] : [],
  )
  return new Headers(pairs)
}
