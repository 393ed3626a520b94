import {
  allHeaders,
  bodyLists,
  decodeText,
  leafParts,
  type MimePart,
  type MimeTree,
  parseMime,
} from '@plmail/mail-format'
import { readBoolean, readInt, invalid, readStrings } from '../../engine/arguments.ts'
import type { Arguments } from '../../engine/method.ts'
import { headerEntry, type HeaderProperty, headerProperty } from './header-property.ts'
import { defaultPartProperties, partProperties } from './properties.ts'

/** A message's parts and bytes, as much of them as the properties asked for need. */
export interface PartSource {
  tree: MimeTree
  /** The stored bytes are lost: `raw` throws, and header fields and texts are answered as absent. */
  isDamaged?: boolean
  /** Only asked for where headers or texts are wanted. */
  raw(): Buffer
  blobId(partId: string): string
}

/** Body part properties to return (`bodyProperties`), and which texts (RFC 8621 §4.2). */
export interface BodyRequest extends BodyValueRequest {
  properties: ReadonlySet<string>
  headers: readonly HeaderProperty[]
  hasHeaders: boolean
}

export const bodyArguments = [
  'bodyProperties',
  'fetchTextBodyValues',
  'fetchHTMLBodyValues',
  'fetchAllBodyValues',
  'maxBodyValueBytes',
]

export function bodyRequest(args: Arguments): BodyRequest {
  const names = readStrings(args, 'bodyProperties') ?? defaultPartProperties
  const headers = names.flatMap((name) => headerProperty(name) ?? [])
  const unknown = names.find((name) => !partProperties.includes(name) && !headerProperty(name))
  if (unknown !== undefined)
    throw invalid('bodyProperties', `properties of a body part, which ${unknown} is not`)
  return {
    properties: new Set(names),
    headers,
    hasHeaders: headers.length > 0 || names.includes('headers'),
    text: readBoolean(args, 'fetchTextBodyValues', false),
    html: readBoolean(args, 'fetchHTMLBodyValues', false),
    all: readBoolean(args, 'fetchAllBodyValues', false),
    maxBytes: readInt(args, 'maxBodyValueBytes', 0, 0),
  }
}

/** One EmailBodyPart (RFC 8621 §4.1.4) with the properties asked for. */
export function partJson(source: PartSource, part: MimePart, request: BodyRequest): Record<string, unknown> {
  const { properties, headers } = request
  const all: Record<string, unknown> = {
    partId: part.partId,
    blobId: part.partId === null ? null : source.blobId(part.partId),
    // A multipart has no content of its own to decode (RFC 8621 §4.1.4), and its parts say their sizes.
    size: part.partId === null ? 0 : part.size,
    name: part.name,
    type: part.type,
    charset: part.charset,
    disposition: part.disposition,
    cid: part.cid,
    language: part.language,
    location: part.location,
    subParts: null,
  }
  const json = Object.fromEntries(Object.entries(all).filter(([name]) => properties.has(name)))
  if (properties.has('headers')) json['headers'] = getHeaders(source, part)
  for (const property of headers) assign(json, getHeader(source, part, property))
  if (part.subParts.length > 0) json['subParts'] = part.subParts.map((sub) => partJson(source, sub, request))
  return json
}

/** A header may be called `__proto__`; as a property it is one like any other. */
export function assign(json: Record<string, unknown>, [name, value]: readonly [string, unknown]): void {
  Object.defineProperty(json, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Which text parts come with their text, and how much of each (RFC 8621 §4.2). */
export interface BodyValueRequest {
  text: boolean
  html: boolean
  all: boolean
  /** 0: no limit. */
  maxBytes: number
}

const noBytes = Buffer.alloc(0)
const noHeaders = parseMime(noBytes).root

export function getHeaders(source: PartSource, part: MimePart): unknown[] {
  return source.isDamaged ? [] : allHeaders(source.raw(), part)
}

/** A header property of a damaged message is as that of a message without such a field. */
export function getHeader(
  source: PartSource,
  part: MimePart,
  property: HeaderProperty,
): ReturnType<typeof headerEntry> {
  return source.isDamaged
    ? headerEntry(noBytes, noHeaders, property)
    : headerEntry(source.raw(), part, property)
}

/** bodyValues by partId. Texts of a damaged message are empty and marked (RFC 8621 §4.1.4, isEncodingProblem). */
export function getBodyValues(source: PartSource, request: BodyValueRequest): Record<string, unknown> {
  if (!source.isDamaged) return bodyValues(source.raw(), source.tree, request)
  const damaged = { value: '', isEncodingProblem: true, isTruncated: true }
  return Object.fromEntries(textParts(source.tree, request).map(({ partId }) => [partId, damaged]))
}

/** bodyValues by partId; needs the raw bytes. */
function bodyValues(raw: Buffer, tree: MimeTree, request: BodyValueRequest): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const part of textParts(tree, request)) {
    const { value, isEncodingProblem } = decodeText(raw, part)
    const cut = truncated(value, request.maxBytes, part.type === 'text/html')
    values[part.partId] = { value: cut, isEncodingProblem, isTruncated: cut.length < value.length }
  }
  return values
}

/** The parts whose texts are asked for, each once. */
function textParts(tree: MimeTree, request: BodyValueRequest): Array<MimePart & { partId: string }> {
  const lists = bodyLists(tree)
  const requestedParts = [
    ...(request.text ? lists.textBody : []),
    ...(request.html ? lists.htmlBody : []),
    ...(request.all ? leafParts(tree) : []),
  ].filter((part) => part.type.startsWith('text/'))
  return [...new Set(requestedParts)].flatMap((part) =>
    part.partId === null ? [] : [{ ...part, partId: part.partId }],
  )
}

/** At most `maxBytes` of UTF-8, never inside a character nor inside an HTML tag. */
function truncated(value: string, maxBytes: number, isHtml: boolean): string {
  // No UTF-16 unit takes more than three bytes, and most values are whole.
  if (maxBytes === 0 || 3 * value.length <= maxBytes) return value
  const bytes = Buffer.from(value)
  if (bytes.length <= maxBytes) return value
  let end = maxBytes
  // A continuation byte is 10xxxxxx; step back to the start of its character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  const cut = bytes.toString('utf8', 0, end)
  const open = isHtml ? cut.lastIndexOf('<') : -1
  return open > cut.lastIndexOf('>') ? cut.slice(0, open) : cut
}
