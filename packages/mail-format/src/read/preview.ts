import { cutTo, storable } from './clean-text.ts'
import type { BodyLists } from './body-lists.ts'
import { decodeTextStart } from './decode.ts'
import { withoutPadding } from './padding.ts'
import { textOfHtml } from './text-of.ts'
import type { MimePart } from './tree.ts'
import { withoutQuotes } from './without-quotes.ts'

/** RFC 8621 §4.1.4: at most 256 characters. */
const maxPreview = 256
/** Octets of encoded body that are looked at; a newsletter's style sheet may come first. */
const maxTextBytes = 16 * 1024
const maxHtmlBytes = 192 * 1024

/** The beginning of the text for the list, on one line; empty when the message has no text. */
export function buildPreview(raw: Buffer, lists: BodyLists): string {
  for (const part of lists.textBody) {
    const preview = previewOfPart(raw, part)
    if (preview !== '') return preview
  }
  // A text part with nothing in it is what some mailers send beside the HTML that matters.
  const html = lists.htmlBody.find((part) => part.type === 'text/html' && !lists.textBody.includes(part))
  return html ? previewOfPart(raw, html) : ''
}

function previewOfPart(raw: Buffer, part: MimePart): string {
  if (part.type === 'text/html') {
    const html = decodeTextStart(raw, part, maxHtmlBytes)
    const options = { maxCharacters: 2 * maxPreview, keepsPreheader: true }
    const marked = textOfHtml(html, { ...options, marksQuotes: true })
    return shortened(withoutQuotes(marked)) || shortened(textOfHtml(html, options))
  }
  if (part.type !== 'text/plain') return ''
  const text = decodeTextStart(raw, part, maxTextBytes)
  // Replies written below their quotes would otherwise all look like the message they answer.
  return shortened(withoutQuotes(text)) || shortened(text)
}

function shortened(text: string): string {
  const plain = withoutPadding(storable(text))
    // Rules drawn with characters tell nothing.
    .replace(/([-=_*~#])\1{4,}/g, ' ')
    // oxlint-disable-next-line no-control-regex -- a preview is one line of printable text
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
  return cutTo(plain.trim(), maxPreview).trimEnd()
}
