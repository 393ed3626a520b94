import { expect, test } from 'vitest'
import { catalogueOf } from './index.ts'

test('a text is said in the language of whoever reads it', () => {
  expect(catalogueOf('en').pages.signIn.tooMany({ minutes: 1 })).toContain('in a minute')
  expect(catalogueOf('de').pages.signIn.tooMany({ minutes: 1_200 })).toContain('in 1.200 Minuten')
})

test('a parameter that is missing or misspelt does not pass the types', () => {
  const { pages } = catalogueOf('en')
  // @ts-expect-error the provider is missing
  expect(pages.notConnected.title({ name: 'Google' })).toContain('undefined')
  // @ts-expect-error there is no such message
  expect(pages.notConnected.titel).toBeUndefined()
})
