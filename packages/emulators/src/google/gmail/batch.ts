import { perform, type EmulatedAnswer } from '../../http/answer.ts'
import type { Fault } from '../../faults/faults.ts'
import { readHeaders, headerValue } from '../../mime/index.ts'
import { readParts } from '../../mime/index.ts'
import { type GmailDoor, type GmailRequest, getName, run } from './dispatch.ts'
import { invalidArgument, notFound, tooManyAtOnce } from './refusal.ts'

/** More is refused as a whole [D]. */
const maxParts = 100
/** From here on parts are refused here and there [D, F]. */
const calmParts = 50

interface Part {
  contentId: string
  incoming: GmailRequest
}

/** Many calls in one multipart/mixed body: each fails on its own, the whole answers 200 [D]. */
export async function answerBatch(
  door: GmailDoor,
  request: { contentType: string; authorization: string | undefined; body: Buffer },
  fault: Fault | undefined,
): Promise<EmulatedAnswer> {
  const parts = readBatch(request)
  if (!parts) return invalidArgument('Failed to parse batch request').answer
  if (parts.length > maxParts)
    return invalidArgument(`The batch request exceeds the maximum of ${maxParts} calls`).answer
  const answered: Array<{ contentId: string; answer: EmulatedAnswer }> = []
  for (const [index, part] of parts.entries())
    answered.push({ contentId: part.contentId, answer: await answerPart(door, part, index) })
  const delivered = answered.filter(({ answer }) => answer.spoiled?.kind !== 'lost')
  if (fault?.kind === 'part-missing') delivered.splice(Math.floor(door.world.random() * delivered.length), 1)
  return writeBatch(shuffled(delivered, door.world.random), door.world.nextHex(12))
}

async function answerPart(door: GmailDoor, { incoming }: Part, index: number): Promise<EmulatedAnswer> {
  const named = getName(door, incoming)
  const { world } = door
  const answer = await perform(world.faults, named, (fault) => {
    if (/^\/(resumable\/)?upload\//.test(incoming.url)) return notFound().answer
    if (fault?.kind === 'part-missing') return { status: 0, spoiled: { kind: 'lost' } }
    if (index >= calmParts && world.random() < 0.2) return tooManyAtOnce().answer
    return run(door, incoming, named, fault)
  })
  const { operation, account } = named
  const { method, url } = incoming
  world.requests.record({
    operation,
    account,
    method,
    url,
    status: answer.status,
    at: world.clock.now(),
    problems: [],
  })
  return answer
}

function readBatch(request: {
  contentType: string
  authorization: string | undefined
  body: Buffer
}): Part[] | undefined {
  if (!/^multipart\/mixed\b/i.test(request.contentType)) return undefined
  const whole = Buffer.concat([Buffer.from(`Content-Type: ${request.contentType}\r\n\r\n`), request.body])
  const parts = readParts(whole).children.map((part) => {
    const contentId = headerValue(part.headers, 'content-id') ?? ''
    const incoming = readHttp(part.content(), request.authorization)
    return part.type === 'application/http' && incoming ? { contentId, incoming } : undefined
  })
  if (parts.length === 0) return undefined
  return parts.every((part) => part !== undefined) ? parts : undefined
}

/** `GET /gmail/v1/… [HTTP/1.1]`, headers, an empty line, a body. */
function readHttp(bytes: Buffer, outer: string | undefined): GmailRequest | undefined {
  const end = bytes.indexOf(10)
  const first = bytes
    .subarray(0, end < 0 ? bytes.length : end)
    .toString('utf8')
    .trim()
  const [, method, url] = /^([A-Z]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/.exec(first) ?? []
  if (method === undefined || url === undefined) return undefined
  const rest = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 1)
  const { headers, bodyAt } = readHeaders(rest)
  const text = rest.subarray(bodyAt).toString('utf8').trim()
  // A whole address is met as well; its host plays no part [K].
  const path = url.replace(/^https?:\/\/[^/]+/, '')
  return {
    method,
    url: path,
    authorization: headerValue(headers, 'authorization') ?? outer,
    body: text === '' ? undefined : parsed(text),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Parts are matched by Content-ID; their order says nothing [D]. */
function writeBatch(
  parts: ReadonlyArray<{ contentId: string; answer: EmulatedAnswer }>,
  mark: string,
): EmulatedAnswer {
  const boundary = `batch_${mark}`
  const written = parts.map(({ contentId, answer }) => {
    const text = answer.body === undefined ? '' : bodyText(answer)
    const about = [
      `--${boundary}`,
      'Content-Type: application/http',
      ...(contentId === '' ? [] : [`Content-ID: ${responseId(contentId)}`]),
      '',
      `HTTP/1.1 ${answer.status} ${phrases[answer.status] ?? 'Error'}`,
      `Content-Type: ${answer.headers?.['content-type'] ?? 'application/json; charset=UTF-8'}`,
      ...Object.entries(answer.headers ?? {})
        .filter(([name]) => name !== 'content-type')
        .map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(text)}`,
    ]
    return `${about.join('\r\n')}\r\n\r\n${text}\r\n`
  })
  return {
    status: 200,
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
    body: `${written.join('')}--${boundary}--\r\n`,
  }
}

function bodyText(answer: EmulatedAnswer): string {
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  return answer.spoiled?.kind === 'truncate' ? text.slice(0, text.length / 2) : text
}

function responseId(contentId: string): string {
  return contentId.startsWith('<') ? `<response-${contentId.slice(1)}` : `response-${contentId}`
}

const phrases: Record<number, string> = {
  200: 'OK',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at--) {
    const swapped = Math.floor(random() * (at + 1))
    const [left, two] = [mixed[at], mixed[swapped]]
    if (left !== undefined && two !== undefined) [mixed[at], mixed[swapped]] = [two, left]
  }
  return mixed
}
