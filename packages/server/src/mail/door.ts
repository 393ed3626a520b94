import type { Draft } from '@plmail/mail-format'
import type { Actions } from './actions/door.ts'
import type { Damage } from './damage/door.ts'
import type { Ingest, ProvidedMail } from './ingest/door.ts'
import type { Mailboxes } from './labels/door.ts'
import type { Quotas } from './quotas/door.ts'
import type { Reading } from './reading/door.ts'
import type { MailSearch } from './search/door.ts'
import type { Snooze } from './snooze/door.ts'
import type { BlobReads, Uploads } from './uploads/door.ts'

export type * from './actions/door.ts'
export type * from './actions/outbox-door.ts'
export type * from './damage/door.ts'
export type * from './ingest/door.ts'
export type * from './labels/door.ts'
export type * from './lists/door.ts'
export type { QuotaView } from './quotas/door.ts'
export type * from './reading/door.ts'
export type * from './search/door.ts'
export type { EmailFilter, EmailSort } from './search/filter.ts'
export type { EmailMarks } from './marks/marks.ts'

export type { BlobUse, OpenBlob, Upload, Uploader } from './uploads/door.ts'

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
  snooze: Snooze
  damage: Damage
  search: MailSearch
  /** Purges messages removed more than 30 days ago; returns how many. */
  purge(): Promise<number>
  /** Hex digests of those that a message or an upload still needs; what `Blobs.sweep` asks. */
  isReferenced(digests: readonly Buffer[]): Promise<Set<string>>
}
