import { isAddress, toSearchForm } from './addresses.ts'
import { addressFields, buildMessage, type WordField } from './word-fields.ts'
import { type Part, toPart } from './word-parts.ts'
import { quoteWord } from './search-vector.ts'
import { isLoneCharacter, type Word, parseSearchWords } from './words.ts'

/** Words that must stand one after the other, as they were asked for. */
export interface WordTerm {
  words: readonly Pick<Word, 'text' | 'at'>[]
  /**
   * How much of a word of the message must be there: all of it (between quotes), its beginning (`word*`) or any part
   * (`*word`). What was asked `plainly` is all of a word in the text of a message and any part of one elsewhere, where
   * there are few words and people remember pieces of names.
   */
  match: 'whole' | 'plainly' | 'beginning' | 'part'
  /** As an address or a host, in one piece; null when it cannot be one. */
  form: string | null
}

/** More than a person types; the rest is not looked at. */
const maxTerms = 32
const maxTextLength = 2_000

/**
 * Parses a text condition's value (RFC 8621 §4.4.1): words in any order, phrases between quotes, `\` before a literal
 * quote, and `*` after the beginning of a word or before a part of one. Empty when it contains no word.
 */
export function toTerms(value: string): WordTerm[] {
  const terms: WordTerm[] = []
  for (const { text, isPhrase } of pieces(value.slice(0, maxTextLength).replaceAll('\0', ' '))) {
    const term = isPhrase ? toPhraseTerm(text) : toWordTerm(text)
    if (term) terms.push(term)
    if (terms.length === maxTerms) break
  }
  return terms
}

/** A run of characters without blanks; `*` at its end asks for what begins so, at its start for what holds it. */
export function toWordTerm(text: string): WordTerm | null {
  const bare = text.replace(/^\*+/, '').replace(/\*+$/, '')
  const match = text.startsWith('*') ? 'part' : text.endsWith('*') ? 'beginning' : 'plainly'
  return toTerm(bare, match, toSearchForm(bare))
}

/** Text in which every word counts, in this order. */
export function toPhraseTerm(text: string): WordTerm | null {
  return toTerm(text, 'whole', /\s/.test(text.trim()) ? null : toSearchForm(text))
}

function toTerm(text: string, match: WordTerm['match'], form: string | null): WordTerm | null {
  const words = parseSearchWords(text).map(({ text: word, at }) => ({ text: word, at }))
  return words.length === 0 ? null : { words, match, form }
}

const piece = /(?<=^|\s)(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')(?=\s|$)|\S+/gs

function* pieces(value: string): Generator<{ text: string; isPhrase: boolean }> {
  for (const [whole, double, single] of value.matchAll(piece)) {
    const inside = double ?? single
    if (inside === undefined) yield { text: whole, isPhrase: false }
    else yield { text: inside.replace(/\\(.)/gs, '$1'), isPhrase: true }
  }
}

/** A tsquery as PostgreSQL reads it; each part of a word stands for ` | ` and the words that hold it, or for nothing. */
export type QueryText = Array<string | Part>

/** All of the terms, each in any of the fields. There must be one of each at least. */
export function tsquery(fields: readonly WordField[], terms: readonly WordTerm[]): QueryText {
  return terms.flatMap((term, index) => [
    index === 0 ? '(' : ' & (',
    fields.map((field) => termIn(field, term)).join(' | '),
    ...partsIn(fields, term),
    ')',
  ])
}

/** The same without regard to the order of words, which the index does not know. */
export const unordered = (query: QueryText): QueryText =>
  query.map((part) => (typeof part === 'string' ? part.replace(/ <\d+> /g, ' & ') : part))

/** How much of a word of this field must be there. */
export function matchIn(field: WordField, { match }: WordTerm): 'whole' | 'beginning' | 'part' {
  if (match !== 'plainly') return match
  return field === 'body' ? 'whole' : 'part'
}

/** Whether of the last of several words in a row its beginning is enough. */
export function isRowBegun(field: WordField, term: WordTerm): boolean {
  return term.words.length > 1 && isLastBegun(field, term)
}

function isLastBegun(field: WordField, term: WordTerm): boolean {
  return matchIn(field, term) === 'beginning' || isLoneCharacter(term.words.at(-1)?.text ?? '')
}

/** The parts of words that some of the fields may hold. */
function partsIn(fields: readonly WordField[], term: WordTerm): Part[] {
  const some = fields.filter((field) => matchIn(field, term) === 'part')
  const [word] = term.words
  const inAddress = some.filter((field) => addressFields.has(field))
  const parts =
    term.words.length === 1 && word
      ? [
          toPart('body', word.text, some.includes('body') ? [buildMessage.body] : []),
          toPart('word', word.text, some.filter((field) => field !== 'body').map(nameWeight)),
        ]
      : term.form === null || isAddress(term.form)
        ? []
        : [toPart(term.form.includes('@') ? 'address' : 'host', term.form, inAddress.map(nameWeight))]
  return parts.filter((part) => part !== null)
}

const nameWeight = (field: WordField) => buildMessage[field]

function termIn(field: WordField, term: WordTerm): string {
  const { words, form } = term
  const first = nameWeight(field)
  const last = words.length - 1
  const isPrefix = matchIn(field, term) === 'beginning'
  const phrase = words
    .map(({ text, at }, index) => {
      const before = words[index - 1]
      const step = before === undefined ? '' : ` <${at - before.at}> `
      const isBeginning = index === last && isLastBegun(field, term)
      return `${step}${quoteWord(first + text)}${isBeginning ? ':*' : ''}`
    })
    .join('')
  if (form === null || !addressFields.has(field)) return words.length === 1 ? phrase : `(${phrase})`
  if (isAddress(form) && !isPrefix) return quoteWord(first + form)
  return `(${quoteWord(first + form)}${isPrefix ? ':*' : ''} | (${phrase}))`
}
