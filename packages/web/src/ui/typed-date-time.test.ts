import { describe, expect, test } from 'vitest'
import { readDay, readTime, writeDay, writeTime } from './typed-date-time.ts'

const british = { locale: 'en-GB', clock: {} }
const american = { locale: 'en-US', clock: {} }
const german = { locale: 'de-DE', clock: {} }
const twelve = { locale: 'en-GB', clock: { hourCycle: 'h12' as const } }

describe('a day', () => {
  test.each([
    [british, '24/11/2026'],
    [american, '11/24/2026'],
    [german, '24.11.2026'],
    [{ locale: 'sv-SE', clock: {} }, '2026-11-24'],
    [{ locale: 'hu-HU', clock: {} }, '2026. 11. 24.'],
    [{ locale: 'ja-JP', clock: {} }, '2026/11/24'],
  ])('is written as the user’s formats have it, and read again: %o', (formats, text) => {
    expect(writeDay('2026-11-24', formats)).toBe(text)
    expect(readDay(text, formats, '2020-01-01')).toBe('2026-11-24')
  })

  test.each([
    ['3/4/26', british, '2026-04-03'],
    ['3/4/26', american, '2026-03-04'],
    ['3.4.', german, '2026-04-03'],
    ['2026-04-03', american, '2026-04-03'],
    ['31/2/2026', british, undefined],
    ['24', british, undefined],
    ['tomorrow', british, undefined],
    ['', british, undefined],
  ])('%j is read by the order of the user’s formats', (text, formats, day) => {
    expect(readDay(text, formats, '2026-11-24')).toBe(day)
  })

  test('that is none is written as nothing', () => {
    expect(writeDay('', british)).toBe('')
  })
})

describe('a time', () => {
  test('is written with the hours that the user chose', () => {
    expect(writeTime('17:05', british)).toBe('17:05')
    expect(writeTime('17:05', twelve)).toBe('05:05 pm')
    expect(writeTime('17:05', american).replace(/\s/g, ' ')).toBe('5:05 PM')
    expect(writeTime('', british)).toBe('')
  })

  test.each([
    ['17:05', british, '17:05'],
    ['9', british, '09:00'],
    ['930', british, '09:30'],
    ['1730', british, '17:30'],
    ['9.30', german, '09:30'],
    ['9 Uhr', german, '09:00'],
    ['5:05 pm', twelve, '17:05'],
    ['5p', american, '17:00'],
    ['12 am', american, '00:00'],
    ['12:15 PM', american, '12:15'],
    ['17:05', american, '17:05'],
    ['午後5:05', { locale: 'ja-JP', clock: { hourCycle: 'h12' as const } }, '17:05'],
    ['25:00', british, undefined],
    ['9:75', british, undefined],
    ['noon', british, undefined],
  ])('%j is read as %o has it', (text, formats, time) => {
    expect(readTime(text, formats)).toBe(time)
  })
})
