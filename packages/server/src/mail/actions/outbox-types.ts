import type { MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Role } from '../labels/types.ts'

/** One local decision on its way to the provider; see sync/outbox. */
export type OutboxIntent =
  | { field: `keyword:${string}`; messageId: MessageId; base: boolean; desired: boolean }
  | { field: 'mailboxes'; messageId: MessageId; base: MailboxId[]; desired: MailboxId[] }
  | { field: 'destroy'; messageId: MessageId; base: MailboxId[]; desired: null }
  /** A message made here that the provider has not got yet; `desired` is where it began. */
  | { field: 'append'; messageId: MessageId; base: null; desired: MailboxId[] }
  | {
      field: 'create-mailbox'
      mailboxId: MailboxId
      base: null
      desired: { name: string; parentId: MailboxId | null; role: Role | null }
    }
  | {
      field: 'rename-mailbox'
      mailboxId: MailboxId
      base: { name: string; parentId: MailboxId | null }
      desired: { name: string; parentId: MailboxId | null }
    }
  | {
      field: 'subscribe-mailbox'
      mailboxId: MailboxId
      base: { name: string; isSubscribed: boolean }
      desired: { name: string; isSubscribed: boolean }
    }
  | {
      field: 'destroy-mailbox'
      mailboxId: MailboxId
      base: { name: string; parentId: MailboxId | null }
      desired: null
    }

/** The outbox as mail needs it: intents are written in the same transaction as the change. */
export interface OutboxDoor {
  enqueue(change: Change, intents: readonly OutboxIntent[]): Promise<void>
  /** Returns those of the messages with changes not yet sent to the provider; purging spares them. */
  unsent(change: Change, ids: readonly MessageId[]): Promise<ReadonlySet<MessageId>>
}
