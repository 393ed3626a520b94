import type { AccountSession } from '../../../providers/contract/index.ts'
import { placesOfItems } from '../../mail/items/item-places.ts'
import { dropLocations } from '../../mail/locations.ts'
import { conclude } from '../message-locations.ts'
import type { Send } from '../sending.ts'
import { presentItems } from './mark-items.ts'

/** Deletes messages for good. The rows and bytes here stay 30 days. */
export const destroyItems: Send<AccountSession> = async (sending, operations) => {
  const { deps, accountId, session } = sending
  const ids = (await presentItems(sending, operations)).map((item) => item.id)
  if (ids.length > 0) await session.destroy(ids)
  await deps.database.transaction(async (tx) =>
    dropLocations(tx, accountId, await placesOfItems(tx, accountId, ids)),
  )
  await conclude(sending, operations)
}
