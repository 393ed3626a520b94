import type { FastifyRequest } from 'fastify'

/** Credentials in an Authorization header, not verified yet. */
export type BasicCredentials =
  | { kind: 'none' }
  | { kind: 'token'; token: string }
  /** `email` is undefined where the scheme names nobody. */
  | { kind: 'app-password'; secret: string; email: string | undefined }

/**
 * Reads `Bearer <token>`, `Bearer app_…` (RFC 6750 §2.1) and `Basic` (RFC 7617), whose password is always an app
 * password. Any other scheme is none.
 */
export function parseCredentials(request: FastifyRequest): BasicCredentials {
  const [, scheme, value] =
    /^(bearer|basic) +([\w.~+/=-]{1,4096}) *$/i.exec(request.headers.authorization ?? '') ?? []
  if (scheme === undefined || value === undefined) return { kind: 'none' }
  if (scheme.toLowerCase() === 'basic') return basic(value)
  return value.startsWith('app_')
    ? { kind: 'app-password', secret: value, email: undefined }
    : { kind: 'token', token: value }
}

/** The first colon ends the name: it may not have one, the password may (RFC 7617 §2). */
function basic(value: string): BasicCredentials {
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0
    ? { kind: 'app-password', secret: '', email: text }
    : { kind: 'app-password', secret: text.slice(colon + 1), email: text.slice(0, colon) }
}
