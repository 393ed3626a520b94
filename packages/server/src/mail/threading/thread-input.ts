import { createHash } from 'node:crypto'
import { baseSubject, isReplySubject, type ParsedMessage } from '@plmail/mail-format'
import { cleanText } from '../clean-text.ts'

/** Facts about an arriving message that threading needs. */
export interface ThreadInput {
  /** Hex of `refOf` for its own Message-ID and every one it mentions, without repeats. */
  refs: string[]
  /** RFC 5256 §2.1, lower-cased, at most 200 characters; empty joins nothing. */
  baseSubject: string
  /** A reply by its subject that names no parent: only its subject can tell where it belongs. */
  isStray: boolean
  receivedAt: Date
  /** Lower-cased addresses of sender and recipients, the account's own left out. */
  participants: ReadonlySet<string>
}

/** Enough for every real conversation; a hostile header cannot make a message cost more. */
const maxReferences = 50
const maxParticipants = 100

export function toThreadInput(
  parsed: ParsedMessage,
  receivedAt: Date,
  own: ReadonlySet<string>,
): ThreadInput {
  const base = cleanText(baseSubject(parsed.subject).toLowerCase(), 200)
  const mentions = [...parsed.references, ...parsed.inReplyTo]
  return {
    refs: refs(parsed),
    baseSubject: base,
    isStray: mentions.length === 0 && base !== '' && isReplySubject(parsed.subject),
    receivedAt,
    participants: participants(parsed.summary, own),
  }
}

/** The newest references are the nearest ancestors, so what the bound cuts is still reached through them. */
function refs(parsed: ParsedMessage): string[] {
  const newest = [...parsed.references.slice(-maxReferences), ...parsed.inReplyTo.slice(0, 5)]
  const own = parsed.messageId ? [parsed.messageId] : []
  return [
    ...new Set([...own, ...newest].filter((id) => id !== '').map((id) => hashMessageId(id).toString('hex'))),
  ]
}

/** How thread_ref and message name a Message-ID: the first 16 bytes of its SHA-256. */
export function hashMessageId(messageId: string): Buffer {
  return createHash('sha256').update(messageId).digest().subarray(0, 16)
}

/** Everybody a stored summary names as sender or recipient (RFC 8621 §4.1.2.3 address objects). */
export function participants(
  summary: Readonly<Record<string, unknown>>,
  own: ReadonlySet<string>,
): ReadonlySet<string> {
  const messageIds = new Set<string>()
  for (const header of ['from', 'to', 'cc']) {
    for (const email of getEmails(summary[header])) {
      if (messageIds.size < maxParticipants && !own.has(email)) messageIds.add(email)
    }
  }
  return messageIds
}

function getEmails(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.slice(0, maxParticipants).flatMap((entry: unknown) => {
    const email = entry && typeof entry === 'object' && 'email' in entry ? entry.email : undefined
    return typeof email === 'string' && email !== '' ? [email.toLowerCase()] : []
  })
}
