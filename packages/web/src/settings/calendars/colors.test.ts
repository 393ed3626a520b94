import { calendarColors } from '@plmail/wire'
import { expect, test } from 'vitest'
import { colorsWith } from './colors.ts'

test('a colour of its own stands before the twelve', () => {
  expect(colorsWith('#1e6fd9')).toEqual(['#1e6fd9', ...calendarColors])
})

test('one of the twelve, or none, adds nothing', () => {
  expect(colorsWith(calendarColors[3])).toEqual(calendarColors)
  expect(colorsWith(null)).toEqual(calendarColors)
})
