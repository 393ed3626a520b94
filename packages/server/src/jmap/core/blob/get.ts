import { type AccountId, accountWireId } from '@plmail/wire'
import type { Mail, OpenBlob } from '../../../mail/index.ts'
import { readBlobAccount, readIds, readInt, invalid, onlyKnown, readStrings } from '../../engine/arguments.ts'
import { openBytes, type OpenBytes } from '../../engine/blob-bytes.ts'
import { resolvedBlobId } from '../../engine/blob-id.ts'
import { limits } from '../../engine/limits.ts'
import { type Arguments, type Method, MethodFailure } from '../../engine/method.ts'
import { computeDigest, type DigestAlgorithm, digestAlgorithms } from './digests.ts'

/** Blob/get (RFC 9404 §4.2). A blob has no state. */
export function blobGet({ mail }: { mail: Mail }): Method {
  const open = openBytes(mail)
  return {
    run: async (args, { caller, createdIds }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties', 'offset', 'length'])
      const { id: accountId } = readBlobAccount(args, caller)
      const ids = readIds(args, 'ids', limits.maxObjectsInGet)
      if (ids === null) throw invalid('ids', 'given: blobs cannot be listed')
      const selection = readSelection(args)
      const list: Array<Record<string, unknown>> = []
      const notFound: string[] = []
      for (const requestedId of ids) {
        const id = resolvedBlobId(requestedId, createdIds)
        const json = await toJson(open, accountId, id, selection)
        if (json) list.push({ id, ...json })
        else notFound.push(requestedId)
      }
      return { accountId: accountWireId.encode(accountId), list, notFound }
    },
  }
}

interface BlobSelection {
  properties: ReadonlySet<string>
  digests: DigestAlgorithm[]
  offset: number
  /** Infinity for all there is. */
  length: number
  /** How many bytes the rest of the call may still answer, and read to answer. */
  left: { answered: number; read: number }
}

const textAndBytes = ['data', 'data:asText', 'data:asBase64']
const allowed = ['id', 'size', 'isEncodingProblem', 'isTruncated', ...textAndBytes]

function readSelection(args: Arguments): BlobSelection {
  const properties = readStrings(args, 'properties') ?? ['data', 'size']
  const digests = digestAlgorithms.filter((name) => properties.includes(`digest:${name}`))
  const all = [...allowed, ...digestAlgorithms.map((name) => `digest:${name}`)]
  const unknown = properties.find((name) => !all.includes(name))
  if (unknown !== undefined) throw invalid('properties', `properties of a blob, which ${unknown} is not`)
  return {
    properties: new Set(properties),
    digests,
    offset: readInt(args, 'offset', 0, 0),
    length: readInt(args, 'length', Number.MAX_SAFE_INTEGER, 0),
    left: { answered: limits.maxSizeRequest, read: 4 * limits.maxSizeUpload },
  }
}

async function toJson(
  open: OpenBytes,
  accountId: AccountId,
  id: string,
  selection: BlobSelection,
): Promise<Record<string, unknown> | undefined> {
  const blob = await open(accountId, id)
  if (!blob) return undefined
  const { properties, offset, length } = selection
  const start = Math.min(offset, blob.size)
  const end = Math.min(offset + length, blob.size)
  // All there is from `offset` on is asked for without a length, and then only an offset beyond the end is too much.
  const isTruncated = offset > blob.size || (length < Number.MAX_SAFE_INTEGER && offset + length > blob.size)
  const isText = textAndBytes.some((name) => properties.has(name))
  charge(selection, isText, end - start)
  const data = isText ? encodeData(await readBytes(blob, start, end), properties) : {}
  const digests: Record<string, string> = {}
  for (const name of selection.digests)
    digests[`digest:${name}`] = await computeDigest(name, blob.stream(start, end))
  return {
    ...data,
    ...digests,
    ...(properties.has('size') ? { size: blob.size } : {}),
    ...(isTruncated || properties.has('isTruncated') ? { isTruncated } : {}),
  }
}

/** One call neither fills the memory nor reads a disk for minutes. */
function charge({ left, digests }: BlobSelection, isText: boolean, size: number): void {
  if (isText) left.answered -= size
  left.read -= digests.length * size
  if (left.answered < 0 || left.read < 0)
    throw new MethodFailure(
      'requestTooLarge',
      'The blobs asked for are too large for one call; ask for ranges',
    )
}

async function readBytes(blob: OpenBlob, start: number, end: number): Promise<Buffer> {
  return Buffer.concat((await blob.stream(start, end).toArray()) as Buffer[])
}

function encodeData(bytes: Buffer, properties: ReadonlySet<string>): Record<string, unknown> {
  const asText = properties.has('data') || properties.has('data:asText')
  const text = asText || properties.has('isEncodingProblem') ? getText(bytes) : null
  const isEncodingProblem = text === null && asText
  const asBase64 = properties.has('data:asBase64') || (properties.has('data') && text === null)
  return {
    ...(properties.has('data:asText') || (properties.has('data') && text !== null)
      ? { 'data:asText': text }
      : {}),
    ...(asBase64 ? { 'data:asBase64': bytes.toString('base64') } : {}),
    ...(isEncodingProblem || properties.has('isEncodingProblem') ? { isEncodingProblem } : {}),
  }
}

function getText(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
