import { gunzipSync } from 'node:zlib'
import type { Clock } from '../../kit/clock.ts'
import { type AskServer, ProviderError, retryAt, type ServerAnswer, unreached } from '../contract/index.ts'
import { parseUrl } from '../../kit/parse-url.ts'

export interface FeedNeeds {
  ask: AskServer
  clock: Clock
}

/** The validators that a server sent with a file (RFC 9110 §8.8). */
export interface Validators {
  etag: string | undefined
  modified: string | undefined
}

export type FetchedFeed = 'unchanged' | { text: string; validators: Validators }

const maxBytes = 8 * 1024 * 1024
const maxRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** `webcal:` is how pages offer a calendar by https; an address without a scheme is one by https too. */
export function feedAddress(text: string): string {
  const trimmed = text.trim()
  const address = trimmed.replace(/^webcals?:\/\//i, 'https://')
  return /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
}

/** The file, unless it is still what the validators say. Throws ProviderError with a sentence for whoever subscribed. */
export async function fetchFeed(
  { ask, clock }: FeedNeeds,
  address: string,
  validators: Validators | undefined,
): Promise<FetchedFeed> {
  let url = address
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await ask({ method: 'GET', url, headers: headersFor(validators) })
    if (!answer.ok) throw unreached(answer, parseHost(url), 'fetching a subscribed calendar')
    if (answer.status === 304 && validators) return 'unchanged'
    const location = redirects.has(answer.status) ? answer.headers['location'] : undefined
    if (location === undefined) return read(answer, parseHost(url), clock)
    const next = parseUrl(location, url)
    if (!next) break
    url = next.href
  }
  throw new ProviderError('refused', 'The feed redirects again and again', {
    problem: { problem: 'calendar-source/too-many-redirects' },
  })
}

const parseHost = (url: string): string => parseUrl(url)?.host ?? url

function headersFor(validators: Validators | undefined): Record<string, string> {
  return {
    accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
    ...(validators?.etag === undefined ? {} : { 'if-none-match': validators.etag }),
    ...(validators?.modified === undefined ? {} : { 'if-modified-since': validators.modified }),
  }
}

function read(answer: ServerAnswer, host: string, clock: Clock): FetchedFeed {
  const { status, headers, body } = answer
  if (status !== 200) throw refusal(answer, host, clock)
  if (body.length > maxBytes) throw tooLarge()
  const validators = { etag: headers['etag'], modified: headers['last-modified'] }
  return { text: unpacked(body).toString('utf8'), validators }
}

/** Nobody asks for a packed file; some send one all the same. It grows no further than an unpacked one may. */
function unpacked(body: Buffer): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes })
  } catch {
    // Broken, or larger than that.
    throw tooLarge()
  }
}

const tooLarge = () =>
  new ProviderError('malformed', 'The feed is larger than is read', {
    problem: { problem: 'feed/too-large', most: 8 },
  })

function refusal({ status, headers }: ServerAnswer, host: string, clock: Clock): ProviderError {
  if (status === 429 || status === 503)
    return new ProviderError('throttled', 'The feed is not to be asked now', {
      until: retryAt(headers['retry-after'], clock.now()),
      problem: { problem: 'feed/throttled', host },
    })
  if (status === 401)
    return new ProviderError('wrong-credentials', 'The feed asks for a password', {
      problem: { problem: 'feed/wants-password', host },
    })
  if (status === 404 || status === 410)
    return new ProviderError('gone', `The feed answered ${status}`, {
      problem: { problem: 'feed/gone', host, status },
    })
  if (status >= 500)
    return new ProviderError('busy', `The feed answered ${status}`, {
      problem: { problem: 'feed/status', host, status },
    })
  return new ProviderError('denied', `The feed answered ${status}`, {
    problem: { problem: 'feed/denied', host, status },
  })
}
