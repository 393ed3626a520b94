import type { Readable } from 'node:stream'

/**
 * Content-addressed storage of raw bytes. `putAll` writes one immutable pack with one fsync and returns only when
 * the bytes and their rows are durable; equal bytes are kept once. Digest = SHA-256 of the plain bytes.
 */
export interface Blobs {
  putAll(contents: readonly Buffer[]): Promise<Buffer[]>
  /**
   * Keeps bytes that arrive piece by piece and holds only a little of them in memory. Beyond `maxBytes` it stops
   * reading and keeps nothing; the source is left where it stands. What the source throws is thrown, nothing kept.
   */
  putStream(source: AsyncIterable<Buffer>, maxBytes: number): Promise<StreamedBlob | 'too-large'>
  get(digest: Buffer): Promise<Buffer | undefined>
  /** A blob to be read piece by piece; nothing is read yet. */
  open(digest: Buffer): Promise<OpenBlob | undefined>
  /** Removes packs none of whose blobs is referenced any more; `isReferenced` is asked in batches. */
  sweep(isReferenced: (digests: Buffer[]) => Promise<Set<string>>, olderThan: Date): Promise<number>
}

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
