import { expect, test } from 'vitest'
import { askedLetter } from './draft-from-address.ts'

test('an address asks for a letter by shortcut, by link, by what is shared, or not at all', () => {
  expect(askedLetter('')).toBeUndefined()
  expect(askedLetter('?utm=1')).toBeUndefined()
  expect(askedLetter('?write')).toBe('mailto:')
  expect(askedLetter('?mailto=mailto%3Aann%40example.org%3Fsubject%3DHi')).toBe(
    'mailto:ann@example.org?subject=Hi',
  )
  expect(
    askedLetter('?share-title=A%26B&share-text=See%20this&share-url=https%3A%2F%2Fexample.org%2F%3Fa%3D1'),
  ).toBe('mailto:?subject=A%26B&body=See%20this%0Ahttps%3A%2F%2Fexample.org%2F%3Fa%3D1')
  expect(askedLetter('?share-text=only')).toBe('mailto:?subject=&body=only')
})
