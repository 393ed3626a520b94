import type { AccountId } from '@plmail/wire'
import type { AccountSession, FetchedItem } from '../../../providers/contract/index.ts'
import { batches, type FetchDeps, failed } from '../fetch-items.ts'
import { type LedgerItem, postpone, settleItems } from '../ledger.ts'
import { listMailboxes } from '../look.ts'
import { providerId } from '../remote-ids.ts'
import { mailboxesOf, type OurMailboxes } from './apply-page.ts'
import { oursOf } from './look-at-items.ts'
import { type IncomingItem, storeItems } from './store-items.ts'

export interface ItemTarget {
  accountId: AccountId
  session: AccountSession
  ours: OurMailboxes
  /** What comes may be a message that was made here, or that has lost its place. */
  mayBeHere: boolean
}

/** Fetches ledger items and stores them; an item that cannot be fetched is postponed, at last kept as a stub. */
export async function fetchByIds(
  deps: FetchDeps,
  target: ItemTarget,
  items: readonly LedgerItem[],
): Promise<void> {
  const byId = new Map(items.map((item) => [providerId(item.remoteId), item]))
  let storing: Promise<void> = Promise.resolve()
  for await (const batch of batches(target.session.fetch([...byId.keys()]))) {
    // The next batch comes in over the wire while this one is parsed and written.
    await storing
    storing = storeBatch(deps, target, batch, byId)
    storing.catch(() => {})
  }
  await storing
}

async function storeBatch(
  deps: FetchDeps,
  target: ItemTarget,
  batch: readonly FetchedItem[],
  byId: ReadonlyMap<string, LedgerItem>,
): Promise<void> {
  const messages: Array<Omit<IncomingItem, 'prepared'> & { raw: Buffer }> = []
  const gone: string[] = []
  const ours = await allOf(deps, target, batch)
  for (const fetched of batch) {
    const item = byId.get(fetched.id)
    if (!item) continue
    if (fetched.kind === 'gone') gone.push(item.remoteId)
    else if (fetched.kind === 'message' && mailboxesOf(fetched, ours).length === 0)
      await later(deps, target, item)
    else messages.push(...(await arrived(deps, target, item, fetched)))
  }
  if (gone.length > 0) await deps.database.transaction((tx) => settleItems(tx, target.accountId, gone))
  const prepared = await deps.mail.ingest.prepare(messages.map((one) => one.raw))
  const incoming = messages.flatMap(({ raw: _raw, ...one }, index): IncomingItem[] => {
    const ready = prepared[index]
    return ready ? [{ ...one, prepared: ready }] : []
  })
  if (incoming.length > 0) await storeItems(deps, { ...target, ours }, incoming, target.mayBeHere)
}

/** Our mailboxes, listed again when a message lies in one that is younger than the list. */
async function allOf(
  deps: FetchDeps,
  { accountId, session, ours }: ItemTarget,
  batch: readonly FetchedItem[],
): Promise<OurMailboxes> {
  const isKnown = batch.every(
    (one) => one.kind !== 'message' || one.mailboxes.every((mailbox) => ours.has(mailbox)),
  )
  return isKnown ? ours : oursOf(await listMailboxes(deps, accountId, session))
}

const relistMilliseconds = 30_000

function later({ database, clock }: FetchDeps, { accountId }: ItemTarget, item: LedgerItem): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + relistMilliseconds)
  return postpone(database, accountId, item.remoteId, 'Its mailbox is not listed', dueAt)
}

async function arrived(
  deps: FetchDeps,
  { accountId }: ItemTarget,
  item: LedgerItem,
  fetched: Exclude<FetchedItem, { kind: 'gone' }>,
): Promise<Array<Omit<IncomingItem, 'prepared'> & { raw: Buffer }>> {
  const id = providerId(item.remoteId)
  if (fetched.kind === 'message') {
    const { raw, receivedAt, mailboxes, keywords } = fetched
    return [{ id, raw, receivedAt, state: { mailboxes, keywords } }]
  }
  const stubs = await failed(deps, accountId, item, fetched.reason)
  return stubs.map(({ fetched: { raw, receivedAt } }) => ({
    ...{ id, raw, receivedAt },
    state: { mailboxes: [], keywords: [] },
  }))
}
