import type { AccountId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { Delay } from './types.ts'

/** Notifications may be a little older than what they announce: Gmail sends one a second and drops the rest. */
const aheadSeconds = 5

/**
 * To be called before an account is listed: what was received from now on counts as new. Providers tell whole seconds,
 * so the whole second of the first listing does.
 */
export async function countFrom(sql: Sql, accountId: AccountId, at: Date): Promise<void> {
  await sql.query(
    `insert into mail_delay (account_id, counted_from, recent) values ($1, date_trunc('second', $2::timestamptz), '{}')
     on conflict (account_id) do nothing`,
    [accountId, at],
  )
}

/**
 * Measures new mail on its way in, in the transaction that brings it: how long it took, and whether anything announced it.
 * `received`: the provider's times of receipt. What was received before the first listing began is not new.
 */
export async function noteArrivals(change: Change, received: readonly Date[]): Promise<void> {
  if (received.length === 0) return
  const { tx, accountId, at } = change
  const [row] = await tx.query<{ newest: Date | null }>(
    `update mail_delay kept set recent = (array(
         select least(greatest(extract(epoch from $2 - one) * 1000, 0), 2000000000)::integer
         from unnest($3::timestamptz[]) one where one >= kept.counted_from order by one desc
       ) || kept.recent)[1:50]
     where account_id = $1
     returning (select max(one) from unnest($3::timestamptz[]) one where one >= counted_from) as newest`,
    [accountId, at, received],
  )
  if (row?.newest) await noteUnannounced(change, row.newest)
}

async function noteUnannounced({ tx, accountId, at }: Change, newest: Date): Promise<void> {
  await tx.query(
    `update mail_watch set unannounced_at = $2
     where account_id = $1 and is_wanted and unannounced_at is null and registered_at < $3
       and (announced_at is null or announced_at < $3::timestamptz - make_interval(secs => $4))`,
    [accountId, at, newest, aheadSeconds],
  )
}

export async function selectDelays(sql: Sql, ids: readonly AccountId[]): Promise<Map<AccountId, Delay>> {
  const rows = await sql.query<{ account_id: AccountId; median: number; messages: number }>(
    `select account_id, percentile_disc(0.5) within group (order by one) as median, count(*) as messages
     from mail_delay, unnest(recent) one where account_id = any($1) group by account_id`,
    [ids],
  )
  return new Map(rows.map((row) => [row.account_id, { medianMs: row.median, messages: row.messages }]))
}
