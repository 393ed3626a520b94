import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import type { Mail, PreparedMessage } from '../../mail/index.ts'
import { settleEcho, unheardAppend } from '../outbox/appending.ts'
import { resend, triedIn } from '../outbox/operations.ts'
import { selectHeldFields } from '../ledger/held-fields.ts'
import { noteArrivals } from '../watches/delays.ts'
import { placeByLocations } from '../ledger/follow-locations.ts'
import { keywordDelta } from '../ledger/keyword-delta.ts'
import { type FolderItem, settleItems } from '../ledger/ledger-items.ts'
import { addLocations, dropLocations, type Location, selectLocations } from '../ledger/locations.ts'
import { areNew } from '../ledger/new-mail.ts'
import { providerId, parseUid } from '../ledger/remote-ids.ts'
import { keepUnfetched, removeStandIns, type StandIn } from '../ledger/unfetched-items.ts'

/** A fetched message on its way into the mirror. */
export interface FetchedMessage {
  item: FolderItem
  prepared: PreparedMessage
  keywords: string[]
  receivedAt: Date
  /** It is not what the provider has, which could not be fetched. */
  standIn: StandIn | undefined
}

/** A message with the same bytes sits elsewhere: moved there, or copied? Only the server can tell. */
export interface Suspect {
  incoming: FetchedMessage
  elsewhere: Location[]
}

export interface ArrivalOptions {
  /** Look for the same bytes elsewhere; the first import skips it while nothing is missing. */
  recogniseMoves: boolean
  /** Suspects that were asked about and are copies. */
  knownCopies?: ReadonlySet<string>
}

/**
 * Stores fetched messages and takes them off the ledger, in one transaction. A message whose bytes are known from a
 * place that has gone missing is that message, moved; it keeps its id, thread and history.
 * Returns those that need the server asked first; they stay on the ledger.
 */
export async function storeIncoming(
  deps: { mail: Mail; changes: Changes },
  accountId: AccountId,
  incoming: readonly FetchedMessage[],
  options: ArrivalOptions,
): Promise<Suspect[]> {
  const cause = { actor: { kind: 'provider' as const }, verb: 'arrive' }
  const written = await deps.changes.write(accountId, cause, async (change) => {
    const due = await stillDue(change, incoming)
    await replaceStandIns(deps.mail, change, due)
    const sorted = options.recogniseMoves ? await sortOut(deps.mail, change, due, options) : allNew(due)
    await arrive(deps.mail, change, await withoutEchoes(deps.mail, change, sorted.fresh))
    await claim(deps.mail, change, sorted.relocated)
    return sorted.suspects
  })
  return written.result
}

async function replaceStandIns(mail: Mail, change: Change, due: readonly FetchedMessage[]): Promise<void> {
  const arrivedIds = due.filter((incoming) => !incoming.standIn).map((incoming) => incoming.item.remoteId)
  await removeStandIns(mail, change, arrivedIds, async (remoteIds) => [...remoteIds])
  const standIns = due.flatMap(({ item, standIn }) =>
    standIn ? [{ ...standIn, ...item, uid: parseUid(providerId(item.remoteId)) }] : [],
  )
  await keepUnfetched(change.tx, change.accountId, standIns, change.at)
}

interface Sorted {
  fresh: FetchedMessage[]
  relocated: RelocatedMessage[]
  suspects: Suspect[]
}

/** A message that is here already. The other place is given up, unless we have put a copy there ourselves. */
interface RelocatedMessage {
  incoming: FetchedMessage
  formerLocation: Location
  hasMoved: boolean
}

const allNew = (fresh: FetchedMessage[]): Sorted => ({ fresh, relocated: [], suspects: [] })

/** Two jobs may have fetched the same item; whoever stores it first took it off the ledger. */
async function stillDue(change: Change, incoming: readonly FetchedMessage[]): Promise<FetchedMessage[]> {
  const rows = await change.tx.query<{ remote_id: string }>(
    `select remote_id from sync_item where account_id = $1 and remote_id = any($2) for update`,
    [change.accountId, incoming.map((message) => message.item.remoteId)],
  )
  const due = new Set(rows.map((row) => row.remote_id))
  return incoming.filter((message) => due.has(message.item.remoteId))
}

async function sortOut(
  mail: Mail,
  change: Change,
  incoming: readonly FetchedMessage[],
  options: ArrivalOptions,
): Promise<Sorted> {
  const sorted: Sorted = { fresh: [], relocated: [], suspects: [] }
  const taken = new Set<string>()
  for (const message of incoming) {
    const { mailboxId } = message.item
    const twins = await mail.provided.withDigest(change, message.prepared.digest)
    const places = await selectLocations(change.tx, change.accountId, twins)
    const elsewhere = places.filter((place) => !place.isMissing && place.mailboxId !== mailboxId)
    const same = await sameMessage(change, mailboxId, places, taken)
    if (same) {
      taken.add(inMailbox(same.formerLocation.messageId, mailboxId))
      if (same.hasMoved) taken.add(same.formerLocation.remoteId)
      sorted.relocated.push({ incoming: message, ...same })
    } else if (elsewhere.length > 0 && !options.knownCopies?.has(message.item.remoteId)) {
      sorted.suspects.push({ incoming: message, elsewhere })
    } else sorted.fresh.push(message)
  }
  return sorted
}

