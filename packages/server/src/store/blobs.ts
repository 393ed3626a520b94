import type { Readable } from 'node:stream'
import type { BlobPlace } from './blob-rows.ts'

/**
 * Content-addressed storage of raw bytes, in packs. Bytes that were put are durable when the answer comes, and their
 * rows with the next commit: that of the row that refers to them. Equal bytes are kept once. Digest = SHA-256 of the
 * plain bytes.
 */
export interface Blobs {
  /** One fsync for the batch, none for what is stored already. Bytes of a damaged blob replace the lost ones. */
  putAll(contents: readonly Buffer[]): Promise<Buffer[]>
  /**
   * Keeps bytes that arrive piece by piece and holds only a little of them in memory. What is small and arrives while
   * others are being written shares the next fsync with all that wait. Beyond `maxBytes` it stops
   * reading and keeps nothing; the source is left where it stands. What the source throws is thrown, nothing kept.
   */
  putStream(source: AsyncIterable<Buffer>, maxBytes: number): Promise<StreamedBlob | 'too-large'>
  /** Throws `BlobDamaged` for bytes that were stored and are lost; nothing for what never was. */
  get(digest: Buffer): Promise<Buffer | undefined>
  /**
   * The same for many, in order; all of them are in memory then. Damage to some leaves the others readable. `places` as
   * far as they are known (`blobPlaceInSql`).
   */
  getAll(
    digests: readonly Buffer[],
    places?: ReadonlyArray<BlobPlace | null | undefined>,
  ): Promise<StoredBytes[]>
  /** Reads blobs from the disk, one at a time, and compares them with their digests; returns how many were whole. */
  check(digests: readonly Buffer[]): Promise<number>
  /** Digests of blobs that were found damaged and were not put again since, in ascending order, from `after` on. */
  damaged(limit: number, after?: Buffer): Promise<Buffer[]>
  /** A blob to be read piece by piece; nothing is read yet. */
  open(digest: Buffer): Promise<OpenBlob | undefined>
  /**
   * Removes packs none of whose blobs is referenced any more; `isReferenced` is asked in batches. `olderThan` lies a
   * day back: what is younger may be about to be referred to, and its pack about to grow.
   */
  sweep(isReferenced: (digests: Buffer[]) => Promise<Set<string>>, olderThan: Date): Promise<number>
}

/** The outcome of reading a blob: its bytes, `damaged` when they are lost, nothing when they were never stored. */
export type StoredBytes = Buffer | 'damaged' | undefined

export interface StreamedBlob {
  digest: Buffer
  size: number
}

export interface OpenBlob {
  size: number
  /**
   * The bytes from `start` up to, not including, `end`. Damage found on the way ends the stream with an error; bytes
   * of a part are not held against the digest, which is that of the whole.
   */
  stream(start: number, end: number): Readable
}

/** The stored bytes of a blob are missing or are not those that were stored. */
export class BlobDamaged extends Error {}
