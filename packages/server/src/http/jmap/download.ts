import { accountWireId } from '@plmail/wire'
import type { Mail } from '../../mail/index.ts'
import { partBytes } from './blob-bytes.ts'
import { decodeBlobId } from './blob-id.ts'
import type { Caller } from './method.ts'

export interface Download {
  bytes: Buffer
  type: string
  name: string
}

/** The bytes of a blob, when a message of an account of the caller has them (RFC 8620 §6.2). */
export async function download(
  mail: Mail,
  caller: Caller,
  wanted: { accountId: string; blobId: string; name: string; type: string | undefined },
): Promise<Download | undefined> {
  const accountId = accountWireId.decode(wanted.accountId)
  const blob = decodeBlobId(wanted.blobId)
  if (accountId === undefined || blob === undefined || !caller.accounts.has(accountId)) return undefined
  const raw = await mail.read.raw(accountId, blob.digest)
  if (!raw) return undefined
  const type = mediaType(wanted.type)
  if (blob.partId === null) return { bytes: raw, type, name: wanted.name }
  const bytes = partBytes(raw, blob.partId)
  return bytes && { bytes, type, name: wanted.name }
}

/** Exactly what the client asked for when that is a media type; it is never sniffed. */
function mediaType(asked: string | undefined): string {
  const isType =
    asked !== undefined && /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(;[\x20-\x7e]{0,200})?$/.test(asked)
  return isType ? asked : 'application/octet-stream'
}
