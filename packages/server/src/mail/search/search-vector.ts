/** PostgreSQL counts positions to here and keeps so many for one word (its manual, "Limitations" of text search). */
const highestPosition = 16_383
const maxPositions = 255
/** So far no phrase reaches: what lies between the values of a field. */
export const gap = 8
/**
 * Position of words outside any sequence, after the last regular position. A word without a position would hide all
 * words with the same beginning from a phrase whose last word is a prefix: PostgreSQL then has no position for any of
 * them.
 */
const nowhere = highestPosition
const lastPosition = nowhere - gap
/** PostgreSQL refuses a tsvector of 1 MiB; only generated text comes near. */
const maxOctets = 1_000_000
/**
 * Maximum bytes of a UTF-16 unit in UTF-8, then the additional bytes of each word with one position, and of each
 * position.
 */
const octetsOfUnit = 3
const octetsOfWord = 6
const octetsOfPosition = 2

/** Collects the words of a message and writes them as PostgreSQL reads a tsvector. What comes first has room. */
export class Vector {
  readonly #positions = new Map<string, number[]>()
  #left = maxOctets
  #next = 0

  /** `at` counts from 0; without it the word takes no part in phrases. */
  add(word: string, at?: number): void {
    let positions = this.#positions.get(word)
    if (!positions) {
      const octets = octetsOfUnit * word.length + octetsOfWord
      if (octets > this.#left) return
      this.#left -= octets
      this.#positions.set(word, (positions = []))
    }
    if (at !== undefined && at >= this.#next) this.#next = at + 1
    if (at === undefined || at >= lastPosition || positions.length >= maxPositions) return
    if (octetsOfPosition > this.#left) return
    this.#left -= octetsOfPosition
    positions.push(at + 1)
  }

  /** Behind all that has been added, whatever its field. */
  get nextPosition(): number {
    return this.#next
  }

  has(word: string): boolean {
    return this.#positions.has(word)
  }

  toString(): string {
    const parts: string[] = []
    for (const [word, positions] of this.#positions) {
      parts.push(`${quoteWord(word)}:${positions.length === 0 ? nowhere : positions.join(',')}`)
    }
    return parts.join(' ')
  }
}

/** A word as tsvector and tsquery read it between quotes. */
export function quoteWord(word: string): string {
  return `'${/['\\]/.test(word) ? word.replace(/['\\]/g, '$&$&') : word}'`
}
