import type { MailboxId } from '@plmail/wire'
import type { ItemState } from '../../providers/contract/index.ts'

/** Which of our mailboxes each of the provider's is. */
export type OurMailboxes = ReadonlyMap<string, MailboxId>

/** Returns our mailboxes by the ids of the provider. */
export const toOurMailboxes = (
  mailboxes: ReadonlyArray<{ id: MailboxId; remoteId: string | null }>,
): OurMailboxes =>
  new Map(
    mailboxes.flatMap((mailbox) =>
      mailbox.remoteId === null ? [] : [[mailbox.remoteId, mailbox.id] as const],
    ),
  )

/** Returns the stored ids of the item's remote mailboxes; a label created a moment ago is listed by the next sync. */
export const getMailboxes = (state: Pick<ItemState, 'mailboxes'>, ours: OurMailboxes): MailboxId[] => [
  ...new Set(state.mailboxes.flatMap((remote) => ours.get(remote) ?? [])),
]
