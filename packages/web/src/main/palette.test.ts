import { expect, test } from 'vitest'
import { fitOf, noteUsed, ranked, readUsed, wishOf, type PaletteEntry } from './palette.ts'

const entry = (
  kind: PaletteEntry['kind'],
  title: string,
  more: Partial<PaletteEntry> = {},
): PaletteEntry => ({
  id: `${kind} ${title}`,
  kind,
  title,
  icon: 'search',
  run: () => undefined,
  ...more,
})
const entries = [
  entry('command', 'Archive'),
  entry('command', 'Mark as read'),
  entry('label', 'Go to Archive'),
  entry('label', 'Go to Recipes'),
  entry('person', 'Write to Archie', { detail: 'archie@example.org' }),
  entry('thread', 'Dinner on Friday', { isFound: true }),
]
const titles = (typed: string, used: readonly string[] = []) =>
  ranked(entries, wishOf(typed), used).map(({ title }) => title)

test('a whole title comes before a beginning, a beginning before a word, and commands before what is named alike', () => {
  expect(titles('archive').slice(0, 2)).toEqual(['Archive', 'Go to Archive'])
  expect(titles('arch').slice(0, 3)).toEqual(['Archive', 'Go to Archive', 'Write to Archie'])
  expect(titles('rec go')[0]).toBe('Go to Recipes')
  expect(fitOf('Größe ändern', 'andern')).toBeGreaterThan(0)
  expect(fitOf('Archive', 'chive')).toBe(0)
})

test('a first character narrows it to commands, labels, people or mail', () => {
  expect(titles('>').every((title) => title === 'Archive' || title === 'Mark as read')).toBe(true)
  expect(titles('#arch')).toEqual(['Go to Archive'])
  expect(titles('@archie@')).toEqual(['Write to Archie'])
  expect(titles('/din')).toEqual(['Dinner on Friday'])
})

test('the last five used come first, and what a browser keeps may be anything', () => {
  const storedTexts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => storedTexts.get(key) ?? null,
    setItem: (key: string, value: string) => void storedTexts.set(key, value),
  }
  for (const id of ['a', 'b', 'c', 'd', 'e', 'a', 'label Go to Recipes']) noteUsed(storage, id)
  expect(readUsed(storage)).toEqual(['label Go to Recipes', 'a', 'e', 'd', 'c'])
  expect(titles('', readUsed(storage))[0]).toBe('Go to Recipes')
  for (const bad of ['{', '{}', '[1,null]', 'null']) expect(readUsed({ getItem: () => bad })).toEqual([])
})
