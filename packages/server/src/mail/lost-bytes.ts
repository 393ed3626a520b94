import { BlobDamaged, type Blobs } from '../store/index.ts'

/** A message's bytes; undefined when they are lost for good, so that one damaged file does not hold up the rest. */
export async function bytesUnlessLost(blobs: Blobs, digest: Buffer): Promise<Buffer | undefined> {
  try {
    return await blobs.get(digest)
  } catch (error) {
    if (error instanceof BlobDamaged) return undefined
    throw error
  }
}
