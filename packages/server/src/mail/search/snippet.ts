import type { WordField } from './word-fields.ts'
import type { EmailFilter } from './email-filter.ts'
import { matchIn, type WordTerm } from './search-terms.ts'
import { isPart } from './word-parts.ts'
import { isLoneCharacter, type Word, splitWords } from './words.ts'

/** RFC 8621 §5: a preview has at most 255 octets. */
const maxOctets = 255
/** Characters of text shown before the first word found. */
const lead = 60
/** More than fits, whatever the characters. */
const maxLength = 260

/** A term to find in the text of one field. */
export interface SnippetTerms {
  words: WordTerm['words']
  match: ReturnType<typeof matchIn>
}

/** Returns the terms of a filter for one field; excluded terms match nowhere. */
export function listSnippetTerms(filter: EmailFilter, field: WordField): SnippetTerms[] {
  if (filter.kind === 'words') {
    const terms = filter.fields.includes(field) ? filter.terms : []
    return terms.map((term) => ({ words: term.words, match: matchIn(field, term) }))
  }
  if (filter.kind !== 'and' && filter.kind !== 'or') return []
  return filter.filters.flatMap((part) => listSnippetTerms(part, field))
}

interface Span {
  start: number
  end: number
}

/** The whole text with what was found between `<mark>` tags; null when nothing was. */
export function markedText(text: string, terms: readonly SnippetTerms[]): string | null {
  const spans = findSpans(text, terms)
  return spans.length === 0 ? null : marked(text, spans, 0, text.length)
}

/** The text around the first place where something was found, in at most 255 octets of HTML; null when nothing was. */
export function markedPart(text: string, terms: readonly SnippetTerms[]): string | null {
  const spans = findSpans(text, terms)
  const [first] = spans
  if (!first) return null
  const start = beginning(text, first.start)
  for (let end = Math.min(text.length, start + maxLength); ; end -= 1) {
    const html = marked(text, spans, start, whole(text, end)).replace(/\s+/g, ' ').trim()
    if (Buffer.byteLength(html) <= maxOctets) return html
  }
}

/** A word's beginning a little before the place. */
function beginning(text: string, place: number): number {
  const from = Math.max(0, place - lead)
  if (from === 0) return 0
  const blank = text.slice(from, place).search(/\s/)
  return blank < 0 ? whole(text, from) : from + blank + 1
}

/** Never between the halves of a character. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

function marked(text: string, spans: readonly Span[], start: number, end: number): string {
  const pieces: string[] = []
  let from = start
  for (const span of spans) {
    const [begins, ends] = [Math.max(span.start, from), Math.min(span.end, end)]
    if (begins >= ends) continue
    pieces.push(
      escapeHtml(text.slice(from, begins)),
      '<mark>',
      escapeHtml(text.slice(begins, ends)),
      '</mark>',
    )
    from = ends
  }
  return pieces.join('') + escapeHtml(text.slice(from, end))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Lists the matches of terms, in order, touching ones merged. */
function findSpans(text: string, terms: readonly SnippetTerms[]): Span[] {
  if (terms.length === 0) return []
  const words = splitWords(text)
  const byPlace = new Map(words.map((word) => [word.at, word]))
  const spans = terms.flatMap((term) => words.flatMap((word) => spanFrom(word, term, byPlace) ?? []))
  return joinSpans(spans.sort((a, b) => a.start - b.start || a.end - b.end))
}

function spanFrom(
  first: Word,
  { words, match }: SnippetTerms,
  byPlace: ReadonlyMap<number, Word>,
): Span | undefined {
  const [only, ...more] = words
  if (match === 'part' && only && more.length === 0 && isPart(only.text)) return findPart(first, only.text)
  const base = only?.at ?? 0
  let end = first.end
  for (const [index, term] of words.entries()) {
    const word = byPlace.get(first.at + term.at - base)
    const isBeginning = match === 'beginning' && index === words.length - 1
    if (!word || !fits(word.text, term.text, isBeginning)) return undefined
    end = word.end
    if (isLoneCharacter(term.text)) end = Math.min(end, word.start + term.text.length)
  }
  return { start: first.start, end }
}

/** The part, where the word is written as long as it is compared; else the word. */
function findPart({ text, start, end }: Word, part: string): Span | undefined {
  const from = text.indexOf(part)
  if (from < 0) return undefined
  return text.length === end - start
    ? { start: start + from, end: start + from + part.length }
    : { start, end }
}

const fits = (word: string, term: string, isPrefix: boolean) =>
  isPrefix || isLoneCharacter(term) ? word.startsWith(term) : word === term

function joinSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}
