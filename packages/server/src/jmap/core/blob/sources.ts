import type { AccountId } from '@plmail/wire'
import type { OpenBlob } from '../../../mail/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { openBuffer, type OpenBytes } from '../../engine/blob-bytes.ts'
import { resolvedBlobId } from '../../engine/blob-id.ts'
import type { PatchError } from '../../mail/email/patch.ts'

/** A stretch of bytes that a new blob is made of. */
export interface Source {
  blob: OpenBlob
  start: number
  end: number
}

/** RFC 9404 §3.1 wants 64 at least. */
export const maxDataSources = 64

/** The DataSourceObjects of one creation (RFC 9404 §4.1), all of them there and within their blobs. */
export async function loadSources(
  data: unknown,
  accountId: AccountId,
  open: OpenBytes,
  createdIds: ReadonlyMap<string, string>,
): Promise<Source[] | PatchError> {
  if (!Array.isArray(data)) return unusable('data must be a list of sources')
  if (data.length > maxDataSources) return unusable(`A blob has at most ${maxDataSources} sources`)
  const sources: Source[] = []
  for (const json of data as unknown[]) {
    if (!isObject(json)) return unusable('A source must be an object')
    const source = await readSource(json, accountId, open, createdIds)
    if ('type' in source) return source
    sources.push(source)
  }
  return sources
}

async function readSource(
  json: JsonObject,
  accountId: AccountId,
  open: OpenBytes,
  createdIds: ReadonlyMap<string, string>,
): Promise<Source | PatchError> {
  const sources = Object.entries(json).filter(([, value]) => value !== null && value !== undefined)
  const { blobId, offset = 0, length } = Object.fromEntries(sources) as Record<string, unknown>
  if (typeof blobId !== 'string') return readInline(sources)
  if (sources.some(([name]) => !['blobId', 'offset', 'length'].includes(name)))
    return unusable('A source is a text, base64, or part of a blob')
  const blob = await open(accountId, resolvedBlobId(blobId, createdIds))
  if (!blob) return { type: 'blobNotFound', notFound: [blobId] }
  const end = length === undefined ? blob.size : isSize(length) && isSize(offset) ? offset + length : -1
  if (!isSize(offset) || end < offset || end > blob.size)
    return unusable('offset and length must lie within the blob')
  return { blob, start: offset, end }
}

function readInline(sources: Array<[string, unknown]>): Source | PatchError {
  const [[name, value] = [], more] = sources
  const bytes = more === undefined && typeof value === 'string' ? decoded(name, value) : undefined
  if (!bytes) return unusable('A source is a text in Unicode, bytes in base64, or part of a blob')
  return { blob: openBuffer(bytes), start: 0, end: bytes.length }
}

/** Decodes the data; undefined for input that cannot be intended: lone surrogates, characters outside base64. */
function decoded(name: string | undefined, value: string): Buffer | undefined {
  const encoding = name === 'data:asText' ? 'utf8' : name === 'data:asBase64' ? 'base64' : undefined
  const bytes = encoding && Buffer.from(value, encoding)
  return bytes?.toString(encoding) === value ? bytes : undefined
}

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

export function unusable(description: string, property = 'data'): PatchError {
  return { type: 'invalidProperties', properties: [property], description }
}
