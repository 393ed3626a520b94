import { attributionLine } from './quote-forms.ts'

/** An attribution begins with a word for "on that day", or with the day itself. */
const attributionStart =
  /^\s*(?:(?:On|Am|Le|El|Il|Op|Den|Em|Dnia|W dniu)\s|\d{1,4}[-./]\d|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\s)/i

/** Mail programs break lines at 72 to 78 characters; a long date and an address fill three of them. */
const maxAttributionLines = 3
const maxAttributionCharacters = 400

/** A message's own words: without quoted lines (`>`) and without the lines that introduce them. */
export function withoutQuotes(text: string): string {
  const ownLines: string[] = []
  let wasQuoted = false
  for (const line of text.split('\n')) {
    const isQuoted = line.startsWith('>')
    if (isQuoted && !wasQuoted) ownLines.length = attributionAt(ownLines)
    if (!isQuoted) ownLines.push(line)
    wasQuoted = isQuoted
  }
  return ownLines.join('\n')
}

/**
 * The index of the first line of the attribution with which these lines end; without one, the index behind the last line
 * with words.
 */
function attributionAt(lines: readonly string[]): number {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1
  for (let start = end - 1; start >= Math.max(0, end - maxAttributionLines); start--) {
    const text = lines.slice(start, end).join(' ')
    if (lines[start]?.trim() === '' || text.length > maxAttributionCharacters) break
    if (attributionStart.test(text) && attributionLine.test(text)) return start
  }
  const last = lines[end - 1] ?? ''
  return last.length <= maxAttributionCharacters && attributionLine.test(last) ? end - 1 : end
}
