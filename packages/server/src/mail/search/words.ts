import { fold, latin, latinEnd } from './fold.ts'

/** One word of a text: folded, where it stood, and its number in the text, which phrases go by. */
export interface Word {
  text: string
  start: number
  end: number
  at: number
}

/** Letters, digits and their marks; each pictograph is a word of its own. */
const runs = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu
/** Scripts written without blanks between words, and Hangul, whose words carry their particles. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu
const mayBeUnspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\ud800-\udbff]/

/** Longer runs are keys and encoded data; their beginnings are enough to find them. */
const maxLength = 64

/**
 * The words of a text, without knowing its language. Scripts without blanks are cut into overlapping pairs of
 * characters, the last character alone once more, so that any sequence of them is found by its pairs in a row.
 */
export function splitWords(text: string): Word[] {
  return split(text, true)
}

/** The words of something searched for: as `splitWords`, without the lone last characters of longer runs. */
export function parseSearchWords(text: string): Word[] {
  return split(text, false)
}

// oxlint-disable-next-line no-control-regex -- the range is that of US-ASCII
const ascii = /^[\x00-\x7f]*$/
const asciiRuns = /[a-z0-9]+/g
/**
 * Pattern that equals `runs` for Latin text, in half the time: a list of characters instead of properties of code
 * points.
 */
const latinRuns = new RegExp(
  `[${getLatin(/[\p{L}\p{N}\p{M}]/u)}]+|[${getLatin(/\p{Extended_Pictographic}/u)}]`,
  'g',
)

function getLatin(kind: RegExp): string {
  const all = Array.from({ length: latinEnd }, (_, code) => String.fromCharCode(code))
  return all.filter((character) => kind.test(character)).join('')
}

function split(text: string, withLast: boolean): Word[] {
  const words: Word[] = []
  let at = 0
  if (ascii.test(text)) {
    // Most text, and most of the time that indexing takes.
    const folded = text.toLowerCase()
    asciiRuns.lastIndex = 0
    for (let match = asciiRuns.exec(folded); match; match = asciiRuns.exec(folded)) {
      const end = asciiRuns.lastIndex
      words.push({ text: match[0].slice(0, maxLength), start: match.index, end, at: at++ })
    }
    return words
  }
  const isMixed = mayBeUnspaced.test(text)
  const pattern = latin.test(text) ? latinRuns : runs
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [run] = match
    if (isMixed && mayBeUnspaced.test(run)) {
      at = addMixed(words, { run, offset: match.index, first: at, withLast })
    } else if (add(words, run, match.index, at)) at += 1
  }
  return words
}

function add(words: Word[], run: string, start: number, at: number): boolean {
  const text = fold(run).slice(0, maxLength)
  if (text === '') return false
  words.push({ text, start, end: start + run.length, at })
  return true
}

interface MixedRun {
  run: string
  offset: number
  first: number
  withLast: boolean
}

function addMixed(words: Word[], { run, offset, first, withLast }: MixedRun): number {
  let at = first
  let from = 0
  const addSpaced = (to: number) => {
    if (to > from && add(words, run.slice(from, to), offset + from, at)) at += 1
  }
  for (const match of run.matchAll(unspaced)) {
    addSpaced(match.index)
    const characters = [...match[0]]
    let start = offset + match.index
    for (const [index, character] of characters.entries()) {
      const next = characters[index + 1]
      if (next !== undefined || withLast || characters.length === 1) {
        const pair = character + (next ?? '')
        words.push({ text: fold(pair).slice(0, maxLength), start, end: start + pair.length, at })
      }
      at += 1
      start += character.length
    }
    from = match.index + match[0].length
  }
  addSpaced(run.length)
  return at
}

/** True when some of it may have been cut into pairs. */
export const mayHoldUnspaced = (text: string): boolean => mayBeUnspaced.test(text)

/** True for the only character of a run in a script without blanks: it begins pairs, and is found as a prefix. */
export function isLoneCharacter(text: string): boolean {
  return [...text].length === 1 && mayBeUnspaced.test(text) && text.replace(unspaced, '') === ''
}
