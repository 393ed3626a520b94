import { batches, isGivenUp } from '../ledger/fetch-attempts.ts'
import type { FetchDeps } from '../ledger/sync-deps.ts'
import type { AccountId, MailboxId } from '@plmail/wire'
import type { FetchedRaw, FolderSession } from '../../providers/contract/index.ts'
import { type FetchedMessage, type Suspect, storeIncoming } from './arrivals.ts'
import { type FolderItem, type LedgerItem, postpone, settleItems } from '../ledger/ledger-items.ts'
import { unsettled } from '../outbox/operations.ts'
import { markMissing } from '../ledger/locations.ts'
import { providerId, remoteId } from '../ledger/remote-ids.ts'
import { stubFor } from '../ledger/message-stub.ts'
import { type StandIn } from '../ledger/unfetched-items.ts'

export interface FetchTarget {
  accountId: AccountId
  session: FolderSession
  /** Remote path of each of our mailboxes. */
  paths: ReadonlyMap<MailboxId, string>
  recogniseMoves: boolean
}

type Message = Extract<FetchedRaw, { kind: 'message' }>

/** Fetches ledger items and stores them; an item that cannot be fetched is postponed, at last kept as a stub. */
export async function fetchItems(
  deps: FetchDeps,
  target: FetchTarget,
  items: readonly LedgerItem[],
): Promise<void> {
  let storing: Promise<void> = Promise.resolve()
  for (const [mailboxId, group] of byMailbox(items.filter(isInFolder))) {
    const path = target.paths.get(mailboxId)
    if (path === undefined) continue
    const byId = new Map(group.map((item) => [providerId(item.remoteId), item]))
    for await (const batch of batches(target.session.fetch(path, [...byId.keys()]))) {
      // The next batch comes in over the wire while this one is parsed and written.
      await storing
      storing = storeBatch(deps, target, batch, byId)
      storing.catch(() => {})
    }
  }
  await storing
}

const isInFolder = (item: LedgerItem): item is FolderItem => item.mailboxId !== null

function byMailbox(items: readonly FolderItem[]): Map<MailboxId, FolderItem[]> {
  const groups = new Map<MailboxId, FolderItem[]>()
  for (const item of items) {
    const group = groups.get(item.mailboxId)
    if (group) group.push(item)
    else groups.set(item.mailboxId, [item])
  }
  return groups
}

async function storeBatch(
  deps: FetchDeps,
  target: FetchTarget,
  batch: readonly FetchedRaw[],
  byId: ReadonlyMap<string, FolderItem>,
): Promise<void> {
  const messages: Array<{ item: FolderItem; fetched: Message; standIn?: StandIn }> = []
  const gone: string[] = []
  for (const fetched of batch) {
    const item = byId.get(fetched.id)
    if (!item) continue
    if (fetched.kind === 'message') messages.push({ item, fetched })
    else if (fetched.kind === 'gone') gone.push(item.remoteId)
    else if (await isGivenUp(deps, target.accountId, item, fetched.reason)) {
      const standIn: StandIn = { kind: 'stub', reason: fetched.reason }
      messages.push({ item, fetched: stubFor(item, fetched.reason, deps.clock.now()), standIn })
    }
  }
  if (gone.length > 0) await deps.database.transaction((tx) => settleItems(tx, target.accountId, gone))
  const prepared = await deps.mail.ingest.prepare(messages.map((item) => item.fetched.raw))
  const incoming = messages.flatMap((item, index): FetchedMessage[] => {
    const ready = prepared[index]
    return ready ? [{ ...toIncoming(item.item, item.fetched, ready), standIn: item.standIn }] : []
  })
  if (incoming.length > 0) await store(deps, target, incoming)
}

const toIncoming = (
  item: FolderItem,
  fetched: Message,
  prepared: FetchedMessage['prepared'],
): Omit<FetchedMessage, 'standIn'> => ({
  item,
  prepared,
  keywords: fetched.keywords,
  receivedAt: fetched.receivedAt,
})

async function store(
  deps: FetchDeps,
  target: FetchTarget,
  incoming: readonly FetchedMessage[],
): Promise<void> {
  const { recogniseMoves } = target
  const suspects = await storeIncoming(deps, target.accountId, incoming, { recogniseMoves })
  if (suspects.length === 0) return
  await checkSuspects(deps, target, suspects)
  const knownCopies = await certainCopies(deps, target.accountId, suspects)
  const again = suspects.map((suspect) => suspect.incoming)
  const uncertain = await storeIncoming(deps, target.accountId, again, { recogniseMoves, knownCopies })
  const dueAt = new Date(deps.clock.now().getTime() + (deps.halfMoveMilliseconds ?? halfMoveMilliseconds))
  for (const { incoming: message } of uncertain)
    await postpone(deps.database, target.accountId, message.item.remoteId, 'In two folders at once', dueAt)
}

// Between COPY and EXPUNGE of a client without MOVE lie one or two round trips.
const halfMoveMilliseconds = 3_000

/**
 * Returns the remote ids of certain copies. A message in two mailboxes may be a move seen half-way, which is harmless
 * unless a local change is just on its way to the old place: then the new place is queried once more.
 */
async function certainCopies(
  deps: FetchDeps,
  accountId: AccountId,
  suspects: readonly Suspect[],
): Promise<Set<string>> {
  const ids = suspects.flatMap((suspect) => suspect.elsewhere.map((place) => place.messageId))
  const open = await unsettled(deps.database, accountId, ids)
  const certain = suspects.filter(
    ({ incoming, elsewhere }) =>
      incoming.item.attempts > 0 || !elsewhere.some((place) => open.has(place.messageId)),
  )
  return new Set(certain.map((suspect) => suspect.incoming.item.remoteId))
}

/** The same bytes are in another folder as well: what the server no longer has there was moved, not copied. */
async function checkSuspects(
  deps: FetchDeps,
  target: FetchTarget,
  suspects: readonly Suspect[],
): Promise<void> {
  const places = suspects.flatMap((suspect) => suspect.elsewhere)
  for (const mailboxId of new Set(places.map((place) => place.mailboxId))) {
    const path = target.paths.get(mailboxId)
    if (path === undefined) continue
    const ids = places.filter((place) => place.mailboxId === mailboxId).map((p) => providerId(p.remoteId))
    const present = await target.session.probe(path, ids)
    const absent = ids.filter((id) => !present.has(id)).map((id) => remoteId(mailboxId, id))
    const at = deps.clock.now()
    await deps.database.transaction((tx) => markMissing(tx, target.accountId, absent, at))
  }
}