/**
 * The message that this one is: one that we copied here without hearing the answer, else one that has gone missing.
 * A message that is in this mailbox already is another with the same bytes.
 */
async function sameMessage(
  change: Change,
  mailboxId: MailboxId,
  places: readonly Location[],
  taken: ReadonlySet<string>,
): Promise<Omit<RelocatedMessage, 'incoming'> | undefined> {
  const inThisMailbox = places.filter((place) => !place.isMissing && place.mailboxId === mailboxId)
  const elsewhere = places.filter(
    ({ messageId }) =>
      !inThisMailbox.some((place) => place.messageId === messageId) &&
      !taken.has(inMailbox(messageId, mailboxId)),
  )
  const ids = elsewhere.map((place) => place.messageId)
  const tried = await triedIn(change.tx, change.accountId, ids, mailboxId)
  const copied = elsewhere.find((place) => tried.has(place.messageId))
  if (copied) return { formerLocation: copied, hasMoved: false }
  const left = elsewhere.find((place) => place.isMissing && !taken.has(place.remoteId))
  return left && { formerLocation: left, hasMoved: true }
}

/**
 * Leaves out messages that we have put there ourselves and whose answer we have not received or recorded yet; they are
 * not new.
 */
async function withoutEchoes(
  mail: Mail,
  change: Change,
  fresh: readonly FetchedMessage[],
): Promise<FetchedMessage[]> {
  const distinct: FetchedMessage[] = []
  for (const message of fresh) {
    const { mailboxId, remoteId } = message.item
    const twins = await mail.provided.withDigest(change, message.prepared.digest)
    const operation = await unheardAppend(change.tx, change.accountId, twins, mailboxId)
    if (operation === undefined) {
      distinct.push(message)
      continue
    }
    const uid = parseUid(providerId(remoteId))
    await settleEcho(change, operation, { remoteId, mailboxId, uid, keywords: message.keywords })
    await settleItems(change.tx, change.accountId, [remoteId])
  }
  return distinct
}

const inMailbox = (messageId: MessageId, mailboxId: MailboxId) => `${messageId} in ${mailboxId}`

async function arrive(mail: Mail, change: Change, unsorted: readonly FetchedMessage[]): Promise<void> {
  if (unsorted.length === 0) return
  // INTERNALDATE has whole seconds; ids decide within one, so they are given out in the server's order.
  const fresh = unsorted.toSorted((a, b) => uidAt(a) - uidAt(b))
  const isNew = await areNew(mail, change, fresh)
  const ids = await mail.ingest.arrive(
    change,
    fresh.map((message, index) => ({
      prepared: message.prepared,
      mailboxIds: [message.item.mailboxId],
      keywords: message.keywords,
      receivedAt: message.receivedAt,
      isNew: isNew[index] ?? false,
    })),
  )
  const located = fresh.flatMap((message, index) => {
    const messageId = ids[index]
    return messageId === undefined ? [] : [locate(message, messageId)]
  })
  await addLocations(change.tx, change.accountId, located)
  await noteArrivals(
    change,
    fresh.map((message) => message.receivedAt),
  )
  await settleItems(
    change.tx,
    change.accountId,
    fresh.map((message) => message.item.remoteId),
  )
}

const uidAt = (message: FetchedMessage) => parseUid(providerId(message.item.remoteId)) ?? 0

const locate = (message: FetchedMessage, messageId: MessageId) => ({
  remoteId: message.item.remoteId,
  messageId,
  mailboxId: message.item.mailboxId,
  uid: parseUid(providerId(message.item.remoteId)),
  keywords: message.keywords,
})

async function claim(mail: Mail, change: Change, relocated: readonly RelocatedMessage[]): Promise<void> {
  if (relocated.length === 0) return
  const { tx, accountId } = change
  // The ids may have changed since: arrivals of this transaction can merge threads (RFC 8621 §3).
  const now = await tx.query<{ remote_id: string; message_id: MessageId }>(
    `select remote_id, message_id from remote_message where account_id = $1 and remote_id = any($2)`,
    [accountId, relocated.map((message) => message.formerLocation.remoteId)],
  )
  const messageOf = new Map(now.map((row) => [row.remote_id, row.message_id]))
  const claims = relocated.flatMap((message) => {
    const messageId = messageOf.get(message.formerLocation.remoteId)
    return messageId === undefined ? [] : [{ ...message, messageId }]
  })
  await dropLocations(
    tx,
    accountId,
    claims.flatMap((claimed) => (claimed.hasMoved ? [claimed.formerLocation.remoteId] : [])),
  )
  await addLocations(
    tx,
    accountId,
    claims.map((claimed) => locate(claimed.incoming, claimed.messageId)),
  )
  await settleItems(
    tx,
    accountId,
    claims.map((claimed) => claimed.incoming.item.remoteId),
  )
  const ids = claims.map((claimed) => claimed.messageId)
  await resend(tx, accountId, ids)
  const pendingFields = await selectHeldFields(tx, accountId, ids)
  const deltas = claims.map(({ messageId, formerLocation, incoming }) => ({
    id: messageId,
    ...keywordDelta(formerLocation.keywords, incoming.keywords, pendingFields.get(messageId)),
  }))
  await mail.provided.patchKeywords(change, deltas)
  await placeByLocations(mail, change, ids)
}
