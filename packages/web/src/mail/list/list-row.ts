import type { Email } from '@plmail/wire'
import { peopleLine, words } from '../../words/index.ts'

/** The content of one row of a list about a conversation. */
export interface ListRow {
  people: string
  /** Number of messages in the conversation; a draft counts only if there is nothing else. */
  count: number
  hasDraft: boolean
  subject: string
  preview: string
  isUnread: boolean
  isStarred: boolean
  hasAttachment: boolean
  at: Date
  /** Why the row is at its place, if not by its date. */
  later: Later | undefined
}

/** Snoozed until then, back since then, or unanswered since then. */
export type Later =
  | { kind: 'snoozed' | 'waiting'; at: Date }
  | { kind: 'returned'; at: Date; by: 'time' | 'answer' }
  | { kind: 'unanswered'; at: Date }

/** Returns the follow-up or snooze of a conversation; `emails` are oldest first. */
export function laterOf(emails: readonly Email[]): Later | undefined {
  const unanswered = emails.findLast(({ followUp }) => followUp?.isDue)
  if (unanswered) return { kind: 'unanswered', at: new Date(unanswered.receivedAt) }
  const asleep = emails.flatMap(({ snoozed }) => (snoozed && !snoozed.wokenAt ? [snoozed.until] : []))
  const [next] = asleep.toSorted()
  if (next !== undefined) return { kind: 'snoozed', at: new Date(next) }
  const [woken] = emails
    .flatMap(({ snoozed }) =>
      snoozed?.wokenAt ? [{ at: snoozed.wokenAt, by: snoozed.wokenBy ?? 'time' }] : [],
    )
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const newest = emails.at(-1)
  // News that came later is what the row is about again.
  if (woken && (woken.by === 'answer' || (newest && newest.receivedAt <= woken.at)))
    return { kind: 'returned', at: new Date(woken.at), by: woken.by }
  const waiting = emails.findLast(({ followUp }) => followUp)?.followUp
  return waiting ? { kind: 'waiting', at: new Date(waiting.at) } : undefined
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
): ListRow | undefined {
  const newest = emails.find(({ id }) => id === newestId) ?? emails.at(-1)
  if (!newest) return undefined
  const messages = emails.filter(({ keywords }) => !keywords['$draft'])
  const counted = messages.length > 0 ? messages : emails
  const people = isOutgoing ? (newest.to ?? []) : counted.flatMap(({ from }) => from ?? [])
  return {
    people: peopleLine(people, own) || (isOutgoing ? words.thread.nobody : words.noSender),
    count: counted.length,
    hasDraft: messages.length < emails.length,
    subject: withoutReplyMark(newest.subject?.trim() ?? '') || words.noSubject,
    preview: newest.preview,
    isUnread: emails.some(({ keywords }) => !keywords['$seen']),
    isStarred: emails.some(({ keywords }) => keywords['$flagged']),
    hasAttachment: emails.some(({ hasAttachment }) => hasAttachment),
    at: new Date(newest.receivedAt),
    later: laterOf(emails),
  }
}

/** `Re: Re: Dinner` → `Dinner`: in a list of conversations the prefix means nothing. */
export function withoutReplyMark(subject: string): string {
  return subject.replace(/^(?:(?:re|aw|sv|antw)(?:\[\d+\])?:\s*)+/i, '')
}
