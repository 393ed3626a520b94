import { expect, test } from 'vitest'
import { languageAsked, languageOf, localeAsked } from './index.ts'

test('a language is that of a locale, or the first that a browser asks for and that is spoken here', () => {
  expect(['de', 'de-CH', 'den', 'en-US', 'fr'].map(languageOf)).toEqual(['de', 'de', 'en', 'en', 'en'])
  const acceptLanguages = ['de-AT,en', 'fr, de;q=0.8, en', 'en-GB,de', 'fr', undefined, ',;,', 'DE']
  expect(acceptLanguages.map(languageAsked)).toEqual(['de', 'de', 'en', 'en', 'en', 'en', 'de'])
})

test('dates are written as the browser asks, if that is a way to write the language of the answer', () => {
  const english = ['en-US', 'en', 'en-AU', 'fr, en-us', undefined, 'de-AT, en']
  expect(english.map((header) => localeAsked(header, 'en'))).toEqual([
    'en-US',
    'en-GB',
    'en-GB',
    'en-US',
    'en-GB',
    'en-GB',
  ])
  expect(['de', 'de-CH', 'de-XX'].map((header) => localeAsked(header, 'de'))).toEqual(['de', 'de-CH', 'de'])
})
