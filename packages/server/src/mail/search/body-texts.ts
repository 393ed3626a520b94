import { bodyLists, decodeText, type MimePart, type MimeTree, textOfHtml } from '@plmail/mail-format'

/** Characters of body text that are indexed; a book's chapter. */
const maxBodyText = 200_000

/** The text of every part that is shown: the plain one and the HTML one, which may say more. */
export function* bodyTexts(raw: Buffer, tree: MimeTree): Generator<string> {
  const { textBody, htmlBody } = bodyLists(tree)
  let left = maxBodyText
  for (const part of new Set([...textBody, ...htmlBody])) {
    if (left <= 0) return
    const text = textOfPart(raw, part, left)
    left -= text.length
    yield text
  }
}

function textOfPart(raw: Buffer, part: MimePart, max: number): string {
  if (part.type === 'text/html') return textOfHtml(decodeText(raw, part).value, { maxCharacters: max })
  return part.type === 'text/plain' ? decodeText(raw, part).value.slice(0, max) : ''
}
