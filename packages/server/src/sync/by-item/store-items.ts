import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Mail, MailboxView, PreparedMessage, Role, SameMessage } from '../../mail/index.ts'
import type { ItemState } from '../../providers/contract/index.ts'
import { dropAppend, noteSentCopy } from '../outbox/appending.ts'
import { letDraftGo, marks, settleMade } from '../outbox/by-item/settle-appended.ts'
import { resend } from '../outbox/operations.ts'
import { selectHeldFields } from '../ledger/held-fields.ts'
import type { FetchDeps } from '../ledger/sync-deps.ts'
import { noteArrivals } from '../watches/delays.ts'
import { settleItems } from '../ledger/ledger-items.ts'
import { dropLocations, selectLocations } from '../ledger/locations.ts'
import { areNew } from '../ledger/new-mail.ts'
import { announceProgress } from './apply-page.ts'
import { getMailboxes, type OurMailboxes } from '../ledger/our-mailboxes.ts'
import { providerId } from '../ledger/remote-ids.ts'
import { keepUnfetched, removeStandIns, type StandIn, selectStandIns } from '../ledger/unfetched-items.ts'
import { selectStoredItems, ledgerId, placesOfItems, setItemPlaces } from '../ledger/item-places.ts'

/** A fetched message on its way into the mirror. */
export interface IncomingItem {
  id: string
  prepared: PreparedMessage
  /** Without mailboxes when it could not be fetched: it is shown in the Inbox. */
  state: ItemState
  receivedAt: Date
  /** It is not what the provider has, which could not be fetched. */
  standIn: StandIn | undefined
}

/** Stores fetched messages and takes them off the ledger, in one transaction. */
export async function storeItems(
  deps: Pick<FetchDeps, 'changes' | 'mail' | 'jobs'>,
  { accountId, ours }: { accountId: AccountId; ours: OurMailboxes },
  incoming: readonly IncomingItem[],
  mayBeHere: boolean,
): Promise<void> {
  const cause = { actor: { kind: 'provider' as const }, verb: 'arrive' }
  await deps.changes.write(accountId, cause, async (change) => {
    const due = await stillDue(change, incoming)
    await replaceStandIns(deps.mail, change, due)
    const boxes = await deps.mail.mailboxes.selectMailboxes(accountId)
    const unknown = await withoutKnown(deps.mail, change, due, ours)
    const fresh = mayBeHere ? await withoutOwn(deps, change, unknown, ours, boxes) : unknown
    await arrive(deps.mail, change, fresh, ours, boxes)
    await settleItems(
      change.tx,
      accountId,
      due.map((item) => ledgerId(item.id)),
    )
  })
}

async function replaceStandIns(mail: Mail, change: Change, due: readonly IncomingItem[]): Promise<void> {
  const { tx, accountId } = change
  const before = await selectStandIns(
    tx,
    accountId,
    due.map(({ id }) => ledgerId(id)),
  )
  const better = due.filter(({ id, standIn }) => {
    const kind = before.get(ledgerId(id))
    return kind !== undefined && (!standIn || (kind === 'stub' && standIn.kind === 'rebuilt'))
  })
  await removeStandIns(
    mail,
    change,
    better.map(({ id }) => ledgerId(id)),
    (remoteIds) => placesOfItems(tx, accountId, remoteIds.map(providerId)),
  )
  const standIns = due.flatMap(({ id, standIn }) =>
    standIn ? [{ ...standIn, remoteId: ledgerId(id), mailboxId: null, uid: null }] : [],
  )
  await keepUnfetched(tx, accountId, standIns, change.at)
}

/** Two jobs may have fetched the same item; whoever stores it first took it off the ledger. */
async function stillDue(change: Change, incoming: readonly IncomingItem[]): Promise<IncomingItem[]> {
  const rows = await change.tx.query<{ remote_id: string }>(
    `select remote_id from sync_item where account_id = $1 and remote_id = any($2) for update`,
    [change.accountId, incoming.map((item) => ledgerId(item.id))],
  )
  const due = new Set(rows.map((row) => row.remote_id))
  return incoming.filter((item) => due.has(ledgerId(item.id)))
}

/** Leaves out items that are stored under their id already: two syncs may have listed the same. */
async function withoutKnown(
  mail: Mail,
  change: Change,
  incoming: readonly IncomingItem[],
  ours: OurMailboxes,
): Promise<IncomingItem[]> {
  const { tx, accountId } = change
  const storedItems = await selectStoredItems(
    tx,
    accountId,
    incoming.map((item) => item.id),
  )
  const fresh: IncomingItem[] = []
  for (const incomingItem of incoming) {
    const item = storedItems.get(incomingItem.id)
    if (item)
      await announceProgress(mail, change, [{ id: incomingItem.id, item, state: incomingItem.state }], ours)
    else fresh.push(incomingItem)
  }
  return fresh
}

/** Leaves out messages created locally and those whose stored place was lost. */
async function withoutOwn(
  deps: Pick<FetchDeps, 'mail' | 'jobs'>,
  change: Change,
  incoming: readonly IncomingItem[],
  ours: OurMailboxes,
  boxes: readonly MailboxView[],
): Promise<IncomingItem[]> {
  const distinct: IncomingItem[] = []
  for (const item of incoming) {
    if (await isMadeHere(deps, change, item, ours, boxes)) continue
    if (!(await hasMoved(deps.mail, change, item, ours))) distinct.push(item)
  }
  return distinct
}

/**
 * Tells whether a message is one that we appended ourselves, or the provider's copy of a message it sent for us. The
 * provider may have changed its bytes, so it is recognised by its Message-ID and by being in the same mailbox.
 */
