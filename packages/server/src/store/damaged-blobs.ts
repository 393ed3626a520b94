import type { BlobLocation } from './blob-rows.ts'
import type { Sql } from './sql.ts'

/**
 * Writes down that the stored bytes of a blob are lost. Its row stays: messages refer to it, and bytes may come again.
 * `place` is where they were read: a reader that meets the lost bytes while others are put in their place is late.
 */
export async function recordDamage(sql: Sql, place: BlobLocation, now: Date): Promise<void> {
  await sql.query(
    `insert into damaged_blob (digest, found_at)
     select digest, $4 from blob where digest = $1 and pack = $2 and pack_offset = $3
     on conflict (digest) do nothing`,
    [place.digest, place.pack, place.offset, now],
  )
}

/** See `Blobs.damaged`. */
export async function listDamaged(sql: Sql, limit: number, after: Buffer | undefined): Promise<Buffer[]> {
  const rows = await sql.query<{ digest: Buffer }>(
    'select digest from damaged_blob where digest > $2 order by digest limit $1',
    [limit, after ?? Buffer.alloc(0)],
  )
  return rows.map((row) => row.digest)
}
