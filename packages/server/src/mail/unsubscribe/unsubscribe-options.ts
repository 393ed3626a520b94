import { registrableDomain } from '../../safety/index.ts'
import { parseUrl } from '../../kit/parse-url.ts'

/** How a reader can leave the list that a message came from; null for each way there is not. */
export interface WaysToLeave {
  /** RFC 8058: a POST to this https address does it, and nobody is asked anything. */
  oneClick: string | null
  mail: { to: string; subject: string; body: string } | null
  /** A page of the list, for the reader to visit. */
  page: string | null
}

/** Header fields about unsubscribing; every value of a field, the first one first. */
export interface ListHeaders {
  /** The URLs of each List-Unsubscribe field (RFC 2369). */
  unsubscribe: readonly (readonly string[])[]
  /** Raw values. */
  post: readonly string[]
  signatures: readonly string[]
  /** Registrable domains whose signature a believed host says it has verified. */
  signedBy: readonly string[]
}

/**
 * A single click is only offered as RFC 8058 §4 wants it: both fields once, an https address, and a DKIM signature that
 * passed and covers both, since anybody could have put them there. All signatures of that domain have to cover them,
 * because nobody says which of them passed.
 */
export function waysToLeave(headers: ListHeaders): WaysToLeave {
  const [urls = [], ...more] = headers.unsubscribe
  const isSingle = more.length === 0
  const https = urls.find((url) => isWeb(url, ['https:']))
  const isOneClick = isSingle && asksForPost(headers.post) && isCovered(headers)
  const mail = urls.map(parseMailto).find((way) => way !== null) ?? null
  return {
    oneClick: isOneClick ? (https ?? null) : null,
    mail,
    page: https ?? urls.find((url) => isWeb(url, ['http:'])) ?? null,
  }
}

function isWeb(url: string, protocols: readonly string[]): boolean {
  const parsed = url.length > maxUrlLength ? undefined : parseUrl(url)
  if (!parsed) return false
  const { protocol, username, password } = parsed
  return protocols.includes(protocol) && username === '' && password === ''
}

const maxUrlLength = 4_000

const asksForPost = (post: readonly string[]): boolean =>
  post.length === 1 && /^\s*List-Unsubscribe\s*=\s*One-Click\s*$/i.test(post[0] ?? '')

function isCovered({ signatures, signedBy }: ListHeaders): boolean {
  const read = signatures.slice(0, maxSignatures).map(parseTags)
  return signedBy.some((domain) => {
    const own = read.filter((tags) => registrableDomain(tags.get('d') ?? '') === domain)
    return own.length > 0 && own.every(coversBoth)
  })
}

const maxSignatures = 20

/** RFC 6376 §3.2: `tag=value` between semicolons; folding within values means nothing. */
function parseTags(signature: string): Map<string, string> {
  const tags = new Map<string, string>()
  for (const field of signature.split(';')) {
    const at = field.indexOf('=')
    if (at > 0) tags.set(field.slice(0, at).trim().toLowerCase(), field.slice(at + 1).replace(/\s+/g, ''))
  }
  return tags
}

function coversBoth(tags: ReadonlyMap<string, string>): boolean {
  const names = (tags.get('h') ?? '').toLowerCase().split(':')
  return names.includes('list-unsubscribe') && names.includes('list-unsubscribe-post')
}

/** RFC 6068: one plain address, subject and body; nothing else of it goes into what is sent. */
function parseMailto(url: string): WaysToLeave['mail'] {
  const parsed = url.length > maxUrlLength || !/^mailto:/i.test(url) ? undefined : parseUrl(url)
  if (!parsed) return null
  const { pathname, search } = parsed
  const to = decoded(pathname)
  if (to === null || !/^[^\s@<>",;:\\()[\]]{1,64}@[A-Za-z0-9.-]{1,253}$/.test(to)) return null
  const fields = new URLSearchParams(search.replaceAll('+', '%2B'))
  const text = (name: string, max: number) =>
    (fields.get(name) ?? '')
      // oxlint-disable-next-line no-control-regex -- a header field must stay one line
      .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
      .trim()
      .slice(0, max)
  return { to, subject: text('subject', 300) || 'unsubscribe', body: text('body', 1_000) }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
