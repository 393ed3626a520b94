import type { Email } from '@plmail/wire'

/** How many unread messages open by themselves; the rest wait as lines. */
const maxExpanded = 5
/** Fewer read messages than this stand as lines of their own. */
const minEarlier = 4

/** Decides which messages of a conversation are collapsed to a line, expanded, or gathered behind one line. */
export interface ThreadFolds {
  /** Decided once: marking as read must not fold a message away under the reader's eyes. */
  readonly expandedAtFirst: ReadonlySet<string>
  /** Messages that were folded or unfolded by hand. */
  readonly byHand: ReadonlyMap<string, boolean>
  readonly showsEarlier: boolean
}

/** A draft does not count as a message of its conversation yet: it waits below, and collapses none. */
export function separateDrafts(emails: readonly Email[]): { messages: readonly Email[]; drafts: Email[] } {
  if (emails.every(isDraft)) return { messages: emails, drafts: [] }
  return { messages: emails.filter((email) => !isDraft(email)), drafts: emails.filter(isDraft) }
}

const isDraft = ({ keywords }: Email): boolean => keywords['$draft'] === true
const isUnread = ({ keywords }: Email): boolean => !keywords['$seen']

/** The message at which the reader goes on: the first that is unread, else the newest. */
export function firstToRead(messages: readonly Email[]): string | undefined {
  return (messages.find(isUnread) ?? messages.at(-1))?.id
}

export function foldsAtFirst(messages: readonly Email[]): ThreadFolds {
  const unread = messages.filter(isUnread)
  return {
    expandedAtFirst: new Set(unread.slice(-maxExpanded).map(({ id }) => id)),
    byHand: new Map(),
    showsEarlier: false,
  }
}

/** The newest message is unfolded unless somebody folds it. */
export function isExpanded(folds: ThreadFolds, messages: readonly Email[], id: string): boolean {
  return folds.byHand.get(id) ?? (id === messages.at(-1)?.id || folds.expandedAtFirst.has(id))
}

export function unfold(folds: ThreadFolds, id: string, isUnfolded = true): ThreadFolds {
  return { ...folds, byHand: new Map(folds.byHand).set(id, isUnfolded) }
}

export function unfoldAll(folds: ThreadFolds, messages: readonly Email[]): ThreadFolds {
  return { ...folds, byHand: new Map(messages.map(({ id }) => [id, true])), showsEarlier: true }
}

/** Unfolds a message that is gone to, and shows those gathered behind one line (`earlier` of them) if it is one of these. */
export function unfoldToReach(
  folds: ThreadFolds,
  messages: readonly Email[],
  { id, earlier }: { id: string; earlier: number },
): ThreadFolds {
  const isHidden = messages.findIndex((message) => message.id === id) < earlier
  return { ...unfold(folds, id), showsEarlier: folds.showsEarlier || isHidden }
}

/** Number of messages at the beginning that stand behind one line: none of them unfolded, and none the one to begin at. */
export function earlierCount(
  folds: ThreadFolds,
  messages: readonly Email[],
  startId: string | undefined,
): number {
  const count = messages.findIndex(({ id }) => isExpanded(folds, messages, id) || id === startId)
  return folds.showsEarlier || count < minEarlier ? 0 : count
}

/** Ids of the messages that stand before this one. */
export function idsBefore(messages: readonly Email[], id: string): string[] {
  const at = messages.findIndex((message) => message.id === id)
  return messages.slice(0, Math.max(at, 0)).map((message) => message.id)
}

/** The message to step to. From outside of the conversation a step leads to the current message itself. */
export function messageAfterStep(
  messages: readonly Email[],
  { currentId, isInside, by }: { currentId: string | undefined; isInside: boolean; by: 1 | -1 },
): Email | undefined {
  const from = messages.findIndex(({ id }) => id === currentId)
  return messages[Math.min(Math.max(from + (isInside ? by : 0), 0), messages.length - 1)]
}
