import type { AccountId, UserId, ProviderName } from '@plmail/wire'
import type { Tx } from '../../store/index.ts'

/** A connected account may also have calendars: in the transaction that makes it. It goes with the account. */
export async function addSourceOfAccount(
  tx: Tx,
  account: { id: AccountId; userId: UserId; provider: ProviderName },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into calendar_source (user_id, account_id, kind, condition_since, created_at) values ($1, $2, $3, $4, $4)`,
    [account.userId, account.id, account.provider, now],
  )
}
