import { expect, test } from 'vitest'
import { batchCalls } from './batch-calls.ts'

/** Work that waits to be let on, and the batches it was given. */
function gate() {
  const batches: number[][] = []
  const waiting: Array<() => void> = []
  const work = async (batch: readonly number[]) => {
    batches.push([...batch])
    await new Promise<void>((resolve) => waiting.push(resolve))
    if (batch.includes(0)) throw new Error('zero')
    return batch.map((one) => one * 10)
  }
  const pass = async () => {
    await expect.poll(() => waiting.length).toBe(1)
    waiting.shift()?.()
  }
  return { batches, pass, one: batchCalls(work) }
}

test('what comes while a batch is under way is the next batch', async () => {
  const { batches, pass, one } = gate()
  const results = Promise.all([1, 2, 3, 4].map((value) => one(value)))
  await pass()
  await pass()
  expect(await results).toEqual([10, 20, 30, 40])
  expect(batches).toEqual([[1], [2, 3, 4]])
  const later = one(5)
  await pass()
  expect(await later).toBe(50)
})

test('one that fails takes no other along', async () => {
  const { batches, pass, one } = gate()
  const results = Promise.allSettled([1, 2, 0, 3].map((value) => one(value)))
  for (let passes = 0; passes < 5; passes++) await pass()
  const outcomes = (await results).map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))
  expect(outcomes).toEqual([10, 20, 'failed', 30])
  expect(batches).toEqual([[1], [2, 0, 3], [2], [0], [3]])
})
