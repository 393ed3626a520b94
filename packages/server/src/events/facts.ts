import type { AccountId, CalendarSourceId, MessageId, UserId } from '@plmail/wire'
import type { Change } from '../changes/index.ts'

/** The changes to how somebody signs in that the user is told of. */
export const signInChanges = [
  'password-changed',
  'email-changed',
  'second-factor-on',
  'second-factor-off',
  'app-password-made',
  'authenticator-added',
  'authenticator-removed',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'passkey-disabled',
  'identity-linked',
  'identity-unlinked',
  'new-browser',
] as const
export type SignInChange = (typeof signInChanges)[number]

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
  /** Published after the commit: the mail and calendars of a disabled user rest from now on, or no longer do. */
  'mail-pausing-changed': { userId: UserId }
  /** Published in the write that stores new messages which may be about a meeting: what is done about them commits with them. */
  'meeting-mail-arrived': { change: Change; messageIds: readonly MessageId[] }
  /** Published in the transaction of the change: what tells the user of it commits with it. */
  'sign-in-changed': {
    tx: Change['tx']
    userId: UserId
    change: SignInChange
    /** The name of what it is about, where it has one: an app password, the address before, a browser, a provider. */
    subject?: string
  }
}

export type FactName = keyof Facts

export type Subscriber =
  'sync' | 'mail-pausing' | 'watches' | 'calendar-sync' | 'invitations' | 'sign-in-notices'

/** The rooms without which a process that publishes the fact must not start. They are called in the order they subscribed. */
export const requiredSubscribers: Readonly<Record<FactName, readonly Subscriber[]>> = {
  'account-added': ['sync', 'calendar-sync'],
  'account-credentials-changed': ['sync', 'watches', 'calendar-sync'],
  'account-removed': ['sync'],
  'calendar-source-changed': ['calendar-sync'],
  'calendar-source-leaving': ['calendar-sync'],
  'mail-pausing-changed': ['mail-pausing'],
  'meeting-mail-arrived': ['invitations'],
  'sign-in-changed': ['sign-in-notices'],
}
