import { decodeText, decodeTransfer, parseMessage, parseMime, textOfHtml } from '@plmail/mail-format'
import { cleanText } from '../../clean-text.ts'
import { bodyTexts } from '../body-texts.ts'
import { textOfCalendar } from './calendar.ts'
import { textOfOffice } from './office.ts'
import { textOfPdf } from './pdf.ts'
import { type ReadablePart, readableParts } from './readable-attachments.ts'

/** Characters that are kept of what the attachments of one message say. */
export const maxAttachedText = 200_000

/** Messages attached to messages attached to this one. */
const deepest = 3

/** Returns the text of a message's attachments, a line between them. Unreadable ones contribute nothing. */
export async function attachedText(raw: Buffer, depth = 0): Promise<string> {
  const texts: string[] = []
  let left = maxAttachedText
  for (const readable of readableParts(parseMime(raw))) {
    if (left <= 0) break
    const text = (await textOfPart(raw, readable, left, depth)).trim()
    if (text === '') continue
    texts.push(text.slice(0, left))
    left -= text.length
  }
  return cleanText(texts.join('\n'), maxAttachedText)
}

async function textOfPart(
  raw: Buffer,
  { part, reading }: ReadablePart,
  max: number,
  depth: number,
): Promise<string> {
  switch (reading) {
    case 'text':
      return decodeText(raw, part).value.slice(0, max)
    case 'html':
      return textOfHtml(decodeText(raw, part).value, { maxCharacters: max })
    case 'calendar':
      return textOfCalendar(decodeText(raw, part).value.slice(0, 4 * max))
    case 'message':
      return depth < deepest ? textOfMessage(decodeTransfer(raw, part), depth) : ''
    case 'office':
      return textOfOffice(decodeTransfer(raw, part), max)
    case 'pdf':
      return orNothing(textOfPdf(decodeTransfer(raw, part), max))
  }
}

/** The library throws for everything that is no PDF as it understands it. */
const orNothing = (text: Promise<string>) => text.catch(() => '')

/** As a reader sees it: who wrote to whom about what, the text, and what is attached to it. */
async function textOfMessage(raw: Buffer, depth: number): Promise<string> {
  const { summary } = parseMessage(raw)
  const people = (['from', 'to', 'cc'] as const).flatMap((field) =>
    ((summary[field] ?? []) as Array<{ name: string | null; email: string }>).map(
      ({ name, email }) => `${name ?? ''} ${email}`,
    ),
  )
  const subject = typeof summary['subject'] === 'string' ? summary['subject'] : ''
  return [
    subject,
    ...people.slice(0, 100),
    ...bodyTexts(raw, parseMime(raw)),
    await attachedText(raw, depth + 1),
  ].join('\n')
}
