import type { ProblemDetail } from '@plmail/wire'
import { parseUrl } from '../kit/parse-url.ts'

export type ParsedAddress = { ok: true; value: string } | { ok: false; problem: ProblemDetail }

/**
 * The address browsers reach this server at, as an origin without a trailing slash:
 * `https://mail.example.org`. A path, query, fragment or credentials are refused.
 */
export function parsePublicAddress(text: string): ParsedAddress {
  const trimmed = text.trim()
  const url = parseUrl(trimmed)
  if (!url) return { ok: false, problem: { problem: 'server/not-an-address' } }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { ok: false, problem: { problem: 'server/not-http' } }
  if (url.username || url.password)
    return { ok: false, problem: { problem: 'server/address-with-credentials' } }
  if (!/^\/*$/.test(url.pathname) || url.search || url.hash || /[?#]/.test(trimmed))
    return { ok: false, problem: { problem: 'server/address-with-path' } }
  return { ok: true, value: url.origin }
}
