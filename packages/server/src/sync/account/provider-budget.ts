import type { AccountId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Budget } from '../../providers/contract/index.ts'
import type { Database } from '../../store/index.ts'

/** A provider's allowance for one mailbox as a bucket that fills at a steady rate. */
export interface Allowance {
  perSecond: number
  /** The most that may be used at once. */
  depth: number
  /** Units that have to be left for others after taking. */
  reserve: number
}

export interface BudgetNeeds {
  database: Database
  clock: Clock
  sleep(milliseconds: number): Promise<void>
}

/** A waiting process looks again at least so often: others may have left something. */
const maxNapLength = 2_000

/** Takes turns with every other process that works for the account. */
export function createBudget(
  { database, clock, sleep }: BudgetNeeds,
  accountId: AccountId,
  allowance: Allowance,
): Budget {
  return {
    take: async (cost) => {
      for (;;) {
        const wait = await attempt(database, { accountId, cost, allowance, now: clock.now() })
        if (wait <= 0) return
        await sleep(Math.min(wait, maxNapLength))
      }
    },
  }
}

interface CallCost {
  accountId: AccountId
  cost: number
  allowance: Allowance
  now: Date
}

/** Takes it, or says how many milliseconds it will take until it is there. */
async function attempt(
  database: Database,
  { accountId, cost, allowance: { perSecond, depth, reserve }, now }: CallCost,
): Promise<number> {
  const milliseconds = (amount: number) => (amount / perSecond) * 1000
  // More than the bucket holds is granted when it is full.
  const needed = milliseconds(Math.min(cost + reserve, depth))
  const full = new Date(now.getTime() - milliseconds(depth))
  const latest = new Date(now.getTime() - needed)
  const taken = await database.query(
    `insert into provider_budget as b (account_id, spent_until)
     values ($1, $2::timestamptz + $4 * interval '1 millisecond')
     on conflict (account_id) do update
       set spent_until = greatest(b.spent_until, $2) + $4 * interval '1 millisecond'
       where greatest(b.spent_until, $2) <= $3
     returning 1`,
    [accountId, full, latest, milliseconds(cost)],
  )
  if (taken.length > 0) return 0
  const [row] = await database.query<{ spent_until: Date }>(
    'select spent_until from provider_budget where account_id = $1',
    [accountId],
  )
  return row ? Math.max(1, row.spent_until.getTime() - latest.getTime()) : 1
}
