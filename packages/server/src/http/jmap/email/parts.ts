import { decodeText, type MimePart, type MimeTree, bodyLists, leafParts } from '../../../mail/mime/index.ts'
import { encodeBlobId } from '../blob-id.ts'

/** One EmailBodyPart (RFC 8621 §4.1.4) with the properties asked for. */
export function partJson(
  part: MimePart,
  digest: Buffer,
  properties: ReadonlySet<string>,
): Record<string, unknown> {
  const all: Record<string, unknown> = {
    partId: part.partId,
    blobId: part.partId === null ? null : encodeBlobId(digest, part.partId),
    size: part.size,
    name: part.name,
    type: part.type,
    charset: part.charset,
    disposition: part.disposition,
    cid: part.cid,
    language: part.language,
    location: part.location,
  }
  const json = Object.fromEntries(Object.entries(all).filter(([name]) => properties.has(name)))
  if (part.subParts.length > 0)
    json['subParts'] = part.subParts.map((sub) => partJson(sub, digest, properties))
  return json
}

/** Which text parts come with their text, and how much of each (RFC 8621 §4.2). */
export interface BodyValueRequest {
  text: boolean
  html: boolean
  all: boolean
  /** 0: no limit. */
  maxBytes: number
}

/** bodyValues by partId; needs the raw bytes. */
export function bodyValues(raw: Buffer, tree: MimeTree, request: BodyValueRequest): Record<string, unknown> {
  const lists = bodyLists(tree)
  const wanted = [
    ...(request.text ? lists.textBody : []),
    ...(request.html ? lists.htmlBody : []),
    ...(request.all ? leafParts(tree) : []),
  ].filter((part) => part.type.startsWith('text/'))
  const values: Record<string, unknown> = {}
  for (const part of new Set(wanted)) {
    if (part.partId === null) continue
    const { value, isEncodingProblem } = decodeText(raw, part)
    const cut = truncated(value, request.maxBytes, part.type === 'text/html')
    values[part.partId] = { value: cut, isEncodingProblem, isTruncated: cut.length < value.length }
  }
  return values
}

/** At most `maxBytes` of UTF-8, never inside a character nor inside an HTML tag. */
export function truncated(value: string, maxBytes: number, isHtml: boolean): string {
  const bytes = Buffer.from(value)
  if (maxBytes === 0 || bytes.length <= maxBytes) return value
  let end = maxBytes
  // A continuation byte is 10xxxxxx; step back to the start of its character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  const cut = bytes.toString('utf8', 0, end)
  const open = isHtml ? cut.lastIndexOf('<') : -1
  return open > cut.lastIndexOf('>') ? cut.slice(0, open) : cut
}
