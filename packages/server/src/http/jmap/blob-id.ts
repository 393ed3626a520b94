/** Bytes that can be downloaded: a whole message, or one decoded part of it. */
export interface BlobRef {
  digest: Buffer
  partId: string | null
}

// 32 bytes in base64url, always 43 characters, so what follows can be told from it.
const shape = /^B([A-Za-z0-9_-]{43})(?:p([0-9]+(?:_[0-9]+)*))?$/

/** A blob id in the characters RFC 8620 §1.2 allows: content address, then the part's path. */
export function encodeBlobId(digest: Buffer, partId: string | null = null): string {
  const whole = `B${digest.toString('base64url')}`
  return partId === null ? whole : `${whole}p${partId.replaceAll('.', '_')}`
}

export function decodeBlobId(text: string): BlobRef | undefined {
  const match = shape.exec(text)
  if (!match?.[1]) return undefined
  return { digest: Buffer.from(match[1], 'base64url'), partId: match[2]?.replaceAll('_', '.') ?? null }
}
