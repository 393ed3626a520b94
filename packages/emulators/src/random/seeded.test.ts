import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chance, seeded } from './seeded.ts'

const numbers = (seed: string, count: number): number[] => Array.from({ length: count }, seeded(seed))

describe('seeded numbers', () => {
  it('are the same for the same seed and lie in [0, 1)', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const first = numbers(seed, 50)
        expect(numbers(seed, 50)).toEqual(first)
        expect(first.every((n) => n >= 0 && n < 1)).toBe(true)
      }),
    )
  })

  it('have nothing to do with each other for seeds that differ by a character', () => {
    const firsts = Array.from({ length: 5_000 }, (_, n) => numbers(`seed ${n}`, 1)[0] ?? 0)
    expect(new Set(firsts).size).toBeGreaterThan(4_990)
    // In ten equal parts about as many each, and neighbours are not alike.
    const parts = Array.from(
      { length: 10 },
      (_, part) => firsts.filter((n) => Math.floor(n * 10) === part).length,
    )
    for (const share of parts) expect(Math.abs(share - 500)).toBeLessThan(100)
    const steps = firsts.slice(1).map((n, i) => Math.abs(n - (firsts[i] ?? 0)))
    expect(steps.reduce((sum, step) => sum + step, 0) / steps.length).toBeCloseTo(1 / 3, 1)
  })
})

describe('a chance', () => {
  it('depends on its words alone, and tells them apart', () => {
    const [one, other] = [chance('a', 1, undefined), chance('a', '1', undefined)]
    expect(chance('a', 1, undefined)).toBe(one)
    expect(other).not.toBe(one)
    expect(chance('ab', 'c')).not.toBe(chance('a', 'bc'))
  })
})
