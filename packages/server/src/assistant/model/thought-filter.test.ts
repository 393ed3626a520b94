import { expect, test } from 'vitest'
import { createThoughtFilter } from './thought-filter.ts'

/** What comes through of a text that arrives in such pieces. */
function filtered(pieces: readonly string[]): string {
  let text = ''
  const filter = createThoughtFilter((piece) => (text += piece))
  for (const piece of pieces) filter.push(piece)
  filter.end()
  return text
}

test.each([
  ['They meet.', 'They meet.'],
  ['<think>The reader wants a date.</think>\n\nThey meet.', 'They meet.'],
  ['\n<think>\nOne.\n</think><think>Two.</think> They meet.', 'They meet.'],
  ['<think>It never comes to an end', ''],
  ['<thin ice> is an HTML tag', '<thin ice> is an HTML tag'],
  ['They <think>meet</think>.', 'They <think>meet</think>.'],
  ['<th', '<th'],
  ['', ''],
])('of %j comes %j, whatever the pieces', (text, answer) => {
  expect(filtered([text])).toBe(answer)
  expect(filtered([...text])).toBe(answer)
  for (let at = 1; at < text.length; at++) expect(filtered([text.slice(0, at), text.slice(at)])).toBe(answer)
})
