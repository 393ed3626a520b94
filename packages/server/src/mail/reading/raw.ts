import type { AccountId } from '@plmail/wire'
import type { Blobs, Sql } from '../../store/index.ts'

/** See `Mail.read.raw`. Knowing a digest opens nothing: the account must have, or lately have had, the message. */
export async function raw(
  sql: Sql,
  blobs: Blobs,
  accountId: AccountId,
  digest: Buffer,
): Promise<Buffer | undefined> {
  const rows = await sql.prepared(
    'mail-raw',
    'select 1 from message where blob_digest = $2 and account_id = $1 limit 1',
    [accountId, digest],
  )
  return rows.length > 0 ? blobs.get(digest) : undefined
}
