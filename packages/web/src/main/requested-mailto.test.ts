import { expect, test } from 'vitest'
import { requestedMailto } from './requested-mailto.ts'

test('an address asks for a message by shortcut, by link, by what is shared, or not at all', () => {
  expect(requestedMailto('')).toBeUndefined()
  expect(requestedMailto('?utm=1')).toBeUndefined()
  expect(requestedMailto('?write')).toBe('mailto:')
  expect(requestedMailto('?mailto=mailto%3Aann%40example.org%3Fsubject%3DHi')).toBe(
    'mailto:ann@example.org?subject=Hi',
  )
  expect(
    requestedMailto(
      '?share-title=A%26B&share-text=See%20this&share-url=https%3A%2F%2Fexample.org%2F%3Fa%3D1',
    ),
  ).toBe('mailto:?subject=A%26B&body=See%20this%0Ahttps%3A%2F%2Fexample.org%2F%3Fa%3D1')
  expect(requestedMailto('?share-text=only')).toBe('mailto:?subject=&body=only')
})
