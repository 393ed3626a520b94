import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Names of the HTTP Digest Algorithm registry in lower case (RFC 9404 §3.1), the preferred one first. */
export const digestAlgorithms = ['sha-256', 'sha', 'sha-512'] as const
export type DigestAlgorithm = (typeof digestAlgorithms)[number]

const hashes: Record<DigestAlgorithm, string> = { 'sha-256': 'sha256', sha: 'sha1', 'sha-512': 'sha512' }

/** In base64. */
export async function computeDigest(name: DigestAlgorithm, bytes: Readable): Promise<string> {
  const hash = createHash(hashes[name])
  for await (const piece of bytes) hash.update(piece as Buffer)
  return hash.digest('base64')
}
