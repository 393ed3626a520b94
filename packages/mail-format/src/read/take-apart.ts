import { bodyLists } from './body-lists.ts'
import { decodePart, decodeText } from './decode.ts'
import { parseMime } from './parse.ts'
import { isMultipart, type MimePart } from './tree.ts'

/** An attachment taken out of a message, or a picture of its text. */
export interface TakenPart {
  name: string
  /** Lower case, `type/subtype`. */
  type: string
  /** Content-ID without angle brackets. */
  cid: string | null
  isInline: boolean
  /** Decoded; what is larger than 2 GB cannot be here. */
  bytes: Buffer
}

export interface TakenApart {
  /** The message without what was taken out, its other bytes as they were. */
  rest: Buffer
  /** In the order of the message. */
  parts: TakenPart[]
}

/**
 * Takes the attachments out of a message, for services that take large ones by a way of their own. Pictures of the text
 * stay in as long as the rest has at most `most` bytes with them. What is signed or encrypted stays whole, since it
 * would be nothing in pieces.
 */
export function takeApart(raw: Buffer, max: number): TakenApart {
  const places = placesIn(parseMime(raw).root)
  const beside = without(
    raw,
    places.filter((place) => !isPicture(place)),
  )
  return beside.rest.length <= max ? beside : without(raw, places)
}

/** The text of a message as it is shown: in HTML where there is some. */
export function readShownText(raw: Buffer): { type: 'html' | 'text'; content: string } {
  const { htmlBody, textBody } = bodyLists(parseMime(raw))
  const html = htmlBody.filter((part) => part.type === 'text/html')
  const shown = html.length > 0 ? html : textBody.filter((part) => part.type.startsWith('text/'))
  const content = shown.map((part) => decodeText(raw, part).value).join('\n')
  return { type: html.length > 0 ? 'html' : 'text', content }
}

interface Place {
  part: MimePart
  parent: MimePart | null
}

const sealed = /^multipart\/(signed|encrypted)$/

function placesIn(part: MimePart, parent: MimePart | null = null): Place[] {
  if (sealed.test(part.type)) return []
  if (isMultipart(part)) return part.subParts.flatMap((child) => placesIn(child, part))
  const isSealed = /^application\/(x-)?pkcs7-mime$/.test(part.type)
  const isText = part.type.startsWith('text/') && part.disposition !== 'attachment' && part.name === null
  return isText || (isSealed && parent === null) ? [] : [{ part, parent }]
}

const isPicture = ({ part, parent }: Place): boolean =>
  part.disposition !== 'attachment' && (part.cid !== null || parent?.type === 'multipart/related')

interface Cut {
  from: number
  to: number
  /** Replacement bytes. */
  left: Buffer
}

function without(raw: Buffer, places: readonly Place[]): TakenApart {
  const parts: TakenPart[] = []
  const cuts: Cut[] = []
  const emptied = new Map<MimePart, number>()
  for (const place of places) {
    const before = emptied.get(place.parent ?? place.part) ?? 0
    // A multipart has at least one part (RFC 2046 §5.1.1): the last one leaves an empty text behind.
    const isLast = place.parent !== null && before + 1 === place.parent.subParts.length
    const cut = place.parent === null ? wholeBody(raw, place.part) : cutPart(raw, place.part, isLast)
    if (!cut) continue
    emptied.set(place.parent ?? place.part, before + 1)
    cuts.push(cut)
    parts.push(toTakenPart(raw, place))
  }
  const retained: Buffer[] = []
  let at = 0
  for (const { from, to, left } of cuts) {
    retained.push(raw.subarray(at, from), left)
    at = to
  }
  return { rest: Buffer.concat([...retained, raw.subarray(at)]), parts }
}

/** From the delimiter line in front of a part to the next one; undefined where there is none. */
function cutPart(raw: Buffer, part: MimePart, isLast: boolean): Cut | undefined {
  const from = part.start < 2 ? 0 : raw.lastIndexOf('\n', part.start - 2) + 1
  const delimiter = raw.subarray(from, part.start)
  if (delimiter.subarray(0, 2).toString('latin1') !== '--') return undefined
  const end = raw.indexOf('\n', part.end)
  const left = isLast ? Buffer.concat([delimiter, Buffer.from('\r\n\r\n')]) : Buffer.alloc(0)
  return { from, to: end < 0 ? raw.length : end + 1, left }
}

/** A message that is nothing but a file: its header without the fields that describe the file, and no body. */
function wholeBody(raw: Buffer, part: MimePart): Cut {
  const header = raw.subarray(part.start, part.bodyStart).toString('latin1')
  const fields = header.replace(/^content-[^\n]*\n(?:[ \t][^\n]*\n)*/gim, '')
  return { from: part.start, to: part.end, left: Buffer.from(fields, 'latin1') }
}

const toTakenPart = (raw: Buffer, place: Place): TakenPart => {
  const { part } = place
  return {
    name: part.name ?? (part.type === 'message/rfc822' ? 'message.eml' : 'attachment'),
    type: part.type,
    cid: part.cid,
    isInline: isPicture(place),
    bytes: decodePart(raw, part),
  }
}
