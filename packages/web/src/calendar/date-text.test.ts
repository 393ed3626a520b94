import { expect, test } from 'vitest'
import { wallOf } from '../records/index.ts'
import { createDateText } from './date-text.ts'

const [eight, quarter] = [wallOf('2026-11-22T08:00:00'), wallOf('2026-11-22T08:15:00')]
/** What stands around a dash is the browser's, and has changed between its versions. */
const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ')

test('the hours of an event are told without a unit behind them', () => {
  expect(createDateText('de-DE', 'locale').hours({ start: eight, end: quarter })).toBe('08:00–08:15')
  expect(createDateText('en-GB', 'locale').hours({ start: eight, end: quarter })).toBe('08:00–08:15')
})

test('so are the hours at the edge', () => {
  expect(createDateText('de-DE', 'locale').hour(eight)).toBe('08')
  expect(plain(createDateText('en-US', '12').hour(eight))).toBe('8 AM')
})

test('one time is written as in a range', () => {
  expect(createDateText('de-DE', 'locale').time(eight)).toBe('08:00')
  expect(plain(createDateText('en-US', 'locale').time(eight))).toBe('8:00 AM')
})

test('what ends at midnight is of one day', () => {
  const [start, end] = [wallOf('2026-11-22T23:00:00'), wallOf('2026-11-23T00:00:00')]
  const said = createDateText('en-GB', 'locale').when({ start, end, isAllDay: false })
  expect(plain(said)).toMatch(/^Sunday,? 22 November 2026, 23:00 – 00:00$/)
})

test('on a clock of twelve hours the half of the day stays', () => {
  expect(plain(createDateText('en-US', '12').hours({ start: eight, end: quarter }))).toBe('8:00 – 8:15 AM')
})

test('months are whole while there is one, and short where there are two', () => {
  const dateText = createDateText('en-GB', 'locale')
  expect(plain(dateText.period(['2026-11-16', '2026-11-22']))).toBe('16 – 22 November 2026')
  expect(plain(dateText.period(['2026-11-22', '2026-12-21']))).toBe('22 Nov – 21 Dec 2026')
})
