import { parseUrl } from '../../kit/parse-url.ts'

const base = 'http://plmail.invalid'

/**
 * Returns the path to open after signing in: a path on this server, else `/`. Anything a browser could read as another
 * host is refused, also after dots are resolved (`/.//evil.example`).
 */
export function nextPath(next: unknown): string {
  if (typeof next !== 'string' || next.length > 2000 || !isPath(next)) return '/'
  const url = parseUrl(next, base)
  if (!url) return '/'
  const path = url.pathname + url.search + url.hash
  return url.origin === base && isPath(path) ? path : '/'
}

function isPath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !/[\\\p{Cc}]/u.test(text)
}
