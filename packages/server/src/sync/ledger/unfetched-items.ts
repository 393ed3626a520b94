import type { AccountId, MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Mail } from '../../mail/index.ts'
import type { Sql, Tx } from '../../store/index.ts'
import { leaveLocations } from './follow-locations.ts'

/** The stand-in for a message that the provider does not hand out, and why there is one. */
export interface StandIn {
  kind: 'stub' | 'rebuilt'
  reason: string
}

export interface Unfetched extends StandIn {
  remoteId: string
  mailboxId: MailboxId | null
  uid: number | null
}

const dayMilliseconds = 86_400_000
const maxDays = 30

export async function keepUnfetched(
  tx: Tx,
  accountId: AccountId,
  messages: readonly Unfetched[],
  at: Date,
): Promise<void> {
  if (messages.length === 0) return
  await tx.query(
    `insert into unfetched_message (account_id, remote_id, mailbox_id, uid, is_rebuilt, reason, tried_at, next_at)
     select $1, u.remote_id, u.mailbox_id, u.uid, u.is_rebuilt, left(u.reason, 500), $3,
       $3::timestamptz + case when u.is_rebuilt then interval '30 days' else interval '1 day' end
     from jsonb_to_recordset($2::jsonb)
       as u (remote_id text, mailbox_id bigint, uid bigint, is_rebuilt boolean, reason text)
     on conflict (account_id, remote_id) do update
       set is_rebuilt = excluded.is_rebuilt, reason = excluded.reason, tried_at = excluded.tried_at,
         next_at = excluded.next_at`,
    [
      accountId,
      JSON.stringify(
        messages.map((message) => ({
          remote_id: message.remoteId,
          mailbox_id: message.mailboxId,
          uid: message.uid,
          is_rebuilt: message.kind === 'rebuilt',
          reason: message.reason,
        })),
      ),
      at,
    ],
  )
}

/** Which of these have a stand-in here. */
export async function selectStandIns(
  sql: Sql,
  accountId: AccountId,
  remoteIds: readonly string[],
): Promise<Map<string, StandIn['kind']>> {
  const rows = await sql.query<{ remote_id: string; is_rebuilt: boolean }>(
    `select remote_id, is_rebuilt from unfetched_message where account_id = $1 and remote_id = any($2)`,
    [accountId, remoteIds],
  )
  return new Map(rows.map((row) => [row.remote_id, row.is_rebuilt ? 'rebuilt' : 'stub']))
}

/** It was tried once more in vain: the next try is twice as far away, at most a month. */
export async function postponeUnfetched(
  tx: Tx,
  accountId: AccountId,
  remoteId: string,
  reason: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `update unfetched_message set attempts = attempts + 1, reason = left($3, 500), tried_at = $4::timestamptz,
       next_at = $4::timestamptz + least(power(2, attempts + 1), $5) * interval '1 millisecond' * $6
     where account_id = $1 and remote_id = $2`,
    [accountId, remoteId, reason, at, maxDays, dayMilliseconds],
  )
}

/** The stand-ins of these messages go, with their places: what they stood for has come. */
export async function removeStandIns(
  mail: Pick<Mail, 'provided'>,
  change: Change,
  remoteIds: readonly string[],
  getPlaces: (remoteIds: readonly string[]) => Promise<string[]>,
): Promise<void> {
  const { tx, accountId } = change
  const dropped = await tx.query<{ remote_id: string }>(
    `delete from unfetched_message where account_id = $1 and remote_id = any($2) returning remote_id`,
    [accountId, remoteIds],
  )
  if (dropped.length === 0) return
  const places = await getPlaces(dropped.map((row) => row.remote_id))
  await mail.provided.remove(change, await leaveLocations(mail, change, places))
}

/**
 * The message still has a place here, by whichever id the provider names it; of mail that is gone nothing is left to
 * fetch.
 */
const isHere = `exists (
  select from remote_message r where r.account_id = u.account_id
    and (r.remote_id = u.remote_id
      or (r.uid is null and substr(r.remote_id, strpos(r.remote_id, '/') + 1) = substr(u.remote_id, strpos(u.remote_id, '/') + 1))))`

/**
 * Puts stand-ins on the ledger again, so that they are fetched as new mail is: those that are due, or all when somebody
 * asks. Returns how many. Run twice it does nothing more.
 */
export async function askAgain(
  sql: Sql,
  accountId: AccountId,
  now: Date,
  whose: 'due' | 'all',
): Promise<number> {
  await sql.query(`delete from unfetched_message u where u.account_id = $1 and not ${isHere}`, [accountId])
  const rows = await sql.query(
    `insert into sync_item (account_id, mailbox_id, remote_id, uid, rank, due_at, listed_at)
     select u.account_id, u.mailbox_id, u.remote_id, u.uid, 0, $2, $2 from unfetched_message u
     where u.account_id = $1 and (next_at <= $2 or $3) order by next_at limit 200
     on conflict (account_id, remote_id) do nothing
     returning remote_id`,
    [accountId, now, whose === 'all'],
  )
  return rows.length
}

/** How many messages are here as stubs, and how many were put together from their parts. */
export async function countUnfetched(
  sql: Sql,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, { stubs: number; rebuilt: number }>> {
  const rows = await sql.query<{ account_id: AccountId; stubs: number; rebuilt: number }>(
    `select account_id, count(*) filter (where not is_rebuilt) as stubs, count(*) filter (where is_rebuilt) as rebuilt
     from unfetched_message u where account_id = any($1) and ${isHere} group by account_id`,
    [accountIds],
  )
  return new Map(rows.map(({ account_id: id, ...counts }) => [id, counts]))
}
