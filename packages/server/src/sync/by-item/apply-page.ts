import { getMailboxes, type OurMailboxes } from '../ledger/our-mailboxes.ts'
import type { MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Mail } from '../../mail/index.ts'
import type { ItemPage, ItemState } from '../../providers/contract/index.ts'
import { dropMoot } from '../outbox/operations.ts'
import { selectHeldFields } from '../ledger/held-fields.ts'
import { writeCursor } from '../ledger/cursors.ts'
import { leaveLocations, placeByLocations } from '../ledger/follow-locations.ts'
import { type KeywordDelta, keywordDelta } from '../ledger/keyword-delta.ts'
import { recordListed, settleItems } from '../ledger/ledger-items.ts'
import {
  type ItemPlaces,
  type KnownItem,
  selectStoredItems,
  ledgerId,
  markItemsMissing,
  placesOfItems,
  setItemPlaces,
} from '../ledger/item-places.ts'

/** The effects of one page. */
export interface AppliedPage {
  /** New entries of the ledger. */
  listed: number
  /** Messages here that were elsewhere or marked otherwise. */
  changed: number
}

/**
 * Writes one page of what changed under a cursor. The last page moves the cursor in the same transaction, so that
 * whatever it has passed is either here or on the ledger.
 */
export async function applyPage(
  mail: Pick<Mail, 'provided'>,
  change: Change,
  under: MailboxId | null,
  page: ItemPage,
  ours: OurMailboxes,
): Promise<AppliedPage> {
  const { tx, accountId, at } = change
  // A page may say something twice; its last word counts.
  const items = [...new Map(page.items.map((item) => [item.id, item])).values()]
  const storedItems = await selectStoredItems(
    tx,
    accountId,
    items.map((item) => item.id),
  )
  const reported = items.flatMap(({ id, state }) => {
    const item = storedItems.get(id)
    return item && state ? [{ id, item, state }] : []
  })
  const changed = await announceProgress(mail, change, reported, ours)
  const fresh = items.filter((item) => !storedItems.has(item.id))
  const listed = await recordListed(
    tx,
    accountId,
    null,
    fresh.map((item) => ({ remoteId: ledgerId(item.id), uid: null, rank: item.rank })),
    at,
  )
  await forget(mail, change, page.deleted)
  await markItemsMissing(tx, accountId, page.left, under, at)
  if (page.position !== undefined) {
    const cursor = { position: page.position, fingerprint: null, remoteTotal: null }
    await writeCursor(tx, accountId, under, cursor, at)
  }
  return { listed, changed }
}

/**
 * Applies the provider's state to stored items, except for fields that a local decision still holds. Returns how many
 * were in other mailboxes or had other keywords.
 */
export async function announceProgress(
  mail: Pick<Mail, 'provided'>,
  change: Change,
  reported: ReadonlyArray<{ id: string; item: KnownItem; state: ItemState }>,
  ours: OurMailboxes,
): Promise<number> {
  const updates = reported.flatMap(({ id, item, state }): Array<ItemPlaces & { item: KnownItem }> => {
    const mailboxIds = getMailboxes(state, ours)
    if (mailboxIds.length === 0 || isSame(item, mailboxIds, state.keywords)) return []
    return [{ id, item, messageId: item.messageId, mailboxIds, keywords: state.keywords }]
  })
  if (updates.length === 0) return 0
  await setItemPlaces(change.tx, change.accountId, updates)
  const ids = [...new Set(updates.map((update) => update.messageId))]
  const pendingFields = await selectHeldFields(change.tx, change.accountId, ids)
  const deltas = updates.map((update): { id: MessageId } & KeywordDelta => ({
    id: update.messageId,
    ...keywordDelta(update.item.keywords, update.keywords, pendingFields.get(update.messageId)),
  }))
  await mail.provided.patchKeywords(change, deltas)
  await placeByLocations(mail, change, ids)
  return updates.filter(({ item, ...now }) => !isAsBefore(item, now.mailboxIds, now.keywords)).length
}

const isSame = (item: KnownItem, mailboxIds: readonly MailboxId[], keywords: readonly string[]): boolean =>
  !item.isMissing && isAsBefore(item, mailboxIds, keywords)

const isAsBefore = (
  item: KnownItem,
  mailboxIds: readonly MailboxId[],
  keywords: readonly string[],
): boolean => sameSet(item.mailboxIds, mailboxIds) && sameSet(item.keywords, keywords)

function sameSet<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value) => b.includes(value))
}

/** Deleted at the provider: gone here as well, with what was decided about it. */
export async function forget(
  mail: Pick<Mail, 'provided'>,
  change: Change,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { tx, accountId } = change
  await settleItems(tx, accountId, ids.map(ledgerId))
  const removed = await leaveLocations(mail, change, await placesOfItems(tx, accountId, ids))
  await dropMoot(tx, accountId, removed)
  await mail.provided.remove(change, removed)
}
