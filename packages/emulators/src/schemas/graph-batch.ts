import type { Gate, SeenExchange } from '../http/origin.ts'
import { isRecord } from './table.ts'

/** More than this in one `$batch` is refused [D]. */
const maxRequests = 20

export const isGraphBatch = (request: SeenExchange): boolean =>
  /^\/(v1\.0|beta)\/\$batch($|\?)/.test(request.url)

/** Ids unique whatever their case, relative urls, a Content-Type with each body, and each part judged by itself [D]. */
export function checkGraphBatch(gate: Gate, request: SeenExchange): string[] {
  const requests = isRecord(request.body) ? request.body['requests'] : undefined
  if (!Array.isArray(requests) || requests.length === 0) return ['requests: absent']
  const problems: string[] = []
  if (requests.length > maxRequests) problems.push(`requests: ${requests.length} of at most ${maxRequests}`)
  const ids = new Set<string>()
  for (const requestPart of requests) {
    if (!isRecord(requestPart)) {
      problems.push('requests: not an object')
      continue
    }
    const id = typeof requestPart['id'] === 'string' ? requestPart['id'] : ''
    if (id === '' || ids.has(id.toLowerCase())) problems.push(`id "${id}": absent or repeated`)
    problems.push(...checkOne(gate, requestPart, ids).map((problem) => `part ${id}: ${problem}`))
    ids.add(id.toLowerCase())
  }
  return problems
}

/** `before` holds the ids of the parts before this one. */
function checkOne(gate: Gate, request: Record<string, unknown>, before: ReadonlySet<string>): string[] {
  const problems: string[] = []
  const { url, method, body, headers, dependsOn } = request
  if (typeof url !== 'string' || typeof method !== 'string') return ['method or url absent']
  if (/^https?:/i.test(url)) return ['absolute url']
  const named = isRecord(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : []
  if (body !== undefined && !named.includes('content-type')) problems.push('body without Content-Type')
  for (const id of Array.isArray(dependsOn) ? dependsOn : [])
    if (!before.has(String(id).toLowerCase()))
      problems.push(`dependsOn ${id}, which does not stand before it`)
  return [...problems, ...gate.checkRequest(innerRequest(request))]
}

export function checkGraphBatchReply(
  gate: Gate,
  request: SeenExchange,
  status: number,
  body: unknown,
): string[] {
  if (status >= 400) return []
  const responses = isRecord(body) ? body['responses'] : undefined
  if (!Array.isArray(responses)) return ['responses: not an array']
  const requests =
    isRecord(request.body) && Array.isArray(request.body['requests']) ? request.body['requests'] : []
  return responses.flatMap((response) => {
    if (!isRecord(response) || typeof response['id'] !== 'string' || typeof response['status'] !== 'number')
      return ['responses: malformed']
    const requestPart = requests.find(
      (candidate) => isRecord(candidate) && candidate['id'] === response['id'],
    )
    if (!isRecord(requestPart)) return [`part ${response['id']}: answers no request of the batch`]
    // Bytes travel as base64 text inside a batch, JSON as it is.
    return gate
      .checkReply(innerRequest(requestPart), response['status'], response['body'])
      .map((problem) => `part ${String(response['id'])}: ${problem}`)
  })
}

function innerRequest(request: Record<string, unknown>): SeenExchange {
  const url = `/v1.0/${String(request['url']).replace(/^\//, '')}`
  return { method: String(request['method']), url, headers: {}, body: request['body'] }
}
