import { describe, expect, test } from 'vitest'
import { endOfOwnLines, paragraphsOf } from './own-lines.ts'

const own = (text: string) => text.slice(0, endOfOwnLines(text))

describe('the own text of a message in plain text', () => {
  test('ends before the signature and before the line that introduces a quote', () => {
    expect(own('Hello\n\nYes.\n-- \nAda')).toBe('Hello\n\nYes.')
    expect(own('Yes.\n\nOn Friday, Bo wrote:\n> Is it?')).toBe('Yes.\n')
    expect(own('Yes.\n\nOn Friday, Bo wrote:\n\n> Is it?')).toBe('Yes.\n')
    expect(own('Yes.\n> Is it?')).toBe('Yes.')
    expect(own('Nothing else')).toBe('Nothing else')
    expect(own('> only a quote')).toBe('')
  })
})

test('a suggestion is taken paragraph by paragraph', () => {
  expect(paragraphsOf('One\nstill one\n\n\n two \n\n')).toEqual(['One\nstill one', 'two'])
})
