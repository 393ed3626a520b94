/** PostgreSQL counts positions to here and keeps so many for one word (its manual, "Limitations" of text search). */
const lastPosition = 16_383
const mostPositions = 255
/** Distinct words kept of one message; only generated text has more. */
const mostWords = 20_000

/** Collects the words of a message and writes them as PostgreSQL reads a tsvector. */
export class Vector {
  readonly #positions = new Map<string, number[]>()

  /** `at` counts from 0; without it the word takes no part in phrases. */
  add(word: string, at?: number): void {
    let positions = this.#positions.get(word)
    if (!positions) {
      if (this.#positions.size >= mostWords) return
      this.#positions.set(word, (positions = []))
    }
    if (at !== undefined && at < lastPosition && positions.length < mostPositions) positions.push(at + 1)
  }

  has(word: string): boolean {
    return this.#positions.has(word)
  }

  toString(): string {
    const parts: string[] = []
    for (const [word, positions] of this.#positions) {
      parts.push(positions.length === 0 ? quoted(word) : `${quoted(word)}:${positions.join(',')}`)
    }
    return parts.join(' ')
  }
}

/** A word as tsvector and tsquery read it between quotes. */
export function quoted(word: string): string {
  return `'${/['\\]/.test(word) ? word.replace(/['\\]/g, '$&$&') : word}'`
}
