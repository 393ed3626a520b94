import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNews } from './drawn-page.ts'

const page = { kind: 'page', number: 1, of: 2, width: 100, height: 141 }
const picture = new Blob(['x'], { type: 'image/png' })

test('a page comes as a picture with its place and size', () => {
  expect(parseNews({ ...page, picture, more: 1 })).toEqual({ ...page, picture })
  expect(parseNews({ kind: 'end', picture })).toEqual({ kind: 'end' })
})

test.each([
  ['is a document', { picture: new Blob(['<svg/>'], { type: 'image/svg+xml' }) }],
  ['is an address', { picture: 'https://leak.example/a.png' }],
  ['is as wide as a wall', { width: 1e9 }],
  ['stands nowhere', { number: 0 }],
  ['is half a page', { of: 1.5 }],
])('a page that %s is none', (_, wrong) => {
  expect(parseNews({ ...page, picture, ...wrong })).toBeUndefined()
})

test('whatever else a worker says is nothing', () => {
  fc.assert(fc.property(fc.anything(), (said) => parseNews(said) === undefined))
})
