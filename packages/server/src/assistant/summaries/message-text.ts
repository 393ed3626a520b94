import { parseMime, readableBody, textOfHtml } from '@plmail/mail-format'

/** Characters of a message that are looked at at all. */
const maxCharacters = 100_000

/**
 * The text of a message as its reader sees it: hidden elements, comments and styles are no part of it, and quotes of older
 * messages are left out, which the conversation has anyway.
 */
export function messageText(raw: Buffer): string {
  const { html, text } = readableBody(raw, parseMime(raw))
  const readable =
    html === null
      ? withoutQuotedLines(text?.content ?? '')
      : textOfHtml(html, { maxCharacters, marksQuotes: true }).replace(/^>$/gm, '')
  return readable
    .slice(0, maxCharacters)
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*\n+/g, '\n')
    .trim()
}

const withoutQuotedLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('>'))
    .join('\n')
