import type { AccountId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Arrival } from '../types.ts'
import { sendCorrespondents } from '../categories/correspondents.ts'
import { selectBoxes, getRoles } from '../labels/select-boxes.ts'
import { settle } from '../lists/settle-rows.ts'
import { assignThreads } from '../threading/assign-threads.ts'
import { toThreadInput } from '../threading/thread-input.ts'
import { type Accepted, accept } from './accept-arrival.ts'
import { selectCategories } from './categorize-arrivals.ts'
import { insertMessages } from './insert-messages.ts'

/** The account's own addresses; mail from them was sent, and they tell nothing about who takes part in a thread. */
export type OwnAddresses = (accountId: AccountId) => Promise<readonly string[]>

/** See `Mail.ingest.arrive`. A batch takes the same handful of statements whatever its size. */
export async function arrive(
  change: Change,
  arrivals: readonly Arrival[],
  ownAddresses: OwnAddresses,
): Promise<MessageId[]> {
  if (arrivals.length === 0) return []
  const own = new Set((await ownAddresses(change.accountId)).map((address) => address.toLowerCase()))
  const boxes = await selectBoxes(change.tx, change.accountId)
  const accepted = arrivals.map((arrival) => accept(change, arrival, boxes, own))
  const batch = accepted.map(({ arrival, receivedAt }) =>
    toThreadInput(arrival.prepared.parsed, receivedAt, own),
  )
  const { threadIds, fresh, touched } = await assignThreads(change, batch, own)
  const categories = await selectCategories(change, accepted)
  const ids = await insertMessages(change, { accepted, batch, threadIds, fresh, categories })
  const isSent = (index: number) => getRoles(boxes, accepted[index]?.mailboxIds ?? []).has('sent')
  sendCorrespondents(
    change,
    ids.filter((_, index) => isSent(index)),
  )
  change.created('Email', ids)
  journalArrivals(change, ids, accepted)
  await settle(change, touched)
  return ids
}

function journalArrivals(change: Change, ids: readonly MessageId[], accepted: readonly Accepted[]): void {
  change.journal(
    accepted.flatMap(({ keywords, mailboxIds }, index) => {
      const id = ids[index]
      return id === undefined
        ? []
        : [{ type: 'Email' as const, id, before: null, after: { keywords, mailboxes: mailboxIds } }]
    }),
  )
}
