import { withoutComments } from './comments.ts'
import { singleLine } from './clean-text.ts'

/** RFC 5322 lines hold 998 octets; anything far longer is no id anybody answers to. */
const maxIdLength = 2_000

/**
 * The msg-ids of an unfolded value without angle brackets (RFC 8621 §4.1.2.5), or null when there is none.
 * Without any brackets, a single word is taken as an id, and so are several that all have an "@".
 */
export function messageIds(value: string): string[] | null {
  const text = withoutComments(value)
  const bracketed = [...text.matchAll(/<([^<>]*)>/g)].map((match) => getId(match[1] ?? ''))
  const words = bracketed.length > 0 ? [] : text.split(/[\s,<>]+/).filter((word) => word !== '')
  const bare = words.length === 1 || words.every((word) => word.includes('@')) ? words.map(getId) : []
  const ids = [...bracketed, ...bare].filter((id) => id !== '' && id.length <= maxIdLength)
  return ids.length > 0 ? ids : null
}

function getId(text: string): string {
  return singleLine(text).replace(/\s+/g, '')
}
