import type { AccountId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../store/index.ts'

const dayInMilliseconds = 86_400_000
/** Rows a statement removes: little enough that no writer, and no replica, falls behind. */
const rowsAtOnce = 5000

/** See `Changes.trim`. */
export async function trim(database: Database, clock: Clock, days: number): Promise<number> {
  const now = clock.now()
  const cut = new Date(now.getTime() - days * dayInMilliseconds)
  await markStates(database, now)
  const accounts = await database.query<{ id: AccountId }>('select id from jmap_account order by id')
  let removed = 0
  for (const { id } of accounts) {
    removed += await trimLog(database, id, cut)
    removed += await trimJournal(database, id, cut)
  }
  return removed
}

async function markStates(database: Database, now: Date): Promise<void> {
  await database.query(
    `insert into state_mark (account_id, at, state)
     select id, $1, state from jmap_account on conflict do nothing`,
    [now],
  )
}

async function trimLog(database: Database, accountId: AccountId, cut: Date): Promise<number> {
  const [mark] = await database.query<{ state: number }>(
    'select state from state_mark where account_id = $1 and at <= $2 order by at desc limit 1',
    [accountId, cut],
  )
  if (!mark) return 0
  // Raised first: no reader is promised what the batches below remove.
  await database.query('update jmap_account set oldest_state = greatest(oldest_state, $2) where id = $1', [
    accountId,
    mark.state,
  ])
  const removed = await inBatches((limit) =>
    database.query(
      `delete from change_log where ctid = any (array(
         select ctid from change_log where account_id = $1 and state <= $2 limit $3)) returning 1`,
      [accountId, mark.state, limit],
    ),
  )
  await database.query(
    `delete from state_mark m where account_id = $1 and at < (
       select max(at) from state_mark where account_id = $1 and at <= $2)`,
    [accountId, cut],
  )
  return removed
}

/** Entries are numbered in the order of their times, so the oldest are looked at and no others. */
function trimJournal(database: Database, accountId: AccountId, cut: Date): Promise<number> {
  return inBatches((limit) =>
    database.query(
      `delete from journal where id in (
         select id from (select id, at from journal where account_id = $1 order by id limit $3) as oldest
         where at <= $2) returning 1`,
      [accountId, cut, limit],
    ),
  )
}

/** Removes a batch at a time, each a transaction of its own, until one is not full. */
async function inBatches(remove: (limit: number) => Promise<unknown[]>): Promise<number> {
  let removed = 0
  for (;;) {
    const { length } = await remove(rowsAtOnce)
    removed += length
    if (length < rowsAtOnce) return removed
  }
}
