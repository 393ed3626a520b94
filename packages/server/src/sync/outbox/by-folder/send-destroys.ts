import type { FolderSession } from '../../../providers/contract/index.ts'
import { dropLocations } from '../../ledger/locations.ts'
import { providerId } from '../../ledger/remote-ids.ts'
import {
  byMailbox,
  conclude,
  getIds,
  inFolder,
  loseSight,
  pathsAtProvider,
  selectLocations,
} from '../message-locations.ts'
import type { Send } from '../flush-context.ts'

/**
 * Deletes messages for good, folder by folder. The rows and bytes here stay 30 days. A message that another client
 * has moved meanwhile is looked for first: deleted means deleted wherever it went.
 */
export const sendDestroys: Send<FolderSession> = async (sending, operations) => {
  const paths = await pathsAtProvider(sending)
  const places = [...(await selectLocations(sending, operations)).values()].flat()
  for (const [mailboxId, group] of byMailbox(places)) {
    const path = paths.get(mailboxId)
    if (path === undefined) continue
    const ids = getIds(group)
    const { gone } = await inFolder(sending, path, ids, () => sending.session.expunge(path, ids), {})
    await loseSight(sending, mailboxId, gone)
    const expunged = group.filter((place) => !gone.includes(providerId(place.remoteId)))
    await sending.deps.database.transaction((tx) =>
      dropLocations(
        tx,
        sending.accountId,
        expunged.map((place) => place.remoteId),
      ),
    )
  }
  await conclude(sending, operations)
}