async function isMadeHere(
  deps: Pick<FetchDeps, 'mail' | 'jobs'>,
  change: Change,
  { id, prepared, state }: IncomingItem,
  ours: OurMailboxes,
  boxes: readonly MailboxView[],
): Promise<boolean> {
  const { mail } = deps
  const mailboxIds = getMailboxes(state, ours)
  const isIn = (role: Role, ids: readonly MailboxId[]) =>
    boxes.some((box) => box.role === role && ids.includes(box.id))
  for (const twin of await mail.provided.sameMessage(change, prepared)) {
    const places = await selectLocations(change.tx, change.accountId, [twin.id])
    const present = places.flatMap((place) => (place.isMissing ? [] : [place.mailboxId]))
    const item = { id, messageId: twin.id, mailboxIds, keywords: state.keywords }
    // Found by the outbox since we asked what is known: it does not wait for a look to end.
    if (places.some((place) => providerId(place.remoteId) === id)) return true
    const isDeleted = twin.mailboxIds.length === 0
    if (isDeleted && !(await isToBeDestroyed(change, twin.id))) continue
    // A try to store the draft that nobody answered: what has been sent since needs it no more.
    const isDraft = state.keywords.includes('$draft')
    if (twin.isSubmitted && !isDeleted && isDraft && !isIn('drafts', twin.mailboxIds)) {
      await letDraftGo(change, item, twin.mailboxIds)
      return true
    }
    // What is sent is kept in Sent by the provider, while the draft of it may still be where it was.
    const isSentCopy =
      twin.isSubmitted &&
      isIn('sent', mailboxIds) &&
      present.every((mailboxId) => isIn('drafts', [mailboxId]))
    const isWhereItWasPut =
      places.length === 0 && twin.mailboxIds.some((mailboxId) => mailboxIds.includes(mailboxId))
    const isDeletedDraft = isDeleted && isDraft && isIn('drafts', mailboxIds)
    if (!isSentCopy && !isWhereItWasPut && !isDeletedDraft) continue
    if (twin.isSubmitted && !isDraft) await noteSentCopy(deps, change, twin.id, mailboxIds)
    // Its draft was never stored and is not needed any more: sending files the message in Sent here as well.
    if (isDeleted || (isSentCopy && isIn('drafts', twin.mailboxIds)))
      await dropAppend(change.tx, change.accountId, twin.id)
    // What was deleted has nothing to be marked with: its deletion is all that is left to do.
    await settleMade(change, item, isDeleted ? [] : twin.keywords)
    if (!isDeleted) await copyMarks(mail, change, twin, state)
    return true
  }
  return false
}

/** It was deleted here while nothing of it was known to be at the provider: what appears there now goes as well. */
async function isToBeDestroyed({ tx, accountId }: Change, id: MessageId): Promise<boolean> {
  return (await selectHeldFields(tx, accountId, [id])).get(id)?.has('destroy') ?? false
}

/** Applies the keywords set at the provider meanwhile, except where a local change is not sent yet. */
async function copyMarks(mail: Mail, change: Change, twin: SameMessage, state: ItemState): Promise<void> {
  const pendingFields = (await selectHeldFields(change.tx, change.accountId, [twin.id])).get(twin.id)
  const isTheirs = (mark: string) =>
    state.keywords.includes(mark) && !twin.keywords.includes(mark) && !pendingFields?.has(`keyword:${mark}`)
  const add = marks.filter(isTheirs)
  if (add.length > 0) await mail.provided.patchKeywords(change, [{ id: twin.id, add, remove: [] }])
}

/** A message with the same bytes that has left its place: a provider gave it a new id nevertheless. */
async function hasMoved(
  mail: Mail,
  change: Change,
  { id, prepared, state }: IncomingItem,
  ours: OurMailboxes,
): Promise<boolean> {
  const mailboxIds = getMailboxes(state, ours)
  const twins = await mail.provided.withDigest(change, prepared.digest)
  const places = await selectLocations(change.tx, change.accountId, twins)
  const left = places.find((place) => place.isMissing)
  if (!left || mailboxIds.length === 0) return false
  const mine = places.filter((place) => place.messageId === left.messageId)
  await dropLocations(
    change.tx,
    change.accountId,
    mine.filter((place) => place.isMissing).map((place) => place.remoteId),
  )
  const before = { ...left, mailboxIds: [], isMissing: true }
  await resend(change.tx, change.accountId, [left.messageId])
  await announceProgress(mail, change, [{ id, item: before, state }], ours)
  return true
}

async function arrive(
  mail: Mail,
  change: Change,
  fresh: readonly IncomingItem[],
  ours: OurMailboxes,
  boxes: readonly MailboxView[],
): Promise<void> {
  const inbox = boxes.flatMap((box) => (box.role === 'inbox' ? [box.id] : []))
  const placed = fresh.map((item) => {
    const mailboxIds = getMailboxes(item.state, ours)
    return { ...item, mailboxIds: mailboxIds.length > 0 ? mailboxIds : inbox }
  })
  const isNew = await areNew(mail, change, placed)
  const ids = await mail.ingest.arrive(
    change,
    placed.map(({ prepared, mailboxIds, state, receivedAt }, index) => ({
      prepared,
      mailboxIds,
      receivedAt,
      isNew: isNew[index] ?? false,
      keywords: state.keywords,
    })),
  )
  const items = placed.flatMap(({ id, mailboxIds, state }, index) => {
    const messageId: MessageId | undefined = ids[index]
    return messageId === undefined ? [] : [{ id, messageId, mailboxIds, keywords: state.keywords }]
  })
  await setItemPlaces(change.tx, change.accountId, items)
  await noteArrivals(
    change,
    placed.map((item) => item.receivedAt),
  )
}
