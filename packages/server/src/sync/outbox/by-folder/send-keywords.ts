import type { FolderSession } from '../../../providers/contract/index.ts'
import { setRemoteKeywords } from '../../ledger/locations.ts'
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

/** One STORE per folder for a set of operations on the same keyword with the same value. */
export const sendKeywords: Send<FolderSession> = async (sending, operations) => {
  const first = operations[0]
  if (!first?.field.startsWith('keyword:')) return
  const keyword = first.field.slice('keyword:'.length)
  const present = first.desired === true
  const paths = await pathsAtProvider(sending)
  const places = [...(await selectLocations(sending, operations)).values()].flat()
  for (const [mailboxId, group] of byMailbox(places)) {
    const path = paths.get(mailboxId)
    if (path === undefined) continue
    const ids = getIds(group)
    const store = () => sending.session.setKeyword(path, ids, keyword, present)
    const { gone } = await inFolder(sending, path, ids, store, {})
    await loseSight(sending, mailboxId, gone)
    const marked = group.filter((place) => !gone.includes(providerId(place.remoteId)))
    const updates = marked.map((place) => ({
      remoteId: place.remoteId,
      keywords: withKeyword(place.keywords, keyword, present),
    }))
    await sending.deps.database.transaction((tx) => setRemoteKeywords(tx, sending.accountId, updates))
  }
  await conclude(sending, operations)
}

function withKeyword(keywords: readonly string[], keyword: string, present: boolean): string[] {
  const otherKeywords = keywords.filter((candidate) => candidate !== keyword)
  return present ? [...otherKeywords, keyword].sort() : otherKeywords
}
