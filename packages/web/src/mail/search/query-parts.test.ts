import { expect, test } from 'vitest'
import { completed, lastPart, partsOf, quoted, without } from './query-parts.ts'

test('what was typed falls into words, quotes and operators', () => {
  const query = 'invoice from:ada "old offer" -subject:"no thanks" has:attachment'
  expect(partsOf(query)).toEqual([
    { text: 'invoice', isOperator: false },
    { text: 'from:ada', isOperator: true },
    { text: '"old offer"', isOperator: false },
    { text: '-subject:"no thanks"', isOperator: true },
    { text: 'has:attachment', isOperator: true },
  ])
  expect(without(query, 3)).toBe('invoice from:ada "old offer" has:attachment')
  expect([partsOf(''), partsOf('  "')]).toEqual([[], [{ text: '"', isOperator: false }]])
})

test('the last part is completed, and a value with blanks gets quotes', () => {
  expect([lastPart('a fro'), lastPart('a '), lastPart('from:"Ada L')]).toEqual(['fro', '', 'from:"Ada L'])
  expect(completed('a fro', 'from:')).toBe('a from:')
  expect(completed('a from:ad', 'from:ada@example.org')).toBe('a from:ada@example.org ')
  expect([quoted('Work'), quoted('Old Work')]).toEqual(['Work', '"Old Work"'])
})
