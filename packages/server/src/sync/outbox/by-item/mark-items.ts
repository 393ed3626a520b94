import type { AccountSession } from '../../../providers/contract/index.ts'
import { selectItems, type KnownItem, markItemsMissing, setItemPlaces } from '../../ledger/item-places.ts'
import { conclude } from '../message-locations.ts'
import { confirm, type Operation } from '../operations.ts'
import type { Send, FlushContext } from '../flush-context.ts'

/** One request for a set of operations on the same keyword with the same value. */
export const markItems: Send<AccountSession> = async (sending, operations) => {
  const first = operations[0]
  if (!first?.field.startsWith('keyword:')) return
  const { deps, accountId, session } = sending
  const keyword = first.field.slice('keyword:'.length)
  const present = first.desired === true
  // The provider has nothing to keep it as: it is kept here, which is all that was to be done.
  if (!session.keeps(keyword)) {
    const ids = operations.map((operation) => operation.id)
    return deps.database.transaction((tx) => confirm(tx, ids))
  }
  const items = await presentItems(sending, operations)
  const ids = items.map((item) => item.id)
  const { gone } = await session.setKeyword(ids, keyword, present)
  const marked = items.filter((item) => !gone.includes(item.id))
  await deps.database.transaction(async (tx) => {
    await markItemsMissing(tx, accountId, gone, null, deps.clock.now())
    await setItemPlaces(
      tx,
      accountId,
      marked.map((item) => ({ ...item, keywords: withKeyword(item.keywords, keyword, present) })),
    )
  })
  await conclude(sending, operations)
}

function withKeyword(keywords: readonly string[], keyword: string, present: boolean): string[] {
  const otherKeywords = keywords.filter((candidate) => candidate !== keyword)
  return present ? [...otherKeywords, keyword].sort() : otherKeywords
}

/** Lists the items of these operations that are in their stored places. */
export async function presentItems(
  { deps, accountId }: FlushContext<AccountSession>,
  operations: readonly Operation[],
): Promise<Array<KnownItem & { id: string }>> {
  const ids = operations.map((operation) => operation.id)
  const rows = await deps.database.query<{ message_id: KnownItem['messageId'] }>(
    // Under its present id: a merge of threads may have given it another since the operation was claimed.
    `select distinct message_id from outbox_op where account_id = $1 and id = any($2) and message_id is not null`,
    [accountId, ids],
  )
  const items = await selectItems(
    deps.database,
    accountId,
    rows.map((row) => row.message_id),
  )
  return items.filter((item) => !item.isMissing)
}
