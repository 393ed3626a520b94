import { dropLocations } from '../mail/locations.ts'
import { messagesOf, type Send } from './sending.ts'
import { confirm } from './operations.ts'
import { byMailbox, idsOf, pathsAtProvider, placesOf } from './places.ts'

/** Deletes messages for good, folder by folder. The rows and bytes here stay 30 days. */
export const sendDestroys: Send = async (sending, operations) => {
  const paths = await pathsAtProvider(sending)
  const places = [...(await placesOf(sending, messagesOf(operations))).values()].flat()
  for (const [mailboxId, group] of byMailbox(places)) {
    const path = paths.get(mailboxId)
    if (path !== undefined) await sending.session.expunge(path, idsOf(group))
  }
  await sending.deps.database.transaction(async (tx) => {
    await dropLocations(
      tx,
      sending.accountId,
      places.map((place) => place.remoteId),
    )
    await confirm(
      tx,
      operations.map((operation) => operation.id),
    )
  })
}
