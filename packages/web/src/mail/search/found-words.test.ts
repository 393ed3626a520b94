import { expect, test } from 'vitest'
import { piecesOf } from './marked-text.ts'
import { foundWords, withMarks } from './found-words.ts'

test('words, beginnings, parts and phrases of a search are painted, operators and what is excluded are not', () => {
  const words = foundWords(
    'boiler inv* *voice "old offer" -spam from:ada subject:Bill body:tea is:unread OR 東京',
  )
  expect(words.map(({ text, begins, ends }) => [text, begins, ends])).toEqual([
    ['boiler', true, true],
    ['inv', true, false],
    ['voice', false, true],
    ['old offer', true, true],
    ['tea', true, true],
    ['東京', false, false],
  ])
  expect(foundWords('"" -- *** from: <b>')).toEqual([{ text: 'b', begins: true, ends: true }])
})

test('the words stand in the box of the frame, whatever was typed, and nowhere else', () => {
  const frame = '<style>plmail-body{}</style><body><plmail-body data-darken><p>a</p></plmail-body>'
  const marked = withMarks(frame, [{ text: `a"><script>&`, begins: true, ends: true }])
  const [, value = ''] = /<plmail-body data-marks="([^"]*)" data-darken>/.exec(marked) ?? []
  expect(value).not.toContain('<')
  const text = value.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  expect(JSON.parse(text)).toEqual([{ text: `a"><script>&`, begins: true, ends: true }])
  expect(withMarks(frame, [])).toBe(frame)
})

test('a snippet is text and found text, its entities read once', () => {
  expect(piecesOf('Tom &amp;amp; <mark>J&#39;s</mark> &lt;b&gt;')).toEqual([
    { text: 'Tom &amp; ', isFound: false },
    { text: "J's", isFound: true },
    { text: ' <b>', isFound: false },
  ])
})
