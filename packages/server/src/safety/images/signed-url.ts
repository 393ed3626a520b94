import { createHmac, timingSafeEqual } from 'node:crypto'

/** The secret of this installation that signs and checks proxy addresses. Plain data, so that it can enter a worker. */
export type ImageKey = string

export const imageProxyPath = '/mail/image-proxy'

/** The three query values as they arrive: anything a stranger may have put there. */
export interface ImageQuery {
  u?: unknown
  e?: unknown
  s?: unknown
}

const dayMs = 86_400_000

/** Days an address stays valid; it is printed anew with every rendering of the message. */
const lifetimeDays = 7

export function unixDay(time: Date): number {
  return Math.floor(time.getTime() / dayMs)
}

/**
 * The proxy address of a remote image, relative to the product's origin:
 * `/mail/image-proxy?u=<base64url of the URL>&e=<unix day>&s=<32 hex>`. The frame that loads it has no cookie, so the
 * signature is its whole credential: it names the URL and the last day, nothing else can be fetched with it.
 */
export function signImageUrl(url: string, key: ImageKey, today: number): string {
  const expiry = today + lifetimeDays
  const encoded = Buffer.from(url, 'utf8').toString('base64url')
  return `${imageProxyPath}?u=${encoded}&e=${expiry}&s=${signature(encoded, String(expiry), key)}`
}

/** The URL inside a genuine, unexpired query; undefined for everything else. */
export function verifiedImageUrl(query: ImageQuery, key: ImageKey, today: number): string | undefined {
  const { u, e, s } = query
  if (typeof u !== 'string' || typeof e !== 'string' || typeof s !== 'string') return undefined
  if (!/^[0-9a-f]{32}$/.test(s)) return undefined
  const expected = Buffer.from(signature(u, e, key), 'latin1')
  if (!timingSafeEqual(expected, Buffer.from(s, 'latin1'))) return undefined
  return Number(e) >= today ? Buffer.from(u, 'base64url').toString('utf8') : undefined
}

/** The line break cannot occur in base64url or a number, so no two pairs sign alike. */
function signature(encodedUrl: string, expiry: string, key: ImageKey): string {
  const signed = `${imageProxyPath}\n${expiry}\n${encodedUrl}`
  return createHmac('sha256', key).update(signed).digest('hex').slice(0, 32)
}
