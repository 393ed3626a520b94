import { createHash } from 'node:crypto'
import { Readable, pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { BlobLocation } from './blob-rows.ts'
import { BlobDamaged, type OpenBlob, type StreamedBlob } from './blobs.ts'
import type { PackFolder } from './pack-folder.ts'

/** How the bytes of a stream are put away, by whether they were held in memory to their end. */
export interface Puts {
  putSmall(content: Buffer): Promise<Buffer>
  /** `result` may be asked once the pieces are read to their end. */
  putLarge(pieces: AsyncIterable<Buffer>, result: () => StreamedBlob): Promise<void>
}

/**
 * Bytes below which a blob is held in memory: it is compressed, and shares a pack with others that arrive at the same
 * time.
 */
const heldBytes = 256 * 1024

class TooLarge extends Error {}

/** See `Blobs.putStream`. */
export async function storeStream(
  source: AsyncIterable<Buffer>,
  maxBytes: number,
  { putSmall, putLarge }: Puts,
): Promise<StreamedBlob | 'too-large'> {
  const pieces = bounded(source, maxBytes)
  try {
    const chunks: Buffer[] = []
    let size = 0
    while (size <= heldBytes) {
      const next = await pieces.next()
      if (next.done) return { digest: await putSmall(Buffer.concat(chunks, size)), size }
      chunks.push(next.value)
      size += next.value.length
    }
    return await storeLarge(chunks, pieces, putLarge)
  } catch (error) {
    if (error instanceof TooLarge) return 'too-large'
    throw error
  } finally {
    await pieces.return(undefined)
  }
}

async function storeLarge(
  chunks: Buffer[],
  rest: AsyncIterable<Buffer>,
  putLarge: Puts['putLarge'],
): Promise<StreamedBlob> {
  const hash = createHash('sha256')
  let result: StreamedBlob = { digest: Buffer.alloc(0), size: 0 }
  async function* hashed() {
    let size = 0
    for await (const piece of joinChunks(chunks, rest)) {
      hash.update(piece)
      size += piece.length
      yield piece
    }
    result = { digest: hash.digest(), size }
  }
  await putLarge(hashed(), () => result)
  return result
}

async function* joinChunks(chunks: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  while (chunks[0]) {
    yield chunks[0]
    chunks.shift()
  }
  yield* rest
}

async function* bounded(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer, undefined> {
  let size = 0
  for await (const piece of source) {
    size += piece.length
    if (size > maxBytes) throw new TooLarge()
    yield piece
  }
}

/** See `Blobs.open`. `noteDamage` is awaited before whoever reads gets the error. */
export function openBlob(packs: PackFolder, place: BlobLocation, noteDamage: () => Promise<void>): OpenBlob {
  const { digest, pack, offset, length, size } = place
  const plainBytes = (start: number, end: number): AsyncIterable<Buffer> =>
    length === size
      ? packs.stream(pack, offset + start, end - start)
      : cut(inflated(packs.stream(pack, offset, length)), start, end)
  return {
    size,
    stream: (start, end) => {
      const whole = start === 0 && end === size ? digest : undefined
      const pieces = checked(plainBytes(start, end), end - start, whole)
      return Readable.from(noting(pieces, noteDamage), { objectMode: false })
    },
  }
}

async function* noting(
  pieces: AsyncIterable<Buffer>,
  noteDamage: () => Promise<void>,
): AsyncGenerator<Buffer> {
  try {
    yield* pieces
  } catch (error) {
    if (error instanceof BlobDamaged || isInflateError(error)) await noteDamage()
    throw error
  }
}

/** Node.js: errors of zlib carry codes such as Z_DATA_ERROR. */
const isInflateError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

function inflated(stored: Readable): Readable {
  // An error of the one ends the other, and whoever reads hears of it.
  return pipeline(stored, createInflateRaw(), () => {})
}

async function* cut(pieces: AsyncIterable<Buffer>, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - at), Math.max(0, end - at))
    if (part.length > 0) yield part
    at += piece.length
    if (at >= end && end > 0) return
  }
}

/** The last piece is held back until all is known to be right: a reader who has counted on never gets it otherwise. */
async function* checked(
  pieces: AsyncIterable<Buffer>,
  size: number,
  digest: Buffer | undefined,
): AsyncGenerator<Buffer> {
  const hash = digest && createHash('sha256')
  let readBytes = 0
  let last: Buffer | undefined
  for await (const piece of pieces) {
    hash?.update(piece)
    readBytes += piece.length
    if (last) yield last
    last = piece
  }
  if (readBytes !== size || (hash && digest && !hash.digest().equals(digest)))
    throw new BlobDamaged('The stored bytes of a blob are not those that were stored')
  if (last) yield last
}
