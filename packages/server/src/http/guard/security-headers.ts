/** Content-Security-Policy by kind of answer; the client shell's is made by `shellPolicy`. */
export const policies = {
  /** JSON, streams and everything else that is no document. */
  data: "default-src 'none'; frame-ancestors 'none'",
  /** The service worker, which fetches the client's files and what a notification says, from here only. */
  worker: "default-src 'none'; connect-src 'self'",
  /** Server-rendered pages: a stylesheet of our own, forms to ourselves, no script of their own accord. */
  page: "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
} as const

/**
 * The policy of the web client. Message frames load from `srcdoc`, so they inherit it: `scriptHashes` (`sha256-…`)
 * lets their one script through, inline styles are theirs too. `frame-src 'none'` does not stop `srcdoc` (CSP3 §6.6).
 */
export function shellPolicy(scriptHashes: readonly string[]): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash.replace(/^'|'$/g, '')}'`)].join(' ')
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')
}

/**
 * Headers of every answer unless its route says otherwise. The referrer policy is not `no-referrer`: with that,
 * browsers send `Origin: null` on our own forms (Fetch §3.2).
 */
export const securityHeaders: ReadonlyArray<readonly [string, string]> = Object.freeze([
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['content-security-policy', policies.data],
  ['cache-control', 'no-store'],
])

/** One year, RFC 6797; without subdomains, which are not ours to decide about. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const
