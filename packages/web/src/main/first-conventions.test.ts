import { expect, test } from 'vitest'
import { firstConventions } from './first-conventions.ts'

const user = { language: 'en', locale: 'en', timeZone: 'UTC', unchosen: [] } as const
const browser = { tags: ['fr-CA', 'fr', 'de-AT'], timeZone: 'Asia/Kathmandu' }

test('what nobody has chosen is taken from the browser: its zone, its formats, and the first language that there is', () => {
  expect(firstConventions({ ...user, unchosen: ['language', 'timeZone'] }, browser)).toEqual({
    language: 'de',
    locale: 'fr-CA',
    timeZone: 'Asia/Kathmandu',
  })
})

test('what somebody has chosen stays', () => {
  expect(firstConventions({ ...user, unchosen: ['timeZone'] }, browser)).toEqual({
    language: 'en',
    locale: 'en',
    timeZone: 'Asia/Kathmandu',
  })
  expect(firstConventions({ ...user, unchosen: ['language'] }, browser).timeZone).toBe('UTC')
})
