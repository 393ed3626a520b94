import type { AccountId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Database, Tx } from '../store/index.ts'

const dayInMilliseconds = 86_400_000

/** See `Changes.trim`. One transaction an account, so that no writer waits for all of them. */
export async function trim(database: Database, clock: Clock, days: number): Promise<number> {
  const now = clock.now()
  const cut = new Date(now.getTime() - days * dayInMilliseconds)
  await markStates(database, now)
  const due = await database.query<{ accountId: AccountId; state: number }>(
    `select distinct on (account_id) account_id as "accountId", state from state_mark
     where at <= $1 order by account_id, at desc`,
    [cut],
  )
  let removed = 0
  for (const { accountId, state } of due) {
    removed += await database.transaction((tx) => forget(tx, accountId, state, cut))
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

async function forget(tx: Tx, accountId: AccountId, state: number, cut: Date): Promise<number> {
  // Raised in the same commit: no reader finds rows missing that its state still promises.
  await tx.query('update jmap_account set oldest_state = greatest(oldest_state, $2) where id = $1', [
    accountId,
    state,
  ])
  const [row] = await tx.query<{ removed: number }>(
    `with gone as (delete from change_log where account_id = $1 and state <= $2 returning 1)
     select count(*) as removed from gone`,
    [accountId, state],
  )
  await tx.query(
    `delete from state_mark m where account_id = $1 and at < (
       select max(at) from state_mark where account_id = $1 and at <= $2)`,
    [accountId, cut],
  )
  return row?.removed ?? 0
}
