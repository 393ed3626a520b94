import type { AccountId } from '@plmail/wire'
import type { FetchedRaw } from '../../providers/contract/index.ts'
import { type LedgerItem, maxFetchAttempts, postpone, settleItems } from './ledger-items.ts'
import type { FetchDeps } from './sync-deps.ts'
import { postponeUnfetched, selectStandIns } from './unfetched-items.ts'

// One transaction and one fsync per batch: large enough to share them, small enough to hold the account's lock briefly
// and, written as one statement, to be no burden on the database's memory.
const batchMessages = 50
const batchBytes = 8 * 1024 * 1024

/** Groups what comes in for one transaction each. */
export async function* batches<One extends FetchedRaw>(fetched: AsyncIterable<One>): AsyncGenerator<One[]> {
  let batch: One[] = []
  let bytes = 0
  for await (const item of fetched) {
    batch.push(item)
    bytes += item.kind === 'message' ? item.raw.length : 0
    if (batch.length < batchMessages && bytes < batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Counts a message that was not handed out: it is tried later, 1, 5, 25 and 125 minutes apart. True after the last
 * attempt, when something has to stand in for it. What has a stand-in already keeps it, and is asked for again in days.
 */
export async function isGivenUp(
  { database, clock }: Pick<FetchDeps, 'database' | 'clock'>,
  accountId: AccountId,
  item: LedgerItem,
  reason: string,
): Promise<boolean> {
  const now = clock.now()
  if ((await selectStandIns(database, accountId, [item.remoteId])).size > 0) {
    await database.transaction(async (tx) => {
      await postponeUnfetched(tx, accountId, item.remoteId, reason, now)
      await settleItems(tx, accountId, [item.remoteId])
    })
    return false
  }
  if (item.attempts + 1 >= maxFetchAttempts) return true
  const dueAt = new Date(now.getTime() + 60_000 * 5 ** item.attempts)
  await postpone(database, accountId, item.remoteId, reason, dueAt)
  return false
}
