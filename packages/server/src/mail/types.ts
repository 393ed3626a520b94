import type { AccountId } from '@plmail/wire'
import type { StoredMail } from './stored-mail.ts'
import type { Draft } from '@plmail/mail-format'
import type { Actions } from './actions/types.ts'
import type { Damage } from './damage/types.ts'
import type { Ingest, ProvidedMail } from './ingest/types.ts'
import type { Mailboxes } from './labels/types.ts'
import type { Quotas } from './quotas/types.ts'
import type { Reading } from './reading/types.ts'
import type { MailSearch } from './search/types.ts'
import type { Snooze } from './snooze/types.ts'
import type { BlobReads, Uploads } from './uploads/types.ts'

export type * from './actions/types.ts'
export type * from './actions/outbox-types.ts'
export type * from './damage/types.ts'
export type * from './ingest/types.ts'
export type * from './labels/types.ts'
export type * from './lists/types.ts'
export type { QuotaView } from './quotas/types.ts'
export type * from './reading/types.ts'
export type * from './search/types.ts'
export type { EmailFilter, EmailSort } from './search/email-filter.ts'
export type { EmailMarks } from './marks/marks.ts'

export type { BlobUse, OpenBlob, Upload, Uploader } from './uploads/types.ts'

export interface Mail {
  mailboxes: Mailboxes
  ingest: Ingest
  /** The bytes of a new message; `domain` is the right side of a Message-ID that it lacks. Stores nothing. */
  compose(draft: Draft, domain: string): Buffer
  provided: ProvidedMail
  actions: Actions
  /** Says of some mail from before there were categories what it is; returns how many. Safe to run twice, and to end in the middle. */
  sortOld(): Promise<number>
  read: Reading
  blobs: BlobReads
  uploads: Uploads
  quotas: Quotas
  /** How much is held here of each account; those without mail are left out. */
  stored(accountIds: readonly AccountId[]): Promise<Map<AccountId, StoredMail>>
  snooze: Snooze
  damage: Damage
  search: MailSearch
  /** Purges messages removed more than 30 days ago; returns how many. */
  purge(): Promise<number>
  /** Hex digests of those that a message or an upload still needs; what `Blobs.sweep` asks. */
  isReferenced(digests: readonly Buffer[]): Promise<Set<string>>
}
