import type { AccountId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Identities, Mail, Submissions } from '../../mail/index.ts'
import type { VouchedMailbox } from '../../safety/index.ts'
import type { Sql } from '../../store/index.ts'
import type { Calendar, Calendars, EventOutbox } from '../types.ts'

/** One of the user's connected mailboxes. */
export interface MailAccount extends VouchedMailbox {
  id: AccountId
  name: string
}

/** Whose invitations become events by themselves. */
export type InvitationWish = 'all' | 'known' | 'never'

/** Dependencies of the invitations module. */
export interface InvitationParts {
  database: Sql
  changes: Pick<Changes, 'write' | 'personal'>
  jobs: Pick<Jobs, 'handle' | 'enqueue'>
  /** Parts of mail for sending and reading; resolved only on use. */
  mail: Pick<Mail, 'read' | 'mailboxes' | 'compose' | 'ingest' | 'actions'>
  identities: Pick<Identities, 'list'>
  submissions: Pick<Submissions, 'create' | 'cancel' | 'messageNamed' | 'findByMessageId'>
  calendars: Pick<Calendars, 'list'> & { own(userId: UserId): Promise<Calendar> }
  /** Told of what is written here: `tellingPeople`, before the outbox of sync. */
  outbox: EventOutbox
  listAccounts(userId: UserId): Promise<MailAccount[]>
  getOwner(accountId: AccountId): Promise<UserId | undefined>
  /** Whether the user has the address in their contacts, or has written to it. */
  isKnown(userId: UserId, address: string): Promise<boolean>
  getWish(userId: UserId): Promise<InvitationWish>
  getConventions(userId: UserId): Promise<Speech>
  /** Since when every calendar that a provider keeps in the account was read; undefined where one never was. */
  calendarsReadAt(accountId: AccountId): Promise<Date | undefined>
  clock: Clock
}

/** In what language and time zone somebody is written for. */
export interface Speech {
  locale: string
  timeZone: string
}

export const getOwnAddresses = (accounts: readonly MailAccount[]): Set<string> =>
  new Set(accounts.map(({ address }) => address.toLowerCase()))
