import { bodyLists } from './body-lists.ts'
import { decodePart, decodeText } from './decode.ts'
import { headerAs } from './header-forms.ts'
import { leafParts, type MimePart, type MimeTree } from './tree.ts'

/** A message's text as the renderer takes it: one HTML string or one plain text, decoded. */
export interface ReadableBody {
  html: string | null
  text: { content: string; isFlowed: boolean; isDelSp: boolean } | null
  /** Content-ID → `data:` URI. */
  inlineImages: Record<string, string>
}

// Pictures of the text travel inside the document; larger ones are attachments to open.
const maxInlineSize = 2 * 1024 * 1024
const maxTotalSize = 8 * 1024 * 1024
const inlineTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])

/** Picks what to show of a message: its HTML with everything around it, else its plain text. */
export function readableBody(raw: Buffer, tree: MimeTree): ReadableBody {
  const lists = bodyLists(tree)
  const shown = lists.htmlBody.filter((part) => part.type.startsWith('text/'))
  const hasHtml = shown.some((part) => part.type === 'text/html')
  return {
    html: hasHtml ? shown.map((part) => asHtml(raw, part)).join('<hr>') : null,
    text: hasHtml
      ? null
      : plainText(
          raw,
          lists.textBody.filter((part) => part.type.startsWith('text/')),
        ),
    inlineImages: hasHtml ? inlineImages(raw, tree) : {},
  }
}

function asHtml(raw: Buffer, part: MimePart): string {
  const { value } = decodeText(raw, part)
  // A list's footer comes as plain text after the HTML; the renderer sanitises the whole either way.
  return part.type === 'text/html'
    ? value
    : `<pre>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
}

function plainText(raw: Buffer, parts: readonly MimePart[]): ReadableBody['text'] {
  const first = parts[0]
  const contentType = first ? (headerAs(raw, first, 'Content-Type', 'asText') ?? '') : ''
  return {
    content: parts.map((part) => decodeText(raw, part).value).join('\n\n'),
    // RFC 3676 §4.
    isFlowed: /;\s*format\s*=\s*"?flowed/i.test(contentType),
    isDelSp: /;\s*delsp\s*=\s*"?yes/i.test(contentType),
  }
}

function inlineImages(raw: Buffer, tree: MimeTree): Record<string, string> {
  const images: Record<string, string> = {}
  let totalSize = 0
  for (const part of leafParts(tree)) {
    if (part.cid === null || !inlineTypes.has(part.type) || part.size > maxInlineSize) continue
    totalSize += part.size
    if (totalSize > maxTotalSize) break
    images[part.cid] = `data:${part.type};base64,${decodePart(raw, part).toString('base64')}`
  }
  return images
}
