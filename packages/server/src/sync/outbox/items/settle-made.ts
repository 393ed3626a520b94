import type { Change } from '../../../changes/index.ts'
import { type ItemPlaces, setItemPlaces } from '../../mail/items/item-places.ts'

/**
 * A message made here lies at the provider now. Its append is done; what else it shall be in is a decision of its own
 * from now on.
 */
export async function settleMade(
  change: Pick<Change, 'tx' | 'accountId' | 'at'>,
  item: ItemPlaces,
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
}
