import type { AccountId, CalendarSourceId, MessageId } from '@plmail/wire'
import type { Change } from '../changes/index.ts'

/** Every fact that a room publishes for rooms it does not know, by its name. */
export interface Facts {
  /** Published after the commit. A process that dies in between loses it; the next poll makes up for that. */
  'account-added': { accountId: AccountId }
  /** Published after the commit: open sessions hold nothing any more, and the account is worth another look. */
  'account-credentials-changed': { accountId: AccountId }
  /** Published after the commit. */
  'account-removed': { accountId: AccountId }
  /** Published when the source was connected, is reached by other means, or is wanted now: it is worth a look. */
  'calendar-source-changed': { sourceId: CalendarSourceId }
  /** Published before the source is deleted: its calendars go first. */
  'calendar-source-leaving': { sourceId: CalendarSourceId }
  /** Published in the write that stores new messages which may be about a meeting: what is done about them commits with them. */
  'meeting-mail-arrived': { change: Change; messageIds: readonly MessageId[] }
}

export type FactName = keyof Facts

export type Subscriber = 'sync' | 'watches' | 'calendar-sync' | 'invitations'

/** The rooms without which a process that publishes the fact must not start. They are called in the order they subscribed. */
export const requiredSubscribers: Readonly<Record<FactName, readonly Subscriber[]>> = {
  'account-added': ['sync', 'calendar-sync'],
  'account-credentials-changed': ['sync', 'watches', 'calendar-sync'],
  'account-removed': ['sync'],
  'calendar-source-changed': ['calendar-sync'],
  'calendar-source-leaving': ['calendar-sync'],
  'meeting-mail-arrived': ['invitations'],
}
