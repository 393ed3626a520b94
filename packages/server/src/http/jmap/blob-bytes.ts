import type { AccountId } from '@plmail/wire'
import type { Mail } from '../../mail/index.ts'
import { decodePart, findPart, parseMime } from '../../mail/mime/index.ts'
import { decodeBlobId } from './blob-id.ts'

/** The bytes behind a blob id, when the account has them; undefined for anything else. */
export type BytesOf = (accountId: AccountId, blobId: string) => Promise<Buffer | undefined>

/** Whole messages of the account, and their decoded parts. */
export function messageBytes(mail: Mail): BytesOf {
  return async (accountId, blobId) => {
    const blob = decodeBlobId(blobId)
    if (blob === undefined) return undefined
    const raw = await mail.read.raw(accountId, blob.digest)
    return raw === undefined || blob.partId === null ? raw : partBytes(raw, blob.partId)
  }
}

/** The decoded content of a part; `1.2/1` looks into the message that part 1.2 is. */
export function partBytes(raw: Buffer, partId: string): Buffer | undefined {
  let bytes: Buffer | undefined = raw
  for (const path of partId.split('/')) {
    const part = bytes && findPart(parseMime(bytes), path)
    if (!bytes || !part) return undefined
    bytes = decodePart(bytes, part)
  }
  return bytes
}
