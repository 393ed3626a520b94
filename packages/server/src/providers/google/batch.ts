import { ProviderError } from '../contract/index.ts'
import { toConnectionError } from '../contract/api.ts'
import { type Gmail, queryText, type Query } from './gmail.ts'
import { parts } from './multipart.ts'

/** One request inside a batch. `key` names it in the answer. */
export interface GmailBatchCall {
  key: string
  method: 'GET' | 'POST'
  path: string
  query?: Query
  body?: unknown
  cost: number
}

export interface GmailBatchAnswer {
  key: string
  status: number
  body: string
}

/**
 * Several requests in one (Gmail API, "Batching requests"). Each answers for itself, in any order, whatever the outer
 * status; one without an answer is left out.
 */
export async function* batch(
  gmail: Gmail,
  calls: readonly GmailBatchCall[],
  doing: string,
): AsyncGenerator<GmailBatchAnswer> {
  const refused: GmailBatchCall[] = []
  for await (const answer of once(gmail, calls, doing)) {
    const call = calls.find((candidate) => candidate.key === answer.key)
    if (answer.status === 401 && call) refused.push(call)
    else yield answer
  }
  if (refused.length === 0) return
  // The batch itself is taken with any token: each part finds for itself that it has ended.
  await gmail.api.renewToken()
  yield* once(gmail, refused, doing)
}

async function* once(
  gmail: Gmail,
  calls: readonly GmailBatchCall[],
  doing: string,
): AsyncGenerator<GmailBatchAnswer> {
  if (calls.length === 0) return
  const boundary = 'plmail-batch'
  const base = new URL(`${gmail.endpoints.gmail}/users/me`).pathname
  const body = [...calls.map((call) => requestPart(boundary, base, call)), `--${boundary}--`, ''].join('\r\n')
  const answer = await gmail.api.send({
    method: 'POST',
    url: gmail.endpoints.gmailBatch,
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
    body,
    cost: calls.reduce((sum, call) => sum + call.cost, 0),
    doing,
  })
  const own = /boundary="?([^";]+)"?/i.exec(answer.headers.get('content-type') ?? '')?.[1]
  if (own === undefined) throw new ProviderError('unreachable', `The answer is no batch while ${doing}`)
  try {
    for await (const part of parts(answer.body, own)) {
      const read = readPart(part)
      if (read) yield read
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : toConnectionError(error, doing)
  }
}

function requestPart(boundary: string, base: string, call: GmailBatchCall): string {
  const body = call.body === undefined ? '' : JSON.stringify(call.body)
  return [
    `--${boundary}`,
    'Content-Type: application/http',
    `Content-ID: <${call.key}>`,
    '',
    `${call.method} ${base}/${call.path}${queryText(call.query ?? {})}`,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n')
}

/** Parts are matched by Content-ID: their order says nothing. */
function readPart(part: Buffer): GmailBatchAnswer | undefined {
  const text = part.toString('utf8')
  const key = /^content-id:\s*<?response-([^>\r\n]+)>?/im.exec(text)?.[1]
  const status = /^HTTP\/[\d.]+ (\d{3})/m.exec(text)
  if (key === undefined || !status) return undefined
  const inner = text.slice(status.index)
  const end = /\r?\n\r?\n/.exec(inner)
  const body = end ? inner.slice(end.index + end[0].length) : ''
  return { key, status: Number(status[1]), body }
}
