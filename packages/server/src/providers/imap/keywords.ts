/** IMAP system flags that have a JMAP keyword (RFC 8621 §4.1.1). The others are the session's or the server's affair. */
const systemFlags = new Map([
  ['\\seen', '$seen'],
  ['\\flagged', '$flagged'],
  ['\\answered', '$answered'],
  ['\\draft', '$draft'],
])

// RFC 8621 §4.1.1: printable ASCII without ( ) { ] % * " \ ; at most 255 characters
const keywordShape = /^[!#$&'+-Z[^-z|}~]{1,255}$/

/**
 * Flags as keywords: lower-cased, sorted, each once. `\Deleted` and `\Recent` are none: a message marked
 * deleted is still there until somebody expunges it.
 */
export function toKeywords(flags: Iterable<string> | undefined): string[] {
  const keywords = new Set<string>()
  for (const flag of flags ?? []) {
    const lower = flag.toLowerCase()
    const keyword = lower.startsWith('\\') ? systemFlags.get(lower) : lower
    if (keyword !== undefined && keywordShape.test(keyword)) keywords.add(keyword)
  }
  return [...keywords].sort()
}

// Registered spellings; servers that compare by case got them from other clients in this form.
const spellings = [
  '$Forwarded',
  '$MDNSent',
  '$SubmitPending',
  '$Submitted',
  '$Junk',
  '$NotJunk',
  '$Phishing',
  '$Important',
]
const spellingOf = new Map(spellings.map((name) => [name.toLowerCase(), name]))

/** The flag to STORE for a keyword, spelt as the mailbox already spells it; undefined when IMAP cannot carry it. */
export function toFlag(keyword: string, inUse: Iterable<string> = []): string | undefined {
  const lower = keyword.toLowerCase()
  for (const [flag, name] of systemFlags) if (name === lower) return capitalised(flag)
  if (!keywordShape.test(lower)) return undefined
  for (const flag of inUse) if (flag.toLowerCase() === lower) return flag
  return spellingOf.get(lower) ?? lower
}

const capitalised = (flag: string): string =>
  flag.slice(0, 1) + flag.slice(1, 2).toUpperCase() + flag.slice(2)

/** Whether the mailbox keeps this flag beyond the session (RFC 3501 §7.1 PERMANENTFLAGS; absent means all). */
export function isKept(flag: string, permanentFlags: ReadonlySet<string> | undefined): boolean {
  if (!permanentFlags || (permanentFlags.has('\\*') && !flag.startsWith('\\'))) return true
  const lower = flag.toLowerCase()
  return [...permanentFlags].some((keyword) => keyword.toLowerCase() === lower)
}
