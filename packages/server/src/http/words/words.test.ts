import { describe, expect, test } from 'vitest'
import { catalogues, languageAsked, languageOf } from './index.ts'

describe('the catalogues of the server’s own pages', () => {
  const leaves = (value: unknown, path = ''): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : typeof value === 'function'
        ? [[path, String(value(2))]]
        : Object.entries(value ?? {}).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`))

  test('say the same things, each in its language', () => {
    const [en, de] = [new Map(leaves(catalogues.en)), new Map(leaves(catalogues.de))]
    expect([...de.keys()].sort()).toEqual([...en.keys()].sort())
    expect([...en].filter(([path, text]) => de.get(path) === text)).toEqual([['.pages.demo.label', 'Demo']])
  })
})

test('a language is that of a locale, or the first that a browser asks for and that is spoken here', () => {
  expect(['de', 'de-CH', 'den', 'en-US', 'fr'].map(languageOf)).toEqual(['de', 'de', 'en', 'en', 'en'])
  const acceptLanguages = ['de-AT,en', 'fr, de;q=0.8, en', 'en-GB,de', 'fr', undefined, ',;,', 'DE']
  expect(acceptLanguages.map(languageAsked)).toEqual(['de', 'de', 'en', 'en', 'en', 'en', 'de'])
})
