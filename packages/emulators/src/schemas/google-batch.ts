import type { Gate, SeenExchange } from '../http/origin.ts'

/** One call inside a multipart/mixed batch, as a request or as a reply. */
interface Part {
  contentId: string
  /** `GET /gmail/v1/… [HTTP/1.1]` or `HTTP/1.1 200 OK`. */
  first: string
  body: unknown
}

/** More than this in one batch is refused [D]. */
const maxParts = 100

export function checkBatchRequest(gate: Gate, request: SeenExchange): string[] {
  if (request.method !== 'POST') return [`${request.method}: a batch is a POST`]
  const parts = readParts(request.body, request.headers['content-type'])
  if (typeof parts === 'string') return [parts]
  const problems: string[] = []
  if (parts.length > maxParts) problems.push(`batch: ${parts.length} parts of at most ${maxParts}`)
  const ids = new Set<string>()
  for (const part of parts) {
    if (part.contentId === '' || ids.has(part.contentId))
      problems.push(`part <${part.contentId}>: Content-ID absent or repeated`)
    ids.add(part.contentId)
    const inner = innerRequest(part)
    if (inner.url.includes('/upload/')) problems.push(`part <${part.contentId}>: no media inside a batch`)
    problems.push(...gate.checkRequest(inner).map((problem) => `part <${part.contentId}>: ${problem}`))
  }
  return problems
}

/** Parts come in any order and one may be missing; each names its request as `response-…` [D]. */
export function checkBatchReply(gate: Gate, request: SeenExchange, status: number, body: unknown): string[] {
  if (status >= 400) return []
  const requestParts = readParts(request.body, request.headers['content-type'])
  const answered = readParts(body, undefined)
  if (typeof requestParts === 'string') return [`answered, though ${requestParts}`]
  if (typeof answered === 'string') return [answered]
  return answered.flatMap((part) => {
    const at = `part <${part.contentId}>`
    const requestPart = requestParts.find((candidate) => part.contentId === `response-${candidate.contentId}`)
    if (requestPart === undefined) return [`${at}: answers no request of the batch`]
    const code = Number(/^HTTP\/1\.1 (\d{3})/.exec(part.first)?.[1])
    if (!code) return [`${at}: no status line`]
    return gate.checkReply(innerRequest(requestPart), code, part.body).map((problem) => `${at}: ${problem}`)
  })
}

function innerRequest(part: Part): SeenExchange {
  const [method = '', url = ''] = part.first.split(' ')
  return { method, url, headers: {}, body: part.body }
}

/** Answers what is wrong when it is no multipart body. */
function readParts(body: unknown, type: unknown): Part[] | string {
  if (!Buffer.isBuffer(body) && typeof body !== 'string') return 'batch: no body'
  const text = body.toString()
  const named = /boundary="?([^";]+)"?/i.exec(String(type ?? ''))?.[1]
  // The reply's content type is not at hand here; its first line is its boundary, or its end when no part is left.
  const boundary = named ?? /^\s*--([^\r\n]+)/.exec(text)?.[1]?.trimEnd().replace(/--$/, '')
  if (boundary === undefined || !text.includes(`--${boundary}`)) return 'batch: not multipart/mixed'
  const pieces = text.split(`--${boundary}`).slice(1)
  if (!pieces.at(-1)?.startsWith('--')) return 'batch: not closed'
  return pieces.slice(0, -1).map(readPart)
}

function readPart(piece: string): Part {
  const [headers = '', http = '', ...rest] = piece.replace(/^\r?\n/, '').split(/\r?\n\r?\n/)
  const contentId = /^content-id:\s*<?([^>\r\n]*)>?/im.exec(headers)?.[1] ?? ''
  return { contentId, first: http.split(/\r?\n/)[0] ?? '', body: readJson(rest.join('\n\n').trim()) }
}

function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
