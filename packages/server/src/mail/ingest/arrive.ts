import type { AccountId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Arrival } from '../door.ts'
import { sendCorrespondents } from '../categories/correspondents.ts'
import { boxesOf, rolesOf } from '../labels/boxes.ts'
import { settle } from '../lists/settle-rows.ts'
import { assignThreads } from '../threading/assign.ts'
import { incoming } from '../threading/incoming.ts'
import { type Accepted, accept } from './accept.ts'
import { categoriesOf } from './categorize-arrivals.ts'
import { insertMessages } from './insert.ts'

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
  const boxes = await boxesOf(change.tx, change.accountId)
  const accepted = arrivals.map((arrival) => accept(change, arrival, boxes, own))
  const batch = accepted.map(({ arrival, receivedAt }) => incoming(arrival.prepared.parsed, receivedAt, own))
  const { threadIds, fresh, touched } = await assignThreads(change, batch, own)
  const categories = await categoriesOf(change, accepted)
  const ids = await insertMessages(change, { accepted, batch, threadIds, fresh, categories })
  const isSent = (index: number) => rolesOf(boxes, accepted[index]?.mailboxIds ?? []).has('sent')
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
