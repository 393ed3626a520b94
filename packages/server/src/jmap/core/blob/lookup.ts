import { accountWireId, emailWireId, mailboxWireId, threadWireId } from '@plmail/wire'
import type { BlobUse, Mail } from '../../../mail/index.ts'
import { readBlobAccount, readIds, invalid, onlyKnown, readStrings } from '../../engine/arguments.ts'
import { openBytes } from '../../engine/blob-bytes.ts'
import { decodeBlobId, resolvedBlobId } from '../../engine/blob-id.ts'
import { limits } from '../../engine/limits.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'

/** The types that blobs are looked up in, and the ids of those a use names. */
const idsIn: Readonly<Record<string, (use: BlobUse) => string[]>> = {
  Email: (use) => [emailWireId.encode(use.messageId)],
  Thread: (use) => [threadWireId.encode(use.threadId)],
  Mailbox: (use) => use.mailboxIds.map((id) => mailboxWireId.encode(id)),
}

export const lookupTypes = Object.keys(idsIn)

/** Blob/lookup (RFC 9404 §4.3): where a blob, a whole message or a part of one, is in use. */
export function blobLookup({ mail }: { mail: Mail }): Method {
  const open = openBytes(mail)
  return {
    run: async (args, { caller, createdIds }) => {
      onlyKnown(args, ['accountId', 'typeNames', 'ids'])
      const { id: accountId } = readBlobAccount(args, caller)
      const types = readStrings(args, 'typeNames')
      const ids = readIds(args, 'ids', limits.maxObjectsInGet)
      if (types === null) throw invalid('typeNames', 'a list of types')
      if (ids === null) throw invalid('ids', 'a list of ids')
      const unknown = types.find((name) => !lookupTypes.includes(name))
      if (unknown !== undefined)
        throw new MethodFailure('unknownDataType', `No blobs are looked up in ${unknown}`)

      const blobs = ids.map((requestedId) => ({
        asked: requestedId,
        id: resolvedBlobId(requestedId, createdIds),
      }))
      const digests = blobs.flatMap(({ id }) => decodeBlobId(id)?.digest ?? [])
      const uses = await mail.blobs.uses(accountId, digests)
      const list: unknown[] = []
      const notFound: string[] = []
      for (const { asked: requestedId, id } of blobs) {
        if (!(await open(accountId, id))) notFound.push(requestedId)
        else list.push({ id, matchedIds: matched(types, getUses(uses, id)) })
      }
      return { accountId: accountWireId.encode(accountId), list, notFound }
    },
  }
}

function getUses(uses: readonly BlobUse[], id: string): BlobUse[] {
  const digest = decodeBlobId(id)?.digest
  return uses.filter((use) => digest?.equals(use.digest))
}

function matched(types: readonly string[], uses: readonly BlobUse[]): Record<string, string[]> {
  return Object.fromEntries(
    types.map((type) => [type, [...new Set(uses.flatMap((use) => idsIn[type]?.(use) ?? []))]]),
  )
}
