import { expect, test } from 'vitest'
import { createDateText } from '../date-text.ts'
import { cityOf, secondHourText } from './second-zone.ts'

const dateText = createDateText('de-DE', 'locale')
const beside = (day: string, hour: number, zone: string, secondZone: string): string =>
  secondHourText(dateText, { day, hour, zone, secondZone })

test('beside an hour stands the hour of the other zone', () => {
  expect(beside('2026-11-25', 9, 'Europe/Berlin', 'America/New_York')).toBe('03')
})

test('it is of the day before or after where midnight lies between', () => {
  expect(beside('2026-11-25', 1, 'Europe/Berlin', 'America/New_York')).toBe('19')
  expect(beside('2026-11-25', 23, 'Europe/Berlin', 'Asia/Tokyo')).toBe('07')
})

test('where clocks differ by part of an hour, minutes are said', () => {
  expect(beside('2026-11-25', 9, 'Europe/Berlin', 'Asia/Kathmandu')).toBe('13:45')
})

test('in the weeks in which only one zone has summer time the distance is that of the day', () => {
  // New York changes on 8 March 2026, Berlin on 29 March.
  expect(beside('2026-03-07', 12, 'Europe/Berlin', 'America/New_York')).toBe('06')
  expect(beside('2026-03-09', 12, 'Europe/Berlin', 'America/New_York')).toBe('07')
})

test('a zone is called by its city', () => {
  expect(cityOf('Europe/Berlin')).toBe('Berlin')
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(cityOf('UTC')).toBe('UTC')
})
