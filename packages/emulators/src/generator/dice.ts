import { createHash } from 'node:crypto'
import { seeded } from '../random/seeded.ts'

/** Choices that follow from a few words alone, so that any message can be made without making those before it. */
export interface Dice {
  /** 0 … below `end`. */
  below(end: number): number
  pick<T>(from: readonly T[]): T
  chance(probability: number): boolean
  /** Different ones, in an order of their own; all of them when there are fewer. */
  some<T>(from: readonly T[], count: number): T[]
  /** Lower-case hex. */
  hex(digits: number): string
}

export function dice(...words: Array<string | number>): Dice {
  const random = seeded(words.join('\u0000'))
  const below = (end: number): number => Math.floor(random() * end)
  const pick = <T>(from: readonly T[]): T => {
    const choice = from[below(from.length)]
    if (choice === undefined) throw new Error('Nothing to pick from')
    return choice
  }
  return {
    below,
    pick,
    chance: (probability) => random() < probability,
    some(from, count) {
      const left = [...from]
      return Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(below(left.length), 1)[0],
      ).filter((choice) => choice !== undefined)
    },
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(''),
  }
}

/** A name for something, the same for the same words: Message-IDs, boundaries, order numbers. */
export function named(...words: Array<string | number>): string {
  return createHash('sha256').update(words.join('\u0000')).digest('hex').slice(0, 24)
}
