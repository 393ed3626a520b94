import type { AccountId, MessageId } from '@plmail/wire'

/** Snooze and follow-up of a message, as clients see them. */
export interface EmailMarks {
  /** While it lies among the snoozed; after it came back, while it lies in the Inbox. */
  snoozed: SnoozedView | null
  followUp: FollowUpView | null
}

export interface SnoozedView {
  until: Date
  /** When it came back; null while it is away. */
  wokenAt: Date | null
  wokenBy: 'time' | 'answer' | null
}

export interface FollowUpView {
  at: Date
  /** Nobody answered by then. */
  isDue: boolean
}

export interface Snooze {
  /** Brings back what is due and tells of answers that did not come; returns how many. Safe to run twice, and to end in the middle. */
  wake(): Promise<number>
  /** Returns the marks of those of the account's messages that have any. */
  marks(accountId: AccountId, ids: readonly MessageId[]): Promise<Map<MessageId, EmailMarks>>
}
