import type { Sql } from './sql.ts'

/** The location of a blob's bytes. Equal lengths mean that they are stored uncompressed. */
export interface BlobLocation extends BlobPlace {
  digest: Buffer
}

/** The same of a blob whose digest is known. */
export interface BlobPlace {
  pack: string
  offset: number
  /** Bytes in the pack. */
  length: number
  /** Plain bytes. */
  size: number
}

/**
 * A blob's place as a column of a larger statement, for `Blobs.get`: whoever reads rows to get at their bytes asks once.
 * `digest` is an expression of that statement.
 */
export const placeInSql = (digest: string): string =>
  `(select json_build_object('pack', pack, 'offset', pack_offset, 'length', pack_length, 'size', size)
    from blob where blob.digest = ${digest})`

export type NewRow = Pick<BlobLocation, 'digest' | 'length' | 'size'>

/** Younger than any sweep may be told to look at, and older than most that is put twice. */
const freshMs = 3_600_000

/**
 * Leaves what is not stored yet, or is stored and damaged. Touching a row that stands is what keeps a sweep from removing it before its new
 * owner refers to it; a row so young that no sweep would take it needs no write.
 */
export async function withoutKnown<T extends { digest: Buffer }>(
  sql: Sql,
  now: Date,
  entries: Map<string, T>,
): Promise<Map<string, T>> {
  if (entries.size === 0) return entries
  const stored = await sql.prepared<{ digest: Buffer }>(
    'store-known-blobs',
    `with known as materialized (
       select digest, created_at > $3 as is_fresh from blob
       where digest = any ($1::bytea[])
         and not exists (select from damaged_blob d where d.digest = blob.digest)),
     touched as (
       update blob set created_at = greatest(created_at, $2::timestamptz)
       where digest in (
         select digest from blob where digest in (select digest from known where not is_fresh)
         order by digest for update)
       returning digest)
     select digest from known where is_fresh union all select digest from touched`,
    [[...entries.values()].map((entry) => entry.digest), now, new Date(now.getTime() - freshMs)],
  )
  const missing = new Map(entries)
  for (const { digest } of stored) missing.delete(digest.toString('hex'))
  return missing
}

/**
 * Rows of blobs that follow each other in a pack from `start` on. In digest order, so that two writers of the same
 * blobs wait for each other instead of deadlocking. Waiting ends when the other has committed: the row that stands is
 * as good, and this pack's copy is merely unused. The row of a damaged blob is led to the new bytes instead.
 *
 * This commit does not wait for the disk. Whatever refers to a blob is committed after it, and the log is written in
 * order, so no reference outlives a crash without its blob (PostgreSQL's manual, "Asynchronous Commit").
 */
export async function insertRows(
  sql: Sql,
  pack: string,
  start: number,
  entries: readonly NewRow[],
  now: Date,
): Promise<void> {
  let offset = start
  const rows = entries.map((entry) => {
    const row = { ...entry, offset }
    offset += entry.length
    return row
  })
  rows.sort((a, b) => Buffer.compare(a.digest, b.digest))
  await sql.prepared(
    'store-insert-blobs',
    `with mended as (delete from damaged_blob where digest = any ($1::bytea[]) returning digest),
     replaced as (
       update blob set pack = $2, pack_offset = b.pack_offset, pack_length = b.pack_length
       from unnest($1::bytea[], $3::int[], $4::int[]) as b (digest, pack_offset, pack_length)
       where blob.digest = b.digest and blob.digest in (select digest from mended) returning blob.digest)
     insert into blob (digest, pack, pack_offset, pack_length, size, created_at)
     select digest, $2, pack_offset, pack_length, size, $6
     from (select set_config('synchronous_commit', 'off', true)) as quick
     cross join unnest($1::bytea[], $3::int[], $4::int[], $5::int[]) as b (digest, pack_offset, pack_length, size)
     where digest not in (select digest from replaced)
     on conflict (digest) do update set created_at = greatest(blob.created_at, excluded.created_at)`,
    [
      rows.map((row) => row.digest),
      pack,
      rows.map((row) => row.offset),
      rows.map((row) => row.length),
      rows.map((row) => row.size),
      now,
    ],
  )
}

/** In any order; what is not stored is left out. */
export function selectBlobLocations(sql: Sql, digests: readonly Buffer[]): Promise<BlobLocation[]> {
  return sql.prepared<BlobLocation>(
    'store-blob-places',
    `select digest, pack, pack_offset as "offset", pack_length as "length", size
     from blob where digest = any ($1::bytea[])`,
    [digests],
  )
}
