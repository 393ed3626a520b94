import { expect, test } from 'vitest'
import { isFarEnough, whatItMeans } from './swipe-gesture.ts'

test('a finger that trembles means nothing yet', () => {
  expect([whatItMeans(0, 0), whatItMeans(-9, 9)]).toEqual(['nothing', 'nothing'])
})

test('across is a swipe, to either side; along and aslant is scrolling', () => {
  expect([whatItMeans(12, 3), whatItMeans(-30, 20)]).toEqual(['swipe', 'swipe'])
  expect([whatItMeans(2, -14), whatItMeans(20, 18), whatItMeans(-11, 10)]).toEqual(Array(3).fill('scroll'))
})

test('a third of a narrow row is far enough, and of a wide one what a thumb reaches', () => {
  expect([isFarEnough(136, 390), isFarEnough(-137, 390), isFarEnough(112, 320)]).toEqual([false, true, true])
  expect([isFarEnough(139, 1_000), isFarEnough(-140, 1_000)]).toEqual([false, true])
})
