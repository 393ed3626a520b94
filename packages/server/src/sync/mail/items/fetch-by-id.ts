import type { AccountId } from '@plmail/wire'
import type { AccountSession, FetchedItem } from '../../../providers/contract/index.ts'
import { batches, type FetchDeps, failed } from '../fetch-items.ts'
import { type LedgerItem, settleItems } from '../ledger.ts'
import { providerId } from '../remote-ids.ts'
import type { OurMailboxes } from './apply-page.ts'
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
  for (const fetched of batch) {
    const item = byId.get(fetched.id)
    if (!item) continue
    if (fetched.kind === 'gone') gone.push(item.remoteId)
    else messages.push(...(await arrived(deps, target, item, fetched)))
  }
  if (gone.length > 0) await deps.database.transaction((tx) => settleItems(tx, target.accountId, gone))
  const prepared = await deps.mail.ingest.prepare(messages.map((one) => one.raw))
  const incoming = messages.flatMap(({ raw: _raw, ...one }, index): IncomingItem[] => {
    const ready = prepared[index]
    return ready ? [{ ...one, prepared: ready }] : []
  })
  if (incoming.length > 0) await storeItems(deps, target, incoming, target.mayBeHere)
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
