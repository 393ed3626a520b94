import { expect, test } from 'vitest'
import type { UserId } from '@plmail/wire'
import { createTurns } from './turns.ts'

const [ada, bob] = [1 as UserId, 2 as UserId]

/** Work that goes on until told to end. */
function works() {
  const ends: Array<() => void> = []
  let running = 0
  let most = 0
  return {
    ends,
    most: () => most,
    work: async () => {
      most = Math.max(most, ++running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running--
    },
  }
}

test('a user’s requests beyond the limit wait, in order, and nobody else does', async () => {
  const turns = createTurns('maxConcurrentRequests', 2)
  const { ends, most, work } = works()
  const ended: number[] = []
  const all = [0, 1, 2, 3].map((at) => turns.run(ada, work).then(() => ended.push(at)))
  await turns.run(bob, async () => expect(ends).toHaveLength(2))
  for (let at = 0; at < 4; at++) {
    await expect.poll(() => ends.length).toBeGreaterThan(at)
    ends[at]!()
  }
  await Promise.all(all)
  expect([ended, most()]).toEqual([[0, 1, 2, 3], 2])
})

test('work that fails gives its turn away', async () => {
  const turns = createTurns('maxConcurrentRequests', 1)
  await expect(turns.run(ada, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await turns.run(ada, async () => 'next')).toBe('next')
})

test('a line that has grown too long is refused with the limit', async () => {
  const turns = createTurns('maxConcurrentRequests', 1)
  const { ends, work } = works()
  const all = Array.from({ length: 33 }, () => turns.run(ada, work))
  await expect(turns.run(ada, work)).rejects.toMatchObject({ options: { limit: 'maxConcurrentRequests' } })
  for (let at = 0; at < 33; at++) {
    await expect.poll(() => ends.length).toBeGreaterThan(at)
    ends[at]!()
  }
  await Promise.all(all)
})
