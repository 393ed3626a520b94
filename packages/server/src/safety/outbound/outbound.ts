import type { HttpResponse, Purpose } from '../../egress/network/index.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import { checkUrl } from './check-url.ts'
import type { Outbound, OutboundPurpose, OutboundResult } from './types.ts'
import { maxRedirects, type OutboundPolicy, policies } from './policies.ts'
import { getFirst, type OutboundOptions, wayOut, type OutboundAgent, withinBudget } from './outbound-agent.ts'

/** The guarded way out; connections are never shared between purposes. */
export function createOutbound(options: OutboundOptions): Outbound {
  const ways = {
    image: wayOut(policies.image, options),
    discovery: wayOut(policies.discovery, options),
  } satisfies Record<OutboundPurpose, OutboundAgent>
  return (outboundPurpose, url, owner, sender) => {
    const way = ways[outboundPurpose]
    const purpose = { reason: reasons[outboundPurpose], owner, ...(sender !== undefined && { sender }) }
    return withinBudget(way, (signal) => follow(way, purpose, url, signal))
  }
}

const reasons = { image: 'picture', discovery: 'discovery' } as const

/** Redirects are followed by hand so that every hop passes the same checks as the first address. */
async function follow(
  way: OutboundAgent,
  purpose: Purpose,
  start: string,
  signal: AbortSignal,
): Promise<OutboundResult> {
  let next = start
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const checked = checkUrl(next, way.policy)
    if (!checked.ok) return checked
    const answer = await get(way, purpose, checked.url, signal)
    const location = redirectTarget(answer, checked.url)
    if (location === undefined) return await read(answer, way.policy)
    answer.body.on('error', () => {}).destroy()
    next = location
  }
  return { ok: false, why: 'too-many-redirects' }
}

/** Sends nothing that tells who asks: no cookie, no referrer, a constant agent name; identity, so that sizes are true. */
function get(
  { client }: OutboundAgent,
  purpose: Purpose,
  url: URL,
  signal: AbortSignal,
): Promise<HttpResponse> {
  return client.request(purpose, url, {
    method: 'GET',
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'Mozilla/5.0 (compatible; plMail)',
    },
    signal,
  })
}

const redirects = new Set([301, 302, 303, 307, 308])

function redirectTarget(answer: HttpResponse, base: URL): string | undefined {
  if (!redirects.has(answer.statusCode)) return undefined
  const location = getFirst(answer.headers['location'])
  if (location === undefined) return undefined
  return parseUrl(location, base)?.href ?? location
}

async function read(answer: HttpResponse, policy: OutboundPolicy): Promise<OutboundResult> {
  if (Number(getFirst(answer.headers['content-length']) ?? 0) > policy.maxBytes) {
    answer.body.on('error', () => {}).destroy()
    return { ok: false, why: 'too-large' }
  }
  const chunks: Buffer[] = []
  // maxResponseSize of the agent ends a body that announced no length or lied about it
  for await (const chunk of answer.body) chunks.push(Buffer.from(chunk))
  const contentType = getFirst(answer.headers['content-type']) ?? ''
  return {
    ok: true,
    response: {
      status: answer.statusCode,
      contentType: (contentType.split(';')[0] ?? '').trim().toLowerCase(),
      body: Buffer.concat(chunks),
    },
  }
}
