import { createHmac, timingSafeEqual } from 'node:crypto'
import { openReader, type PictureReader } from './picture-reader.ts'

/** The secret of this installation that signs and checks proxy addresses. Plain data, so that it can enter a worker. */
export type ImageKey = string

export const imageProxyPath = '/mail/image-proxy'

/** The query values as they arrive: anything a stranger may have put there. */
export interface ImageQuery {
  u?: unknown
  e?: unknown
  s?: unknown
  /** Who reads; see picture-reader.ts. */
  r?: unknown
}

const dayMs = 86_400_000

/** Days an address stays valid; it is printed anew with every rendering of the message. */
const lifetimeDays = 7

export function unixDay(time: Date): number {
  return Math.floor(time.getTime() / dayMs)
}

/**
 * The proxy address of a remote image, relative to the product's origin:
 * `/mail/image-proxy?u=<base64url of the URL>&e=<unix day>&s=<32 hex>`, and `&r=<sealed reader>` where one is known. The frame that loads it has no cookie, so the
 * signature is its whole credential: it names the URL and the last day, nothing else can be fetched with it.
 */
export function signImageUrl(url: string, key: ImageKey, today: number, reader?: string): string {
  const expiry = today + lifetimeDays
  const encoded = Buffer.from(url, 'utf8').toString('base64url')
  const query = `u=${encoded}&e=${expiry}&s=${signature(encoded, String(expiry), reader, key)}`
  return `${imageProxyPath}?${query}${reader === undefined ? '' : `&r=${reader}`}`
}

/** What a genuine, unexpired query asks for; undefined for everything else. */
export function verifiedImageUrl(
  query: ImageQuery,
  key: ImageKey,
  today: number,
): { url: string; reader: PictureReader | undefined } | undefined {
  const { u, e, s, r } = query
  if (typeof u !== 'string' || typeof e !== 'string' || typeof s !== 'string') return undefined
  if (r !== undefined && typeof r !== 'string') return undefined
  if (!/^[0-9a-f]{32}$/.test(s)) return undefined
  const expected = Buffer.from(signature(u, e, r, key), 'latin1')
  if (!timingSafeEqual(expected, Buffer.from(s, 'latin1'))) return undefined
  if (!(Number(e) >= today)) return undefined
  const reader = r === undefined ? undefined : openReader(r, key)
  return { url: Buffer.from(u, 'base64url').toString('utf8'), reader }
}

/** The line break cannot occur in base64url or a number, so no two queries sign alike. */
function signature(encodedUrl: string, expiry: string, reader: string | undefined, key: ImageKey): string {
  const signed = `${imageProxyPath}\n${expiry}\n${encodedUrl}${reader === undefined ? '' : `\n${reader}`}`
  return createHmac('sha256', key).update(signed).digest('hex').slice(0, 32)
}
