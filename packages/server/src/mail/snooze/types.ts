import type { AccountId, MessageId } from '@plmail/wire'
import type { EmailMarks } from '../marks/marks.ts'

export interface Snooze {
  /** Brings back what is due and tells of answers that did not come; returns how many. Safe to run twice, and to end in the middle. */
  wake(): Promise<number>
  /** Returns the marks of those of the account's messages that have any. */
  marks(accountId: AccountId, ids: readonly MessageId[]): Promise<Map<MessageId, EmailMarks>>
}
