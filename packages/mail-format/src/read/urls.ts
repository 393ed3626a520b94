import { singleLine } from './clean-text.ts'
import { withoutComments } from './comments.ts'

/** The URLs of a list header (RFC 2369) without angle brackets (RFC 8621 §4.1.2.7), or null when there is none. */
export function urls(value: string): string[] | null {
  const text = withoutComments(value)
  const bracketed = [...text.matchAll(/<([^<>]*)>/g)].map((match) => withoutSpace(match[1] ?? ''))
  const bare = /^[a-z][a-z0-9+.-]*:\S+$/i.test(text.trim()) && bracketed.length === 0 ? [text.trim()] : []
  const withScheme = [...bracketed, ...bare].filter((url) => /^[a-z][a-z0-9+.-]*:/i.test(url))
  return withScheme.length > 0 ? withScheme : null
}

/** RFC 2369 §2: white space inside the brackets comes from folding and is no part of the URL. */
function withoutSpace(url: string): string {
  return singleLine(url).replace(/\s+/g, '')
}
