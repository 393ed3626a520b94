import { expect, test } from 'vitest'
import { failureOf, passkeyObstacle } from './browser-passkeys.ts'

const relyingParty = { id: 'mail.example.org', origin: 'https://mail.example.org' }

test.each([
  ['https://mail.example.org', true, undefined],
  ['https://mail.example.org', false, 'unsupported'],
  ['https://192.0.2.1', true, 'elsewhere'],
  ['http://mail.example.org', true, 'elsewhere'],
] as const)('a page at %s, in a browser that can (%s), has this in its way: %s', (origin, can, obstacle) => {
  expect(passkeyObstacle({ relyingParty, unavailable: null }, origin, can)).toBe(obstacle)
})

test('a public address that bears none is in the way of every page', () => {
  const view = { relyingParty: null, unavailable: 'ip-address' } as const
  expect(passkeyObstacle(view, 'https://192.0.2.1', true)).toBe('ip-address')
})

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'registeredAlready'],
  ['SecurityError', 'wrongAddress'],
  ['UnknownError', 'failed'],
])('what the browser calls %s is told as %s', (name, failure) => {
  expect(failureOf(new DOMException('', name))).toBe(failure)
})

test('what is no error of the browser is a failure', () => {
  expect(failureOf('no error')).toBe('failed')
})
