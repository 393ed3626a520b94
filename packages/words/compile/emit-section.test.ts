import { expect, test } from 'vitest'
import { emitSection } from './emit-section.mjs'

const emit = (original: object, messages?: object) =>
  emitSection({ language: 'de', section: 'event-news', original, messages })

test('a text that a translation lacks is said in the words of the original', () => {
  expect(emit({ undo: 'Undo', redo: 'Redo' }, { undo: 'Rückgängig' })).toBe(
    'export const eventNews = {\n  undo: "Rückgängig",\n  redo: "Redo",\n}\n',
  )
})

test('a key that the original does not have stops the build', () => {
  expect(() => emit({ undo: 'Undo' }, { undoo: 'Rückgängig' })).toThrow(
    'event-news.undoo is not in the original',
  )
})

test('names that every object inherits are keys like any other', () => {
  expect(() => emit({ undo: 'Undo' }, { constructor: 'Erbauer' })).toThrow(
    'event-news.constructor is not in the original',
  )
  expect(emit({ constructor: 'Builder' }, {})).toContain('constructor: "Builder"')
})

test('a parameter that the original does not have stops the build', () => {
  expect(() => emit({ by: 'By {name}' }, { by: 'Von {nmae}' })).toThrow('the original has no {nmae}')
})

test('a translation without the parameters of the original is called like the others', () => {
  expect(emit({ by: 'By {name}' }, { by: 'Von jemandem' })).toContain(
    'by: (_p: object): string => "Von jemandem"',
  )
})

test('a message that cannot be read is named', () => {
  expect(() => emit({ list: { by: 'By {name' } })).toThrow('event-news.list.by')
})
