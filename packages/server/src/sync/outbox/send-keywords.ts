import { setRemoteKeywords } from '../mail/locations.ts'
import { messagesOf, type Send } from './sending.ts'
import { confirm } from './operations.ts'
import { byMailbox, idsOf, pathsAtProvider, placesOf } from './places.ts'

/** One STORE per folder for a set of operations on the same keyword with the same value. */
export const sendKeywords: Send = async (sending, operations) => {
  const first = operations[0]
  if (!first?.field.startsWith('keyword:')) return
  const keyword = first.field.slice('keyword:'.length)
  const present = first.desired === true
  const paths = await pathsAtProvider(sending)
  const places = [...(await placesOf(sending, messagesOf(operations))).values()].flat()
  for (const [mailboxId, group] of byMailbox(places)) {
    const path = paths.get(mailboxId)
    if (path !== undefined) await sending.session.setKeyword(path, idsOf(group), keyword, present)
  }
  await sending.deps.database.transaction(async (tx) => {
    const updates = places.map((place) => ({
      remoteId: place.remoteId,
      keywords: withKeyword(place.keywords, keyword, present),
    }))
    await setRemoteKeywords(tx, sending.accountId, updates)
    await confirm(
      tx,
      operations.map((operation) => operation.id),
    )
  })
}

function withKeyword(keywords: readonly string[], keyword: string, present: boolean): string[] {
  const others = keywords.filter((one) => one !== keyword)
  return present ? [...others, keyword].sort() : others
}
