import { getDomain } from 'tldts'

/** Domains under public suffixes such as github.io belong to different people, hence private suffixes count. */
export function registrableDomain(host: string): string | undefined {
  return getDomain(host, { allowPrivateDomains: true }) ?? undefined
}

/**
 * Whether a believed Authentication-Results header (RFC 8601) reports a DKIM pass for the registrable domain.
 * Anyone can write such a header into a message; only those whose authserv-id is in the trusted list count, which
 * presumes that these hosts remove forgeries of their own name (RFC 8601 §5).
 */
export function hasBelievedDkimPass(
  headers: readonly string[],
  trustedAuthservIds: readonly string[],
  domain: string,
): boolean {
  return headers.some((header) => {
    const { by, results } = readResults(header)
    return isTrusted(by, trustedAuthservIds) && results.some((result) => signedDomain(result) === domain)
  })
}

/** The host that speaks, in lower case, and what it says: one statement a method. */
export function readResults(header: string): { by: string; results: string[] } {
  const [identity = '', ...results] = statements(header)
  return { by: identity.trim().split(/\s+/)[0]?.toLowerCase() ?? '', results }
}

/** `*.example.com` stands for the domain and every host in it. */
export function isTrusted(authservId: string, trusted: readonly string[]): boolean {
  return trusted.some((service) => {
    const host = service.toLowerCase()
    if (!host.startsWith('*.')) return host === authservId
    return authservId === host.slice(2) || authservId.endsWith(host.slice(1))
  })
}

/** The registrable domain a `dkim=pass` statement names by header.d, or by header.i where d is missing. */
export function signedDomain(statement: string): string | undefined {
  if (!/^\s*dkim\s*=\s*pass(?![\w-])/i.test(statement)) return undefined
  const signer = property(statement, 'header.d') ?? property(statement, 'header.i')?.split('@').pop()
  return signer === undefined ? undefined : registrableDomain(signer)
}

/** A property of a statement (RFC 8601 §2.3) in lower case, without spaces around its sign. */
export function property(statement: string, name: string): string | undefined {
  for (const word of statement.replace(/\s*=\s*/g, '=').split(/\s+/)) {
    const [key, value] = word.split('=', 2)
    if (key?.toLowerCase() === name && value) return value.toLowerCase()
  }
  return undefined
}

/** The parts between semicolons, without comments; what is quoted may hold neither and loses its quotes. */
function statements(header: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < header.length; at++) {
    const char = header.charAt(at)
    if (char === '\\') at++
    else if (isQuoted) isQuoted = char !== '"'
    else if (char === '(') depth++
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (depth > 0) continue
    else if (char === '"') isQuoted = true
    else if (char === ';') parts.push('')
    else parts.push((parts.pop() ?? '') + char)
  }
  return parts
}
