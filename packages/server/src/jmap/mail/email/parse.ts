import { parseMessage, parseMime, parsesAsMessage } from '@plmail/mail-format'
import { accountWireId } from '@plmail/wire'
import { readAccount, readIds, invalid, onlyKnown, readStrings } from '../../engine/arguments.ts'
import type { ReadBytes } from '../../engine/blob-bytes.ts'
import { partBlobId, resolvedBlobId } from '../../engine/blob-id.ts'
import { pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import type { Arguments, Method } from '../../engine/method.ts'
import { contentJson, contentRequest, type ContentRequest } from './content.ts'
import { bodyArguments, bodyRequest } from './parts.ts'
import { defaultParsedProperties, isEmailProperty } from './properties.ts'

/** Email/parse (RFC 8621 §4.9): reads uploaded and attached messages without keeping them. */
export function emailParse({ readBytes }: { readBytes: ReadBytes }): Method {
  return {
    run: async (args, { caller, createdIds }) => {
      onlyKnown(args, ['accountId', 'blobIds', 'properties', ...bodyArguments])
      const account = readAccount(args, caller)
      const blobIds = readIds(args, 'blobIds', limits.maxObjectsInGet)
      if (blobIds === null) throw invalid('blobIds', 'a list of ids')
      const content = contentRequest(readProperties(args), bodyRequest(args))
      const parsed: Array<[string, Record<string, unknown>]> = []
      const notParsable: string[] = []
      const notFound: string[] = []
      for (const requestedId of blobIds) {
        const blobId = resolvedBlobId(requestedId, createdIds)
        const raw = await readBytes(account.id, blobId)
        if (!raw) notFound.push(requestedId)
        else if (!parsesAsMessage(raw)) notParsable.push(requestedId)
        else parsed.push([blobId, parsedJson(raw, blobId, content)])
      }
      return {
        accountId: accountWireId.encode(account.id),
        parsed: parsed.length === 0 ? null : Object.fromEntries(parsed),
        notParsable: notParsable.length === 0 ? null : notParsable,
        notFound: notFound.length === 0 ? null : notFound,
      }
    },
  }
}

function readProperties(args: Arguments): ReadonlySet<string> {
  const properties = readStrings(args, 'properties')
  const unknown = properties?.find((name) => !isEmailProperty(name))
  if (unknown !== undefined) throw invalid('properties', `properties of an Email, which ${unknown} is not`)
  return new Set(properties ?? defaultParsedProperties)
}

/** RFC 8621 §4.9: what only a stored message has is null. */
const notStored = { id: null, threadId: null, mailboxIds: null, keywords: null, receivedAt: null }

function parsedJson(raw: Buffer, blobId: string, content: ContentRequest): Record<string, unknown> {
  const source = {
    tree: parseMime(raw),
    raw: () => raw,
    blobId: (partId: string) => partBlobId(blobId, partId),
  }
  const all = { ...notStored, blobId, size: raw.length, ...parseMessage(raw).summary }
  return { ...pick(all, content.properties), ...contentJson(source, content) }
}
