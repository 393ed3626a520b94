import { partsOf } from './query-parts.ts'

/** One word or phrase to be painted: folded when it is compared, its words one blank apart. */
export interface FoundWord {
  text: string
  /** Whether a word must begin, and end, where it does. */
  begins: boolean
  ends: boolean
}

/** More than anybody types. */
const maxWords = 32

const spacedOnly =
  /^[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]*$/u

/**
 * Returns the words that a typed search matches in the text of a message, as the server reads it (docs/jmap.md,
 * search): whole words, beginnings (`word*`), parts (`*word`), phrases. Exclusions, and operators on other fields, are
 * left out.
 */
export function foundWords(query: string): FoundWord[] {
  return partsOf(query)
    .flatMap(({ text }) => foundWord(text.replace(/^body:/i, '')))
    .slice(0, maxWords)
}

function foundWord(text: string): FoundWord[] {
  if (text.startsWith('-') || /^[a-z_]+:/i.test(text) || text === 'OR') return []
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu)?.map((word) => word.slice(0, 64)) ?? []
  if (words.length === 0) return []
  const bare = words.join(' ')
  // Scripts without blanks are found by any run of characters.
  const isSpaced = spacedOnly.test(bare)
  return [{ text: bare, begins: isSpaced && !text.startsWith('*'), ends: isSpaced && !/\*"?$/.test(text) }]
}

/** The frame's document with the words its script is to paint (`frame/frame-marks.ts` of wire). */
export function withMarks(srcdoc: string, words: readonly FoundWord[]): string {
  if (words.length === 0) return srcdoc
  const value = JSON.stringify(words)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
  // The first is the box itself: the message comes after it, and style sheets hold no `<`.
  return srcdoc.replace('<plmail-body', () => `<plmail-body data-marks="${value}"`)
}
