import type { MailboxId } from '@plmail/wire'
import type { Change } from '../../../changes/index.ts'
import { type ItemPlaces, setItemPlaces } from '../../ledger/item-places.ts'

/** Keywords that every provider stores and people change. */
export const marks = ['$seen', '$flagged'] as const

/**
 * A message made here lies at the provider now. Its append is done; what else it shall be in is a decision of its own
 * from now on, and so is what it was marked with before there was anything to mark. `here`: its keywords.
 */
export async function settleMade(
  change: Pick<Change, 'tx' | 'accountId' | 'at'>,
  item: ItemPlaces,
  localMailboxes: readonly string[],
): Promise<void> {
  const { tx, accountId, at } = change
  await setItemPlaces(tx, accountId, [item])
  await tx.query(
    `with appended as (
       delete from outbox_op where account_id = $1 and message_id = $2 and field = 'append' and state <> 'refused'
       returning message_id, desired, journal_id)
     insert into outbox_op (account_id, message_id, field, base, desired, journal_id, due_at, created_at)
     select $1, message_id, 'mailboxes', $3::jsonb, desired, journal_id, $4, $4 from appended
     where not desired <@ $3::jsonb
     on conflict (account_id, coalesce(message_id, 0), coalesce(mailbox_id, 0), field) where state = 'pending'
     do nothing`,
    [accountId, item.messageId, JSON.stringify([...item.mailboxIds].sort((a, b) => a - b)), at],
  )
  await tx.query(
    `insert into outbox_op (account_id, message_id, field, base, desired, due_at, created_at)
     select $1, $2, 'keyword:' || mark, 'false', 'true', $4, $4 from unnest($3::text[]) mark
     on conflict (account_id, coalesce(message_id, 0), coalesce(mailbox_id, 0), field) where state = 'pending'
     do nothing`,
    [
      accountId,
      item.messageId,
      marks.filter((mark) => localMailboxes.includes(mark) && !item.keywords.includes(mark)),
      at,
    ],
  )
  // What waited for it to lie somewhere.
  await tx.query(
    `update outbox_op set due_at = $3
     where account_id = $1 and message_id = $2 and state = 'pending' and due_at > $3`,
    [accountId, item.messageId, at],
  )
}

/** A draft of a message that is on its way or has been sent: it lies there until the message is only where it is here. */
export async function letDraftGo(
  { tx, accountId, at }: Pick<Change, 'tx' | 'accountId' | 'at'>,
  draft: ItemPlaces,
  desired: readonly MailboxId[],
): Promise<void> {
  await setItemPlaces(tx, accountId, [draft])
  await tx.query(
    `insert into outbox_op (account_id, message_id, field, base, desired, due_at, created_at)
     values ($1, $2, 'mailboxes', $3::jsonb, $4::jsonb, $5, $5)
     on conflict (account_id, coalesce(message_id, 0), coalesce(mailbox_id, 0), field) where state = 'pending'
     do nothing`,
    [accountId, draft.messageId, JSON.stringify(draft.mailboxIds), JSON.stringify(desired), at],
  )
}
