/** RFC 8621 §4.1.1: printable ASCII without ( ) { ] % * " \ and at most 255 characters. */
const shape = /^[\x21\x23\x24\x26\x27\x2b-\x5b\x5e-\x7a\x7c-\x7e]{1,255}$/

/** More than any client sets; bounds what a hostile server can make one row hold. */
export const maxKeywords = 100

/**
 * Lower-cased, valid, without repeats, sorted: equal sets are equal arrays. What is no JMAP keyword is left out
 * here and stays at the provider: operations name one keyword each, so a write never touches what is not listed.
 */
export function validKeywords(keywords: Iterable<string>): string[] {
  const valid = new Set<string>()
  for (const keyword of keywords) if (shape.test(keyword)) valid.add(keyword.toLowerCase())
  return [...valid].sort(compare)
}

/** Normalizes a provider's keywords to fit one row: when the limit is exceeded, system keywords are kept first. */
export function normalKeywords(keywords: Iterable<string>): string[] {
  const ranked = validKeywords(keywords).sort((a, b) => rank(a) - rank(b))
  return ranked.slice(0, maxKeywords).sort(compare)
}

const rank = (keyword: string) => (keyword.startsWith('$') ? 0 : 1)

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
