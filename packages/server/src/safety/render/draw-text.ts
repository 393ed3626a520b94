import { attributionLine } from '@plmail/mail-format'
import { LinkifyIt } from 'linkify-it'
import { parseUrl } from '../../kit/parse-url.ts'
import { foldQuote } from './fold-quotes.ts'
import { headerBlock } from './quote-marks.ts'
import type { PlainText } from './rendering.ts'
import { element, type SafeNode } from './safe-tree.ts'
import { getLines, type TextLine } from './unflow.ts'

/** A text part as HTML: paragraphs joined, quotes nested and folded, addresses turned into links. */
export function drawText(text: PlainText, quoteLabel: string): SafeNode[] {
  const lines = getLines(text)
  const older = olderMessageAt(lines)
  const nodes = drawRuns(splitRuns(lines.slice(0, older)), quoteLabel)
  if (older < lines.length) nodes.push(foldQuote(quoteLabel, splitRuns(lines.slice(older)).map(drawRun)))
  return nodes
}

/** Quotes longer than this are folded wherever they stand; shorter ones are what an answer below them refers to. */
const longQuote = 6

/** Neighbouring lines of equal kind: quoted or own. */
interface Run {
  isQuoted: boolean
  lines: TextLine[]
}

function drawRuns(runs: readonly Run[], label: string): SafeNode[] {
  const lastWords = runs.findLastIndex((run) => !run.isQuoted && hasMoreThanSignature(run))
  return runs.map((run, index) => {
    const folds = lastWords >= 0 && run.isQuoted && (index > lastWords || run.lines.length > longQuote)
    return folds ? foldQuote(label, [drawRun(run)]) : drawRun(run)
  })
}

function drawRun({ isQuoted, lines }: Run): SafeNode {
  return isQuoted ? nest(lines, 1) : paragraph(lines)
}

function splitRuns(lines: readonly TextLine[]): Run[] {
  const runs: Run[] = []
  for (const line of lines) {
    const isQuoted = line.depth > 0
    const last = runs.at(-1)
    if (last?.isQuoted === isQuoted) last.lines.push(line)
    else runs.push({ isQuoted, lines: [line] })
  }
  return runs
}

function hasMoreThanSignature(run: Run): boolean {
  const signature = run.lines.findIndex(({ text }) => isSignatureMark(text))
  return run.lines.slice(0, signature < 0 ? undefined : signature).some(({ text }) => /\S/.test(text))
}

/** A blockquote of everything at this depth or deeper. */
function nest(lines: readonly TextLine[], depth: number): SafeNode {
  const quote = element('blockquote')
  for (let at = 0; at < lines.length;) {
    const isDeeper = (lines[at]?.depth ?? 0) > depth
    let end = at
    while (end < lines.length && (lines[end]?.depth ?? 0) > depth === isDeeper) end++
    const part = lines.slice(at, end)
    quote.children.push(isDeeper ? nest(part, depth + 1) : paragraph(part))
    at = end
  }
  return quote
}

function paragraph(lines: readonly TextLine[]): SafeNode {
  const signature = lines.findIndex(({ text }) => isSignatureMark(text))
  const own = signature < 0 ? lines : lines.slice(0, signature)
  const block: SafeNode = element('div', [['class', 'plmail-text']], withLinks(join(own)))
  if (signature < 0) return block
  const signed = element('div', [['class', 'plmail-signature']], withLinks(join(lines.slice(signature))))
  return own.length > 0 ? element('div', [], [block, signed]) : signed
}

function join(lines: readonly TextLine[]): string {
  return lines.map(({ text }) => text).join('\n')
}

function isSignatureMark(text: string): boolean {
  return text === '-- ' || text === '--'
}

/**
 * Returns the line at which an unmarked older message begins, as Outlook writes it; the number of lines when there is
 * none.
 */
function olderMessageAt(lines: readonly TextLine[]): number {
  const lastWords = lastOwnWordsAt(lines)
  let hasWords = false
  for (const [at, { text }] of lines.entries()) {
    if (hasWords && text.length < 200 && beginsOlderMessage(text, lines, at, lastWords)) return at
    hasWords ||= /\S/.test(text)
  }
  return lines.length
}

/** The last unquoted line with words that is no part of a signature; -1 when there is none. */
function lastOwnWordsAt(lines: readonly TextLine[]): number {
  let last = -1
  let isSigned = false
  for (const [at, { depth, text }] of lines.entries()) {
    isSigned = depth === 0 && (isSigned || isSignatureMark(text))
    if (depth === 0 && !isSigned && /\S/.test(text)) last = at
  }
  return last
}

const originalMessage =
  /^-{2,}\s*(?:Original Message|Original Appointment|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Oorspronkelijk bericht|Mensagem original|Oprindelig meddelelse|Ursprungligt meddelande)\s*-{2,}\s*$/i

function beginsOlderMessage(
  text: string,
  lines: readonly TextLine[],
  at: number,
  lastWords: number,
): boolean {
  if (originalMessage.test(text)) return true
  if (/^_{20,}\s*$/.test(text)) return headerBlock.test(join(lines.slice(at + 1, at + 5)).slice(0, 500))
  // the line that introduces a quote goes into the fold only where nothing is answered below it
  const isQuoteNext = (lines[at + 1]?.depth ?? 0) > 0
  return isQuoteNext && lastWords <= at && attributionLine.test(text)
}

const mayHoldLink = /[:@]|www\./i

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false })

function withLinks(text: string): SafeNode[] {
  if (!mayHoldLink.test(text)) return [text]
  const nodes: SafeNode[] = []
  let from = 0
  for (const { index, lastIndex, schema, raw, url } of linkify.match(text) ?? []) {
    if (!isLink(schema, raw) || !parseUrl(url)) continue
    nodes.push(text.slice(from, index))
    nodes.push(
      element(
        'a',
        [
          ['href', url.replace(/^http:\/\/www\./i, 'https://www.')],
          ['target', '_blank'],
          ['rel', 'noopener noreferrer nofollow'],
        ],
        [raw],
      ),
    )
    from = lastIndex
  }
  nodes.push(text.slice(from))
  return nodes
}

/** Without a scheme only `www.` and mail addresses are links: `report.md` is a file, not a host in Moldova. */
function isLink(schema: string, raw: string): boolean {
  return /^(?:https?|mailto):$/.test(schema) || (schema === '' && /^www\./i.test(raw))
}
