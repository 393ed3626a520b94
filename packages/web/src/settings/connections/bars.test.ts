import { expect, test } from 'vitest'
import { barBox, greatest, layOutBars } from './bars.ts'

test('the greatest value is as high as the box, the least is still seen, and nothing has no bar', () => {
  const bars = layOutBars([0, 1, 1_000_000, 0])
  expect(bars.map(({ x }) => x)).toEqual([30, 60])
  expect(bars.map(({ height }) => height)).toEqual([1, barBox.height])
  expect(bars.every(({ y, height }) => y + height === barBox.height)).toBe(true)
})

test('thirty bars stay within the box', () => {
  const last = layOutBars(Array<number>(30).fill(5)).at(-1)
  expect(last && last.x + last.width).toBeLessThanOrEqual(barBox.width)
})

test('where nothing went there is neither a bar nor a greatest', () => {
  expect(layOutBars([0, 0])).toEqual([])
  expect(layOutBars([])).toEqual([])
  expect(greatest([0, 0])).toBeUndefined()
  expect(greatest([1, 7, 7])).toEqual({ at: 1, value: 7 })
})
