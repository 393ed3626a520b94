import type { ProblemDetail } from '@plmail/wire'
import { urlOf } from '../kit/url-of.ts'

/** Why an address cannot be one: for the log of a start, behind the name of the setting, and for the page of the set-up. */
type ParsedAddress = { ok: true; value: string } | { ok: false; why: string; problem: ProblemDetail }

/**
 * The address browsers reach this server at, as an origin without a trailing slash:
 * `https://mail.example.org`. A path, query, fragment or credentials are refused.
 */
export function parsePublicAddress(text: string): ParsedAddress {
  const trimmed = text.trim()
  const url = urlOf(trimmed)
  if (!url)
    return {
      ok: false,
      why: 'must be an address such as https://mail.example.org',
      problem: { problem: 'server/not-an-address' },
    }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, why: 'must start with https:// or http://', problem: { problem: 'server/not-http' } }
  }
  if (url.username || url.password)
    return {
      ok: false,
      why: 'must not contain a user name or password',
      problem: { problem: 'server/address-with-credentials' },
    }
  if (!/^\/*$/.test(url.pathname) || url.search || url.hash || /[?#]/.test(trimmed)) {
    return {
      ok: false,
      why: 'must not have a path: plMail needs a host name of its own',
      problem: { problem: 'server/address-with-path' },
    }
  }
  return { ok: true, value: url.origin }
}
