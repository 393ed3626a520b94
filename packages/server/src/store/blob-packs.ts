import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  type InputType,
  type ZlibOptions,
  deflateRaw,
  deflateRawSync,
  inflateRaw,
  inflateRawSync,
} from 'node:zlib'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import { BlobDamaged, type Blobs, type StreamedBlob } from './blobs.ts'
import type { Sql } from './sql.ts'
import { type PackFolder, openPackFolder } from './pack-folder.ts'
import { recentBlobs } from './recent-blobs.ts'
import { openBlob, storeStream } from './streamed-blobs.ts'
import { together } from './together.ts'

export interface BlobPacksOptions {
  sql: Sql
  /** Absolute; created when absent. */
  folder: string
  clock: Clock
  random: Random
}

/** Keeps a pack well below the 2 GiB that a four-byte offset reaches. */
const packBytes = 256 * 1024 * 1024
const recentBytes = 8 * 1024 * 1024

interface Entry {
  digest: Buffer
  plain: Buffer
  stored: Buffer
}

interface Place {
  pack: string
  offset: number
  length: number
  size: number
}

/** Blobs in pack files of one folder. Compression is DEFLATE (RFC 1951) at level 1, left out where it gains nothing. */
export function createBlobPacks({ sql, folder, clock, random }: BlobPacksOptions): Blobs {
  const packs = openPackFolder(folder, random)
  const recent = recentBlobs(recentBytes)
  const putAll = async (contents: readonly Buffer[]) => {
    const digests = contents.map(sha256)
    const missing = await withoutKnown(sql, clock.now(), byDigest(digests, contents))
    const entries = await Promise.all([...missing.values()].map(compressed))
    for (const batch of batches(entries)) {
      await insert(sql, await packs.write(batch.map((entry) => entry.stored)), batch.map(rowOf), clock.now())
    }
    return digests
  }
  const putSmall = together(putAll)
  // As it comes, not compressed: what is large in mail is compressed already.
  const putLarge = async (pieces: AsyncIterable<Buffer>, result: () => StreamedBlob) => {
    const pack = await packs.writeStream(pieces)
    const { digest, size } = result()
    const missing = await withoutKnown(sql, clock.now(), new Map([[digest.toString('hex'), { digest }]]))
    if (missing.size === 0) await packs.remove(pack)
    else await insert(sql, pack, [{ digest, length: size, size }], clock.now())
  }
  return {
    putAll,
    putStream: (source, maxBytes) => storeStream(source, maxBytes, { putSmall, putLarge }),
    get: async (digest) => {
      const key = digest.toString('hex')
      const known = recent.get(key)
      if (known) return known
      const place = await placeOf(sql, digest)
      if (!place) return undefined
      const plain = await readPlain(packs, place, digest)
      recent.put(key, plain)
      return plain
    },
    open: async (digest) => {
      const place = await placeOf(sql, digest)
      return place && openBlob(packs, place, digest)
    },
    sweep: (isReferenced, olderThan) => sweep(sql, packs, isReferenced, olderThan),
  }
}

function sha256(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

function byDigest(digests: readonly Buffer[], contents: readonly Buffer[]): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const [index, digest] of digests.entries()) {
    const plain = contents[index] ?? Buffer.alloc(0)
    entries.set(digest.toString('hex'), { digest, plain, stored: plain })
  }
  return entries
}

// Touching a row that is already there is what keeps `sweep` from removing it before its new owner refers to it.
async function withoutKnown<T extends { digest: Buffer }>(
  sql: Sql,
  now: Date,
  entries: Map<string, T>,
): Promise<Map<string, T>> {
  if (entries.size === 0) return entries
  const known = await sql.query<{ digest: Buffer }>(
    `update blob set created_at = greatest(created_at, $2)
     where digest in (select digest from blob where digest = any($1) order by digest for update)
     returning digest`,
    [[...entries.values()].map((entry) => entry.digest), now],
  )
  for (const { digest } of known) entries.delete(digest.toString('hex'))
  return entries
}

/**
 * Up to here (about a millisecond of work) bytes are compressed and expanded in place: taking a message of the usual
 * size to another thread and back costs four times as much as the work itself.
 */
const smallBytes = 128 * 1024
const deflateApart = promisify<InputType, ZlibOptions, Buffer>(deflateRaw)
const inflateApart = promisify<InputType, ZlibOptions, Buffer>(inflateRaw)

async function compressed(entry: Entry): Promise<Entry> {
  const { plain } = entry
  const level = { level: 1 }
  const stored = plain.length <= smallBytes ? deflateRawSync(plain, level) : await deflateApart(plain, level)
  return stored.length < plain.length ? { ...entry, stored } : entry
}

