import { expect, test } from 'vitest'
import { matchesShortcut } from './shortcut-search.ts'

test.each([
  ['', true],
  ['read', true],
  ['MARK unread', true],
  ['u', true],
  ['shift u', true],
  ['archive', false],
  ['read archive', false],
])('%j finds by words of the title and by keys', (text, isFound) => {
  expect(matchesShortcut({ title: 'Mark as unread', caps: ['Shift', 'U'] }, text)).toBe(isFound)
})
