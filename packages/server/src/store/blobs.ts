/**
 * Content-addressed storage of raw bytes. `putAll` writes one immutable pack with one fsync and returns only when
 * the bytes and their rows are durable; equal bytes are kept once. Digest = SHA-256 of the plain bytes.
 */
export interface Blobs {
  putAll(contents: readonly Buffer[]): Promise<Buffer[]>
  get(digest: Buffer): Promise<Buffer | undefined>
  /** Removes packs none of whose blobs is referenced any more; `isReferenced` is asked in batches. */
  sweep(isReferenced: (digests: Buffer[]) => Promise<Set<string>>, olderThan: Date): Promise<number>
}
