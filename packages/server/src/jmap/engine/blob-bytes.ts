import { Readable } from 'node:stream'
import { decodePart, findPart, parseMime } from '@plmail/mail-format'
import type { AccountId } from '@plmail/wire'
import type { Mail, OpenBlob } from '../../mail/index.ts'
import { decodeBlobId } from './blob-id.ts'

/** The bytes behind a blob id, when the account has them; undefined for anything else. */
export type ReadBytes = (accountId: AccountId, blobId: string) => Promise<Buffer | undefined>

/** Whole messages of the account, their decoded parts, and what clients have uploaded to it. */
export function messageBytes(mail: Mail): ReadBytes {
  return async (accountId, blobId) => {
    const blob = decodeBlobId(blobId)
    if (blob === undefined) return undefined
    const raw = await mail.read.raw(accountId, blob.digest)
    return raw === undefined || blob.partId === null ? raw : partBytes(raw, blob.partId)
  }
}

/** The same for many in order, not held in memory together; what is no blob id is no bytes. */
export async function* eachOf(
  mail: Mail,
  accountId: AccountId,
  blobIds: ReadonlyArray<string | undefined>,
): AsyncGenerator<Buffer | undefined, void> {
  const refs = blobIds.map((id) => (id === undefined ? undefined : decodeBlobId(id)))
  const whole = mail.blobs.readEach(
    accountId,
    refs.flatMap((ref) => ref?.digest ?? []),
  )
  const iterator = whole[Symbol.asyncIterator]()
  for (const ref of refs) {
    const { value: raw } = ref ? await iterator.next() : { value: undefined }
    if (raw === undefined || raw === 'damaged' || !ref) yield undefined
    else yield ref.partId === null ? raw : partBytes(raw, ref.partId)
  }
}

/** The same, to be read piece by piece. */
export type OpenBytes = (accountId: AccountId, blobId: string) => Promise<OpenBlob | undefined>

/** Returns a function that opens bytes: stored blobs are read straight from storage, parts are decoded whole. */
export function openBytes(mail: Mail): OpenBytes {
  const readBytes = messageBytes(mail)
  return async (accountId, blobId) => {
    const blob = decodeBlobId(blobId)
    if (blob === undefined) return undefined
    if (blob.partId === null) return mail.blobs.open(accountId, blob.digest)
    const bytes = await readBytes(accountId, blobId)
    return bytes && openBuffer(bytes)
  }
}

export function openBuffer(bytes: Buffer): OpenBlob {
  const part = (start: number, end: number) => (start === end ? [] : [bytes.subarray(start, end)])
  return {
    size: bytes.length,
    stream: (start, end) => Readable.from(part(start, end), { objectMode: false }),
  }
}

/** The decoded content of a part; `1.2/1` looks into the message that part 1.2 is. */
function partBytes(raw: Buffer, partId: string): Buffer | undefined {
  let bytes: Buffer | undefined = raw
  for (const path of partId.split('/')) {
    const part = bytes && findPart(parseMime(bytes), path)
    if (!bytes || !part) return undefined
    bytes = decodePart(bytes, part)
  }
  return bytes
}
