import type { AccountId, MessageId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Blobs, Database } from '../../store/index.ts'
import type { ByteCheck, DamagedMessage } from './types.ts'

export interface FollowParts {
  database: Database
  blobs: Pick<Blobs, 'damaged'>
  clock: Clock
}

const digestsAtOnce = 500
/** About two weeks in all with the waits below: a provider may be away for a while. */
const maxAttempts = 12
const firstWaitMs = 60_000

/** See `Damage.follow`. */
export async function followDamage({ database, blobs, clock }: FollowParts): Promise<AccountId[]> {
  const now = clock.now()
  const damaged = new Set<string>()
  for (let after: Buffer | undefined; ;) {
    const digests = await blobs.damaged(digestsAtOnce, after)
    for (const digest of digests) damaged.add(digest.toString('hex'))
    await noteMessages(database, digests, now)
    after = digests.at(-1)
    if (after === undefined || digests.length < digestsAtOnce) break
  }
  await dropRestored(database, damaged)
  const accounts = await database.query<{ id: AccountId }>(
    `select distinct account_id as id from damaged_message where given_up_at is null and due_at <= $1`,
    [now],
  )
  return accounts.map(({ id }) => id)
}

async function noteMessages(database: Database, digests: readonly Buffer[], now: Date): Promise<void> {
  if (digests.length === 0) return
  await database.query(
    `insert into damaged_message (message_id, account_id, due_at)
     select id, account_id, $2 from message where blob_digest = any ($1::bytea[])
     on conflict (message_id) do nothing`,
    [digests, now],
  )
}

/** The same bytes may have come with another message, or by an upload. */
async function dropRestored(database: Database, damaged: ReadonlySet<string>): Promise<void> {
  const noted = await database.query<{ id: MessageId; digest: Buffer }>(
    `select d.message_id as id, m.blob_digest as digest
     from damaged_message d join message m on m.id = d.message_id`,
  )
  const whole = noted.filter(({ digest }) => !damaged.has(digest.toString('hex'))).map(({ id }) => id)
  if (whole.length === 0) return
  await database.query(
    `with whole as (
       delete from damaged_message where message_id = any ($1::bigint[]) returning account_id)
     insert into byte_check (account_id, restored)
     select account_id, count(*) from whole group by account_id
     on conflict (account_id) do update set restored = byte_check.restored + excluded.restored`,
    [whole],
  )
}

/** See `Damage.due`. */
export function dueMessages(
  database: Database,
  accountId: AccountId,
  limit: number,
  now: Date,
): Promise<DamagedMessage[]> {
  return database.query<DamagedMessage>(
    `select message_id as id, attempts from damaged_message
     where account_id = $1 and given_up_at is null and due_at <= $2 order by due_at, message_id limit $3`,
    [accountId, now, limit],
  )
}

/** See `Damage.postpone`. */
export async function postponeRestore(
  database: Database,
  failed: { accountId: AccountId; id: MessageId; reason: string; isFinal: boolean },
  now: Date,
): Promise<void> {
  await database.query(
    `update damaged_message
     set attempts = attempts + 1, reason = left($3, 500),
       due_at = $5::timestamptz + interval '1 millisecond' * ($6::bigint << attempts),
       given_up_at = case when $4 or attempts + 1 >= $7 then $5::timestamptz end
     where account_id = $1 and message_id = $2 and given_up_at is null`,
    [failed.accountId, failed.id, failed.reason, failed.isFinal, now, firstWaitMs, maxAttempts],
  )
}

/** See `Damage.checks`. */
export async function byteChecks(
  database: Database,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, ByteCheck>> {
  const rows = await database.query<ByteCheck & { accountId: AccountId }>(
    `select a.id as "accountId", coalesce(c.checked, 0) as checked, coalesce(c.restored, 0) as restored,
       c.checked_at as "checkedAt",
       (select count(*) from damaged_message d where d.account_id = a.id and d.given_up_at is null) as damaged,
       (select count(*) from damaged_message d where d.account_id = a.id and d.given_up_at is not null) as lost
     from unnest($1::bigint[]) as a (id) left join byte_check c on c.account_id = a.id`,
    [accountIds],
  )
  return new Map(rows.map(({ accountId, ...check }) => [accountId, check]))
}
