import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test('the time that is left is written in minutes and seconds', () => {
  expect([120, 65, 60, 59, 5, 0].map(timeLeft)).toEqual(['2:00', '1:05', '1:00', '0:59', '0:05', '0:00'])
})
