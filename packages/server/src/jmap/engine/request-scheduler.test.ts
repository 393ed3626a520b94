import { expect, test } from 'vitest'
import type { UserId } from '@plmail/wire'
import { createTurns } from './request-scheduler.ts'

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
  const all = [0, 1, 2, 3].map((at) => turns.run(ada, work, 0).then(() => ended.push(at)))
  await turns.run(bob, async () => expect(ends).toHaveLength(2), 0)
  for (let at = 0; at < 4; at++) {
    await expect.poll(() => ends.length).toBeGreaterThan(at)
    ends[at]!()
  }
  await Promise.all(all)
  expect([ended, most()]).toEqual([[0, 1, 2, 3], 2])
})

test('work that fails gives its turn away', async () => {
  const turns = createTurns('maxConcurrentRequests', 1)
  await expect(turns.run(ada, () => Promise.reject(new Error('failed')), 0)).rejects.toThrow('failed')
  expect(await turns.run(ada, async () => 'next', 0)).toBe('next')
})

test.each([
  ['512 that wait', 512, 0],
  ['32 MiB held by those that wait', 32, 1024 * 1024],
])('a line of %s takes no more', async (_, most, bytes) => {
  const turns = createTurns('maxConcurrentRequests', 1)
  const { ends, work } = works()
  const all = Array.from({ length: 1 + most }, () => turns.run(ada, work, bytes))
  await expect(turns.run(ada, work, bytes)).rejects.toMatchObject({
    options: { limit: 'maxConcurrentRequests', headers: { 'retry-after': '1' } },
  })
  for (let at = 0; at <= most; at++) {
    await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(at)
    ends[at]!()
  }
  await Promise.all(all)
  const again = turns.run(ada, work, bytes)
  await expect.poll(() => ends.length).toBe(most + 2)
  ends[most + 1]!()
  await again
})

test('one that holds more than all may is let in when nobody waits', async () => {
  const turns = createTurns('maxConcurrentRequests', 1)
  const { ends, work } = works()
  const all = [turns.run(ada, work, 0), turns.run(ada, work, 64 * 1024 * 1024)]
  const refused = { options: { limit: 'maxConcurrentRequests' } }
  await expect(turns.run(ada, work, 1)).rejects.toMatchObject(refused)
  for (const at of [0, 1]) {
    await expect.poll(() => ends.length).toBeGreaterThan(at)
    ends[at]!()
  }
  await Promise.all(all)
})
