import { accountWireId } from '@plmail/wire'
import type { Mail, Uploader } from '../../../mail/index.ts'
import {
  readBlobAccount,
  invalid,
  isObject,
  type JsonObject,
  readObjects,
  onlyKnown,
  withinSetLimit,
} from '../../engine/arguments.ts'
import { openBytes, type OpenBytes } from '../../engine/blob-bytes.ts'
import { encodeBlobId } from '../../engine/blob-id.ts'
import type { PatchError } from '../../mail/email/patch.ts'
import { orNull } from '../../mail/email/refusal-error.ts'
import { limits } from '../../engine/limits.ts'
import type { Method } from '../../engine/method.ts'
import { type Source, loadSources, unusable } from './sources.ts'

interface StoredUpload {
  id: string
  type: string
  size: number
}

/** Blob/upload (RFC 9404 §4.1). All blobs of one call together are no larger than one upload may be. */
export function blobUpload({ mail }: { mail: Mail }): Method {
  const open = openBytes(mail)
  return {
    writes: true,
    run: async (args, { caller, createdIds }) => {
      onlyKnown(args, ['accountId', 'create'])
      const { id: accountId } = readBlobAccount(args, caller)
      if (!isObject(args['create'])) throw invalid('create', 'an object by creation id')
      const create = readObjects(args, 'create')
      withinSetLimit(create.length)
      const created: Array<[string, StoredUpload]> = []
      const notCreated: Array<[string, PatchError]> = []
      let left: number = limits.maxSizeUpload
      for (const [creationId, json] of create) {
        const uploader = { userId: caller.userId, accountId }
        const stored = await make(mail, open, uploader, json, left, createdIds)
        if ('id' in stored) {
          created.push([creationId, stored])
          createdIds.set(creationId, stored.id)
          left -= stored.size
        } else notCreated.push([creationId, stored])
      }
      return {
        accountId: accountWireId.encode(accountId),
        created: orNull(created),
        notCreated: orNull(notCreated),
      }
    },
  }
}

async function make(
  mail: Mail,
  open: OpenBytes,
  uploader: Uploader,
  json: JsonObject,
  max: number,
  createdIds: ReadonlyMap<string, string>,
): Promise<StoredUpload | PatchError> {
  const unknown = Object.keys(json).filter((name) => name !== 'data' && name !== 'type')
  if (unknown.length > 0) return { type: 'invalidProperties', properties: unknown }
  const type = json['type'] ?? 'application/octet-stream'
  if (typeof type !== 'string') return unusable('type must be a media type', 'type')
  const sources = await loadSources(json['data'], uploader.accountId, open, createdIds)
  if (!Array.isArray(sources)) return sources
  const upload = await mail.uploads.keep(uploader, joinSources(sources), max)
  if (upload === 'too-large')
    return { type: 'tooLarge', description: { problem: 'blobs/call-too-large', most: limits.maxSizeUpload } }
  return { id: encodeBlobId(upload.digest), type, size: upload.size }
}

async function* joinSources(sources: readonly Source[]): AsyncGenerator<Buffer> {
  for (const { blob, start, end } of sources)
    for await (const piece of blob.stream(start, end)) yield piece as Buffer
}
