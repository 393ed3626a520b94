import { urlOf } from '../kit/url-of.ts'
import type { Parsed } from './parsed.ts'

/**
 * The address browsers reach this server at, as an origin without a trailing slash:
 * `https://mail.example.org`. A path, query, fragment or credentials are refused.
 */
export function parsePublicAddress(text: string): Parsed<string> {
  const trimmed = text.trim()
  const url = urlOf(trimmed)
  if (!url) return { ok: false, why: 'must be an address such as https://mail.example.org' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, why: 'must start with https:// or http://' }
  }
  if (url.username || url.password) return { ok: false, why: 'must not contain a user name or password' }
  if (!/^\/*$/.test(url.pathname) || url.search || url.hash || /[?#]/.test(trimmed)) {
    return { ok: false, why: 'must not have a path: plMail needs a host name of its own' }
  }
  return { ok: true, value: url.origin }
}
