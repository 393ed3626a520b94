import type { AccountId, MessageId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Blobs, Database } from '../../store/index.ts'

export interface ByteCheckParts {
  database: Database
  blobs: Pick<Blobs, 'check'>
  clock: Clock
  random: Random
}

/** A mailbox of 20,000 is read about once in forty nights, at a second or two of work a night. */
const messagesPerNight = 500
/** Large messages must not make a night's check read gigabytes. */
const bytesPerNight = 128 * 1024 * 1024

/** See `Damage.checkSome`. Damage that is met is noted by the blob store itself. */
export async function checkSome({ database, blobs, clock, random }: ByteCheckParts): Promise<number> {
  const accounts = await database.query<{ id: AccountId }>(
    'select distinct account_id as id from message where removed_at is null',
  )
  let checked = 0
  for (const { id } of accounts) {
    const rows = withinBytes(await pickMessages(database, id, random))
    await blobs.check(rows.map(({ digest }) => digest))
    await countChecked(database, id, rows.length, clock.now())
    checked += rows.length
  }
  return checked
}

interface PickedMessage {
  id: MessageId
  digest: Buffer
  size: number
}

/** Digests are as good as random numbers: those that follow a random one in order are a random pick. */
function pickMessages(database: Database, accountId: AccountId, random: Random): Promise<PickedMessage[]> {
  return database.query<PickedMessage>(
    `(select id, blob_digest as digest, size from message
       where account_id = $1 and removed_at is null and blob_digest >= $2 order by blob_digest limit $3)
     union all
     (select id, blob_digest, size from message
       where account_id = $1 and removed_at is null and blob_digest < $2 order by blob_digest limit $3)
     limit $3`,
    [accountId, random(32), messagesPerNight],
  )
}

function withinBytes(rows: readonly PickedMessage[]): PickedMessage[] {
  let bytesLeft = bytesPerNight
  return rows.filter(({ size }) => (bytesLeft -= size) > 0)
}

async function countChecked(
  database: Database,
  accountId: AccountId,
  checked: number,
  now: Date,
): Promise<void> {
  await database.query(
    `insert into byte_check (account_id, checked, checked_at)
     select $1, $2, $3 where exists (select from message where account_id = $1)
     on conflict (account_id) do update
       set checked = byte_check.checked + excluded.checked, checked_at = excluded.checked_at`,
    [accountId, checked, now],
  )
}
