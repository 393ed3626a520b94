import { expect, test } from 'vitest'
import { parseUrl } from './parse-url.ts'

const often = 200_000

test('addresses with letters such as ü are addresses, also once the code has run long enough to be compiled', () => {
  for (let time = 0; time < often; time++) parseUrl(`https://mail.example.org/${time % 7}`)
  expect(parseUrl('https://bücher.example')?.origin).toBe('https://xn--bcher-kva.example')
  expect(parseUrl('Köln', 'https://de.example/wiki/')?.href).toBe('https://de.example/wiki/K%C3%B6ln')
})

test('what is none is undefined', () => {
  expect(['', 'mail.example.org', 'http://exa mple', '//host'].map((text) => parseUrl(text))).toEqual(
    Array(4).fill(undefined),
  )
})
