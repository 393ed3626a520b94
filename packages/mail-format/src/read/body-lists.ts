import { isMultipart, type MimePart, type MimeTree } from './tree.ts'

/** RFC 8621 §4.1.4: the parts to show, once for readers of plain text and once for readers of HTML, and the rest. */
export interface BodyLists {
  textBody: MimePart[]
  htmlBody: MimePart[]
  attachments: MimePart[]
}

/** The algorithm RFC 8621 §4.1.4 suggests, step by step. */
export function bodyLists(tree: MimeTree): BodyLists {
  const lists: BodyLists = { textBody: [], htmlBody: [], attachments: [] }
  sort([tree.root], {
    multipartType: 'mixed',
    inAlternative: false,
    textList: lists.textBody,
    htmlList: lists.htmlBody,
    attachments: lists.attachments,
  })
  return lists
}

interface BodyDestination {
  multipartType: string
  inAlternative: boolean
  textList: MimePart[] | null
  htmlList: MimePart[] | null
  attachments: MimePart[]
}

function sort(
  parts: readonly MimePart[],
  { multipartType, inAlternative, textList, htmlList, attachments }: BodyDestination,
): void {
  let textBody = textList
  let htmlBody = htmlList
  const textLength = textBody?.length ?? -1
  const htmlLength = htmlBody?.length ?? -1

  for (const [index, part] of parts.entries()) {
    if (isMultipart(part)) {
      const subtype = part.type.slice('multipart/'.length)
      sort(part.subParts, {
        multipartType: subtype,
        inAlternative: inAlternative || subtype === 'alternative',
        textList: textBody,
        htmlList: htmlBody,
        attachments,
      })
    } else if (!isInline(part, index, multipartType)) {
      attachments.push(part)
    } else if (multipartType === 'alternative') {
      if (part.type === 'text/plain') textBody?.push(part)
      else if (part.type === 'text/html') htmlBody?.push(part)
      else attachments.push(part)
    } else {
      // Inside one alternative the other kind is represented by that alternative's sibling.
      if (inAlternative && part.type === 'text/plain') htmlBody = null
      if (inAlternative && part.type === 'text/html') textBody = null
      textBody?.push(part)
      htmlBody?.push(part)
      if ((!textBody || !htmlBody) && isInlineMedia(part.type)) attachments.push(part)
    }
  }

  if (multipartType !== 'alternative' || !textBody || !htmlBody) return
  const gainedText = textBody.length !== textLength
  const gainedHtml = htmlBody.length !== htmlLength
  if (gainedHtml && !gainedText) textBody.push(...htmlBody.slice(htmlLength))
  if (gainedText && !gainedHtml) htmlBody.push(...textBody.slice(textLength))
}

function isInline(part: MimePart, index: number, multipartType: string): boolean {
  if (part.disposition === 'attachment') return false
  if (part.type !== 'text/plain' && part.type !== 'text/html' && !isInlineMedia(part.type)) return false
  // A named text that is not the first part is taken for a file, and of multipart/related only the root is shown.
  return index === 0 || (multipartType !== 'related' && (isInlineMedia(part.type) || part.name === null))
}

function isInlineMedia(type: string): boolean {
  return type.startsWith('image/') || type.startsWith('audio/') || type.startsWith('video/')
}

/** Parts that prove something about the message and are nothing to open. */
const signatures = new Set([
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
])

/** RFC 8621 §4.1.4 hasAttachment: something a reader would want to download, not the pictures of the text. */
export function hasAttachment(lists: BodyLists): boolean {
  return lists.attachments.some(isWorthDownloading)
}

function isWorthDownloading(part: MimePart): boolean {
  if (part.disposition === 'attachment') return true
  if (signatures.has(part.type)) return false
  // Apple Mail marks real documents "inline", so the disposition alone says nothing about other types.
  const isShown = isInlineMedia(part.type) || part.type === 'text/plain' || part.type === 'text/html'
  return !isShown || (part.disposition !== 'inline' && part.cid === null)
}
