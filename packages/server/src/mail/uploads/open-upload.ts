import type { AccountId } from '@plmail/wire'
import type { Blobs, OpenBlob, Sql, StoredBytes } from '../../store/index.ts'
import { bytesUnlessLost } from '../lost-bytes.ts'
import type { BlobUse } from './types.ts'
import { withBytes } from './read-batches.ts'

/**
 * The size of bytes that the account may read; undefined for all others. Knowing a digest opens nothing: a message
 * of the account must have them, or lately have had them, or a client must have sent them there.
 */
export async function selectUploadSize(
  sql: Sql,
  accountId: AccountId,
  digest: Buffer,
): Promise<number | undefined> {
  const rows = await sql.prepared<{ size: number }>(
    'mail-held-size',
    `(select size from message where blob_digest = $2 and account_id = $1 limit 1)
     union all (select size from upload where digest = $2 and account_id = $1) limit 1`,
    [accountId, digest],
  )
  return rows[0]?.size
}

/** The same for many, by the hexadecimal digits of their digests. */
async function selectUploadSizes(
  sql: Sql,
  accountId: AccountId,
  digests: readonly Buffer[],
): Promise<Map<string, number>> {
  const rows = await sql.prepared<{ digest: Buffer; size: number }>(
    'mail-held-sizes',
    `select wanted.digest, held.size from unnest($2::bytea[]) as wanted (digest) cross join lateral (
       (select size from message where blob_digest = wanted.digest and account_id = $1 limit 1)
       union all (select size from upload where digest = wanted.digest and account_id = $1) limit 1) as held`,
    [accountId, digests],
  )
  return new Map(rows.map(({ digest, size }) => [digest.toString('hex'), size]))
}

/** See `BlobReads.each`. */
export async function* eachHeld(
  sql: Sql,
  blobs: Blobs,
  accountId: AccountId,
  digests: readonly Buffer[],
): AsyncGenerator<StoredBytes, void> {
  const sizes = await selectUploadSizes(sql, accountId, digests)
  const bytes = withBytes(
    blobs,
    digests.flatMap((digest) => {
      const size = sizes.get(digest.toString('hex'))
      return size === undefined ? [] : [{ digest, size }]
    }),
  )
  for (const digest of digests) {
    if (!sizes.has(digest.toString('hex'))) yield undefined
    else yield (await bytes.next()).value?.raw
  }
}

/** See `Mail.read.raw`. */
export async function raw(
  sql: Sql,
  blobs: Blobs,
  accountId: AccountId,
  digest: Buffer,
): Promise<Buffer | undefined> {
  const size = await selectUploadSize(sql, accountId, digest)
  return size === undefined ? undefined : bytesUnlessLost(blobs, digest)
}

/** See `BlobReads.open`. */
export async function openHeld(
  sql: Sql,
  blobs: Blobs,
  accountId: AccountId,
  digest: Buffer,
): Promise<OpenBlob | undefined> {
  return (await selectUploadSize(sql, accountId, digest)) === undefined ? undefined : blobs.open(digest)
}

/** See `BlobReads.uses`. */
export function uses(sql: Sql, accountId: AccountId, digests: readonly Buffer[]): Promise<BlobUse[]> {
  return sql.query<BlobUse>(
    `select m.blob_digest as digest, m.id as "messageId", m.thread_id as "threadId",
       array(select mailbox_id from message_mailbox where message_id = m.id order by mailbox_id) as "mailboxIds"
     from message m where m.account_id = $1 and m.removed_at is null and m.blob_digest = any ($2::bytea[])
     order by m.id`,
    [accountId, digests],
  )
}
