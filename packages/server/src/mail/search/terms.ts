import { isAddress, wantedForm } from './addresses.ts'
import { addressFields, letterOf, type WordField } from './fields.ts'
import { quoted } from './vector.ts'
import { isLoneCharacter, type Word, wantedWords } from './words.ts'

/** Words that must stand one after the other, as they were asked for. */
export interface WordTerm {
  words: readonly Pick<Word, 'text' | 'at'>[]
  /** The last word need only begin so. */
  isPrefix: boolean
  /** As an address or a host, in one piece; null when it cannot be one. */
  form: string | null
}

/** More than a person types; the rest is not looked at. */
const mostTerms = 32
const longestText = 2_000

/**
 * What the value of a text condition asks for (RFC 8621 §4.4.1): words in any order, phrases between quotes, with
 * `\` before a quote that is meant, and `*` behind the beginning of a word. Empty when it names no word.
 */
export function termsOf(value: string): WordTerm[] {
  const terms: WordTerm[] = []
  for (const { text, isPhrase } of pieces(value.slice(0, longestText).replaceAll('\0', ' '))) {
    const term = isPhrase ? phraseOf(text) : wordOf(text)
    if (term) terms.push(term)
    if (terms.length === mostTerms) break
  }
  return terms
}

/** A run of characters without blanks; `*` at its end asks for what begins so. */
export function wordOf(text: string): WordTerm | null {
  const isPrefix = text.endsWith('*')
  const bare = isPrefix ? text.replace(/\*+$/, '') : text
  return termOf(bare, isPrefix, wantedForm(bare))
}

/** Text in which every word counts, in this order. */
export function phraseOf(text: string): WordTerm | null {
  return termOf(text, false, /\s/.test(text.trim()) ? null : wantedForm(text))
}

function termOf(text: string, isPrefix: boolean, form: string | null): WordTerm | null {
  const words = wantedWords(text).map(({ text: word, at }) => ({ text: word, at }))
  return words.length === 0 ? null : { words, isPrefix, form }
}

const piece = /(?<=^|\s)(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')(?=\s|$)|\S+/gs

function* pieces(value: string): Generator<{ text: string; isPhrase: boolean }> {
  for (const [whole, double, single] of value.matchAll(piece)) {
    const inside = double ?? single
    if (inside === undefined) yield { text: whole, isPhrase: false }
    else yield { text: inside.replace(/\\(.)/gs, '$1'), isPhrase: true }
  }
}

/** All of the terms, each in any of the fields, as PostgreSQL reads a tsquery. There must be one of each at least. */
export function tsquery(fields: readonly WordField[], terms: readonly WordTerm[]): string {
  return terms.map((term) => `(${fields.map((field) => termIn(field, term)).join(' | ')})`).join(' & ')
}

function termIn(field: WordField, { words, isPrefix, form }: WordTerm): string {
  const letter = letterOf[field]
  const last = words.length - 1
  const phrase = words
    .map(({ text, at }, index) => {
      const before = words[index - 1]
      const step = before === undefined ? '' : ` <${at - before.at}> `
      const isBeginning = index === last && (isPrefix || isLoneCharacter(text))
      return `${step}${quoted(letter + text)}${isBeginning ? ':*' : ''}`
    })
    .join('')
  if (form === null || !addressFields.has(field)) return words.length === 1 ? phrase : `(${phrase})`
  if (isAddress(form) && !isPrefix) return quoted(letter + form)
  return `(${quoted(letter + form)}${isPrefix ? ':*' : ''} | (${phrase}))`
}
