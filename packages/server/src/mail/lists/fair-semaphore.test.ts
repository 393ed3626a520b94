import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairSemaphore } from './fair-semaphore.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one party’s many do not keep another from going on', async () => {
  const turnstile = createFairSemaphore(3, 2)
  const begun: string[] = []
  const ends: Array<() => void> = []
  const heavy = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const all = [1, 2, 3, 4].map((n) => turnstile.pass(1, heavy(`a${n}`)))
  all.push(turnstile.pass(2, heavy('b1')))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  ends[0]!()
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (let n = 1; n < 5; n += 1) {
    ends[n]!()
    await settled()
  }
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('everything passes, in bounds, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ party: fc.nat(3), fails: fc.boolean(), turns: fc.nat(3) }), { maxLength: 30 }),
      async (visits) => {
        const turnstile = createFairSemaphore(4, 2)
        const inside = [0, 0, 0, 0]
        const results = await Promise.allSettled(
          visits.map(({ party, fails, turns }) =>
            turnstile.pass(party, async () => {
              inside[party]! += 1
              expect(inside[party]).toBeLessThanOrEqual(2)
              expect(inside.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(4)
              for (let turn = 0; turn < turns; turn += 1) await settled()
              inside[party]! -= 1
              if (fails) throw new Error('as asked')
              return party
            }),
          ),
        )
        expect(results.map(({ status }) => status === 'rejected')).toEqual(visits.map(({ fails }) => fails))
        expect(inside).toEqual([0, 0, 0, 0])
      },
    ),
    { numRuns: 50 },
  )
})
