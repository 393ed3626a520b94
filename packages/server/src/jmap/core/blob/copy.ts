import { type AccountId, accountWireId } from '@plmail/wire'
import type { Mail, Upload, Uploader } from '../../../mail/index.ts'
import { readBlobAccount, invalid, onlyKnown, readStrings, withinSetLimit } from '../../engine/arguments.ts'
import { messageBytes } from '../../engine/blob-bytes.ts'
import { decodeBlobId, encodeBlobId, resolvedBlobId } from '../../engine/blob-id.ts'
import type { PatchError } from '../../mail/email/patch.ts'
import { orNull } from '../../mail/email/refusal-error.ts'
import type { Method } from '../../engine/method.ts'

/** Blob/copy (RFC 8620 §6.3). A part becomes a blob of its own, under an id of its own. */
export function blobCopy({ mail }: { mail: Mail }): Method {
  return {
    writes: true,
    run: async (args, { caller, createdIds }) => {
      onlyKnown(args, ['fromAccountId', 'accountId', 'blobIds'])
      const to = readBlobAccount(args, caller).id
      const from = readBlobAccount(args, caller, 'fromAccountId').id
      if (from === to) throw invalid('fromAccountId', 'another account than accountId')
      const blobIds = readStrings(args, 'blobIds')
      if (blobIds === null) throw invalid('blobIds', 'a list of ids')
      withinSetLimit(blobIds.length)
      const copied: Array<[string, string]> = []
      const notCopied: Array<[string, PatchError]> = []
      for (const blobId of new Set(blobIds)) {
        const uploader = { userId: caller.userId, accountId: to }
        const copy = await copyBlob(mail, from, uploader, resolvedBlobId(blobId, createdIds))
        if (copy) copied.push([blobId, encodeBlobId(copy.digest)])
        else notCopied.push([blobId, { type: 'blobNotFound', notFound: [blobId] }])
      }
      return {
        fromAccountId: accountWireId.encode(from),
        accountId: accountWireId.encode(to),
        copied: orNull(copied),
        notCopied: orNull(notCopied),
      }
    },
  }
}

async function copyBlob(
  mail: Mail,
  from: AccountId,
  to: Uploader,
  blobId: string,
): Promise<Upload | undefined> {
  const blob = decodeBlobId(blobId)
  if (blob === undefined) return undefined
  if (blob.partId === null) return mail.uploads.copy(from, to, blob.digest)
  const bytes = await messageBytes(mail)(from, blobId)
  if (bytes === undefined) return undefined
  const upload = await mail.uploads.keep(to, once(bytes), bytes.length)
  return upload === 'too-large' ? undefined : upload
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
