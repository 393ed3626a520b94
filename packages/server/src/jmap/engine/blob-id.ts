/** Bytes that can be downloaded: a whole message, or one decoded part of it. */
export interface BlobRef {
  digest: Buffer
  /** The part's path; `1.2/1` is part 1 of the message that is attached as part 1.2. */
  partId: string | null
}

// 32 bytes in base64url, always 43 characters, so what follows can be told from it.
const shape = /^B([A-Za-z0-9_-]{43})((?:p[0-9]+(?:_[0-9]+)*)*)$/
/** RFC 8620 §1.2. */
const maxLength = 255

/** A blob id in the characters RFC 8620 §1.2 allows: content address, then the part's path. */
export function encodeBlobId(digest: Buffer, partId: string | null = null): string {
  const whole = `B${digest.toString('base64url')}`
  return partId === null ? whole : `${whole}p${partId.replaceAll('.', '_').replaceAll('/', 'p')}`
}

export function decodeBlobId(text: string): BlobRef | undefined {
  const match = text.length <= maxLength ? shape.exec(text) : null
  if (!match?.[1]) return undefined
  const path = match[2]?.slice(1).replaceAll('_', '.').replaceAll('p', '/') ?? ''
  const digest = Buffer.from(match[1], 'base64url')
  // Two bits of the last character are left over; a blob has one id, not four.
  if (digest.toString('base64url') !== match[1]) return undefined
  return { digest, partId: path === '' ? null : path }
}

/** The id of a blob, or of one that this request has made under that name: `#name` (RFC 9404 §4.1). */
export function resolvedBlobId(id: string, createdIds: ReadonlyMap<string, string>): string {
  return id.startsWith('#') ? (createdIds.get(id.slice(1)) ?? id) : id
}

/** A part of the message that a blob is. */
export const partBlobId = (blobId: string, partId: string): string =>
  `${blobId}p${partId.replaceAll('.', '_')}`
