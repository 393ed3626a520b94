import { createHash } from 'node:crypto'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import { insertRows, type NewRow, type BlobLocation, selectBlobLocations, withoutKnown } from './blob-rows.ts'
import { BlobDamaged, type Blobs, type StoredBytes, type StreamedBlob } from './blobs.ts'
import { compressed, expanded } from './compressed.ts'
import { listDamaged, recordDamage } from './damaged-blobs.ts'
import { createGrowingPack } from './growing-pack.ts'
import { openPackFolder, type PackFolder } from './pack-folder.ts'
import { recentBlobs } from './recent-blobs.ts'
import type { Sql } from './sql.ts'
import { openBlob, storeStream } from './streamed-blobs.ts'
import { sweepPacks } from './sweep-packs.ts'
import { batchCalls } from './batch-calls.ts'

export interface BlobPacksOptions {
  sql: Sql
  /** Absolute; created when absent. */
  folder: string
  clock: Clock
  random: Random
}

/** Keeps a pack well below the 2 GiB that a four-byte offset reaches. */
const packBytes = 256 * 1024 * 1024
/** A batch that is smaller shares a pack with those before and after it. */
const sharedBytes = 1024 * 1024
const recentBytes = 8 * 1024 * 1024

interface Entry {
  digest: Buffer
  plain: Buffer
  /** As it goes into the pack. */
  stored: Buffer
}

/** Blobs in pack files of one folder. Compression is DEFLATE (RFC 1951) at level 1, left out where it gains nothing. */
export function createBlobPacks({ sql, folder, clock, random }: BlobPacksOptions): Blobs {
  const packs = openPackFolder(folder, random)
  const append = createGrowingPack(packs, clock)
  const recent = recentBlobs(recentBytes)
  const write = async (batch: readonly Entry[]): Promise<void> => {
    const parts = batch.map((entry) => entry.stored)
    const isSmall = readBytes(parts) <= sharedBytes
    const { pack, offset } = isSmall ? await append(parts) : { pack: await packs.write(parts), offset: 0 }
    await insertRows(sql, pack, offset, batch.map(toRow), clock.now())
  }
  const putAll = async (contents: readonly Buffer[]) => {
    const digests = contents.map(sha256)
    const missing = await withoutKnown(sql, clock.now(), byDigest(digests, contents))
    const entries = await Promise.all(
      [...missing.values()].map(async (entry) => ({ ...entry, stored: await compressed(entry.plain) })),
    )
    for (const batch of batches(entries)) await write(batch)
    return digests
  }
  const putSmall = batchCalls(async (contents: readonly Buffer[]) => {
    const digests = await putAll(contents)
    // What is sent one by one is asked for next, to make a message of it.
    for (const [index, content] of contents.entries()) {
      const digest = digests[index]
      if (digest) recent.put(digest.toString('hex'), content)
    }
    return digests
  })
  // As it comes, not compressed: what is large in mail is compressed already.
  const putLarge = async (pieces: AsyncIterable<Buffer>, result: () => StreamedBlob) => {
    const pack = await packs.writeStream(pieces)
    const { digest, size } = result()
    const missing = await withoutKnown(sql, clock.now(), new Map([[digest.toString('hex'), { digest }]]))
    if (missing.size === 0) await packs.remove(pack)
    else await insertRows(sql, pack, 0, [{ digest, length: size, size }], clock.now())
  }
  const noteDamage = (place: BlobLocation) => recordDamage(sql, place, clock.now())
  const read = async (place: BlobLocation): Promise<StoredBytes> => {
    try {
      return await readPlain(packs, place)
    } catch (error) {
      if (!(error instanceof BlobDamaged)) throw error
      await noteDamage(place)
      return 'damaged'
    }
  }
  const readRecent = async (place: BlobLocation): Promise<StoredBytes> => {
    const plain = await read(place)
    if (plain instanceof Buffer) recent.put(place.digest.toString('hex'), plain)
    return plain
  }
  const getAll: Blobs['getAll'] = async (digests, knownPlaces = []) => {
    const cached = digests.map((digest) => recent.get(digest.toString('hex')))
    const unknown = digests.filter((_, index) => !cached[index] && !knownPlaces[index])
    const rows = unknown.length === 0 ? [] : await selectBlobLocations(sql, unknown)
    const places = new Map(rows.map((place) => [place.digest.toString('hex'), place]))
    return Promise.all(
      digests.map((digest, index) => {
        const place = knownPlaces[index] ?? places.get(digest.toString('hex'))
        return cached[index] ?? (place && readRecent({ ...place, digest }))
      }),
    )
  }
  return {
    putAll,
    putStream: (source, maxBytes) => storeStream(source, maxBytes, { putSmall, putLarge }),
    get: async (digest) => {
      const [bytes] = await getAll([digest])
      if (bytes === 'damaged') throw new BlobDamaged(`Blob ${digest.toString('hex')} is damaged`)
      return bytes
    },
    getAll,
    check: async (digests) => {
      let whole = 0
      for (const place of await selectBlobLocations(sql, digests))
        if ((await read(place)) !== 'damaged') whole++
      return whole
    },
    damaged: (limit, after) => listDamaged(sql, limit, after),
    open: async (digest) => {
      const [place] = await selectBlobLocations(sql, [digest])
      return place && openBlob(packs, place, () => noteDamage(place))
    },
    sweep: (isReferenced, olderThan) => sweepPacks(sql, packs, isReferenced, olderThan),
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

function readBytes(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

function toRow({ digest, stored, plain }: Entry): NewRow {
  return { digest, length: stored.length, size: plain.length }
}

async function readPlain(
  packs: PackFolder,
  { digest, pack, offset, length, size }: BlobLocation,
): Promise<Buffer> {
  const plain = await expanded(await packs.read(pack, offset, length), size)
  if (plain && sha256(plain).equals(digest)) return plain
  throw new BlobDamaged(`Blob ${digest.toString('hex')} in pack ${pack} is damaged`)
}
