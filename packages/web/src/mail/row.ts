import type { Email } from '@plmail/wire'
import { peopleLine, words } from '../words/index.ts'

/** What one row of a list says about a conversation. */
export interface Row {
  people: string
  /** Messages in the conversation. */
  count: number
  subject: string
  preview: string
  isUnread: boolean
  isStarred: boolean
  hasAttachment: boolean
  at: Date
}

/**
 * `emails` oldest first. `newestId`: the message that stands for the conversation in this list. In Sent and Drafts
 * the people are those written to. Undefined until the emails are here.
 */
export function rowOf(
  emails: readonly Email[],
  newestId: string,
  own: ReadonlySet<string>,
  isOutgoing: boolean,
): Row | undefined {
  const newest = emails.find(({ id }) => id === newestId) ?? emails.at(-1)
  if (!newest) return undefined
  const people = isOutgoing ? (newest.to ?? []) : emails.flatMap(({ from }) => from ?? [])
  return {
    people: peopleLine(people, own) || (isOutgoing ? words.thread.nobody : words.noSender),
    count: emails.length,
    subject: withoutReplyMark(newest.subject?.trim() ?? '') || words.noSubject,
    preview: newest.preview,
    isUnread: emails.some(({ keywords }) => !keywords['$seen']),
    isStarred: emails.some(({ keywords }) => keywords['$flagged']),
    hasAttachment: emails.some(({ hasAttachment }) => hasAttachment),
    at: new Date(newest.receivedAt),
  }
}

/** `Re: Re: Dinner` → `Dinner`: in a list of conversations that something is an answer says nothing. */
function withoutReplyMark(subject: string): string {
  return subject.replace(/^(?:(?:re|aw|sv|antw)(?:\[\d+\])?:\s*)+/i, '')
}
