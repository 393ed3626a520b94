import type { AccountSession } from '../../../providers/contract/index.ts'
import { placesOfItems } from '../../ledger/item-places.ts'
import { dropLocations } from '../../ledger/locations.ts'
import { conclude } from '../message-locations.ts'
import type { Send } from '../flush-context.ts'
import { presentItems } from './mark-items.ts'

/**
 * Deletes messages for good. The rows and bytes here stay 30 days. Where only the draft of a sent message was there to
 * delete, its copy in Sent is still to come.
 */
export const destroyItems: Send<AccountSession> = async (sending, operations) => {
  const { deps, accountId, session } = sending
  const items = await presentItems(sending, operations)
  const ids = items.map((item) => item.id)
  if (ids.length > 0) await session.destroy(ids)
  await deps.database.transaction(async (tx) =>
    dropLocations(tx, accountId, await placesOfItems(tx, accountId, ids)),
  )
  const copies = items.filter((item) => !item.keywords.includes('$draft'))
  await conclude(sending, operations, new Set(copies.map((item) => item.messageId)))
}