/** Throws when the bytes are not what DEFLATE makes of `size` bytes or fewer. */
async function expanded(stored: Buffer, size: number): Promise<Buffer> {
  const bound = { maxOutputLength: size }
  return size <= smallBytes ? inflateRawSync(stored, bound) : inflateApart(stored, bound)
}

function batches(entries: readonly Entry[]): Entry[][] {
  const all: Entry[][] = []
  let room = 0
  for (const entry of entries) {
    const last = all.at(-1)
    if (last && entry.stored.length <= room) last.push(entry)
    else {
      all.push([entry])
      room = packBytes
    }
    room -= entry.stored.length
  }
  return all
}

type NewRow = Pick<Place, 'length' | 'size'> & { digest: Buffer }

const rowOf = ({ digest, stored, plain }: Entry): NewRow => ({
  ...{ digest, length: stored.length, size: plain.length },
})

// In digest order, so that two writers of the same blobs wait for each other instead of deadlocking. Waiting ends
// when the other has committed: the row that stands is durable, and this pack's copy is merely unused.
async function insert(sql: Sql, pack: string, entries: readonly NewRow[], now: Date): Promise<void> {
  let offset = 0
  const rows = entries.map((entry) => {
    const row = { ...entry, offset }
    offset += entry.length
    return row
  })
  rows.sort((a, b) => Buffer.compare(a.digest, b.digest))
  await sql.query(
    `insert into blob (digest, pack, pack_offset, pack_length, size, created_at)
     select digest, $2, pack_offset, pack_length, size, $6
     from unnest($1::bytea[], $3::int[], $4::int[], $5::int[]) as b (digest, pack_offset, pack_length, size)
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

async function placeOf(sql: Sql, digest: Buffer): Promise<Place | undefined> {
  const rows = await sql.prepared<Place>(
    'store-blob-place',
    'select pack, pack_offset as "offset", pack_length as "length", size from blob where digest = $1',
    [digest],
  )
  return rows[0]
}

// Compression is used only where it makes fewer bytes, so equal lengths mean plain bytes.
async function readPlain(packs: PackFolder, place: Place, digest: Buffer): Promise<Buffer> {
  const stored = await packs.read(place.pack, place.offset, place.length)
  const plain =
    place.length === place.size ? stored : await expanded(stored, place.size).catch(() => undefined)
  if (!plain || !sha256(plain).equals(digest)) {
    throw new BlobDamaged(`Blob ${digest.toString('hex')} in pack ${place.pack} is damaged`)
  }
  return plain
}

async function sweep(
  sql: Sql,
  packs: PackFolder,
  isReferenced: (digests: Buffer[]) => Promise<Set<string>>,
  olderThan: Date,
): Promise<number> {
  const candidates = await sql.query<{ pack: string; digests: Buffer[] }>(
    `select pack, array_agg(digest) as digests from blob group by pack having max(created_at) < $1`,
    [olderThan],
  )
  let removed = 0
  for (const { pack, digests } of candidates) {
    const referenced = await isReferenced(digests)
    if (digests.some((digest) => referenced.has(digest.toString('hex')))) continue
    removed += (await forgetPack(sql, packs, pack, olderThan)) ? 1 : 0
  }
  return removed + (await removeStrays(sql, packs, olderThan))
}

// Rows first: a file without rows is a stray that the next sweep finds, rows without a file would be a hole.
// The date is asked again because somebody may have touched a blob since it was read.
async function forgetPack(sql: Sql, packs: PackFolder, pack: string, olderThan: Date): Promise<boolean> {
  const left = await sql.query<{ isEmpty: boolean }>(
    `with gone as (delete from blob where pack = $1 and created_at < $2 returning digest)
     select count(*) filter (where digest not in (select digest from gone)) = 0 as "isEmpty"
     from blob where pack = $1`,
    [pack, olderThan],
  )
  if (!left[0]?.isEmpty) return false
  await packs.remove(pack)
  return true
}

// What a crash between writing a pack and inserting its rows left behind.
async function removeStrays(sql: Sql, packs: PackFolder, olderThan: Date): Promise<number> {
  const files = await packs.olderThan(olderThan)
  if (files.length === 0) return 0
  const known = await sql.query<{ pack: string }>('select distinct pack from blob where pack = any($1)', [
    files,
  ])
  const kept = new Set(known.map((row) => row.pack))
  const strays = files.filter((file) => !kept.has(file))
  for (const stray of strays) await packs.remove(stray)
  return strays.length
}
