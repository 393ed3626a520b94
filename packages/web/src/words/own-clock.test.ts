import { expect, test } from 'vitest'
import { ownClock } from './own-clock.ts'

const dates = { locale: 'en-GB', clock: {} }
const start = new Date('2026-11-25T17:30:00Z')
const end = new Date('2026-11-25T19:30:00Z')

test('beside the reader’s time stands that of the event’s own zone', () => {
  expect(ownClock({ start }, 'Europe/Berlin', 'Etc/UTC', dates)).toEqual({
    time: '18:30',
    zone: 'Europe/Berlin',
  })
  expect(ownClock({ start, end }, 'America/New_York', 'Etc/UTC', dates)).toEqual({
    time: expect.stringMatching(/^12:30\s?–\s?14:30$/) as string,
    zone: 'America/New York',
  })
})

test('the day is said where it is another one there', () => {
  expect(ownClock({ start }, 'Asia/Tokyo', 'Etc/UTC', dates)?.time).toBe('26 Nov 2026, 02:30')
})

test('nothing stands beside a time on the same clocks, without a zone, or in one that nobody knows', () => {
  expect(ownClock({ start }, 'Europe/Vienna', 'Europe/Berlin', dates)).toBeUndefined()
  expect(ownClock({ start }, null, 'Europe/Berlin', dates)).toBeUndefined()
  expect(ownClock({ start }, 'Nowhere/Here', 'Europe/Berlin', dates)).toBeUndefined()
})

test('nothing stands beside a time that is stored in universal time, which is the clock of no place', () => {
  for (const zone of ['UTC', 'Etc/UTC', 'Etc/GMT', 'Zulu'])
    expect(ownClock({ start }, zone, 'Europe/Berlin', dates)).toBeUndefined()
})
