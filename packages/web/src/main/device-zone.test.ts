import { expect, test } from 'vitest'
import { asksAboutZone, cityOf, haveSameClocks, keptZoneValue } from './device-zone.ts'

const now = Date.parse('2026-11-23T12:00:00Z')

test('a device on other clocks is asked about, once for each place it is at', () => {
  expect(asksAboutZone('Europe/Berlin', 'UTC', null, now)).toBe(true)
  const answeredZone = keptZoneValue('Europe/Berlin', 'UTC')
  expect(asksAboutZone('Europe/Berlin', 'UTC', answeredZone, now)).toBe(false)
  expect(asksAboutZone('Asia/Kathmandu', 'UTC', answeredZone, now)).toBe(true)
  expect(asksAboutZone('Europe/Berlin', 'America/New_York', answeredZone, now)).toBe(true)
})

test('zones whose clocks agree all year are one place, those that differ in summer are not', () => {
  expect(asksAboutZone('Europe/Vienna', 'Europe/Berlin', null, now)).toBe(false)
  expect(haveSameClocks('Etc/UTC', 'UTC', now)).toBe(true)
  expect(asksAboutZone('Africa/Lagos', 'Europe/Berlin', null, now)).toBe(true)
  expect(asksAboutZone('Nowhere/Land', 'UTC', null, now)).toBe(false)
})

test('a zone is called by its city', () => {
  expect([cityOf('America/Argentina/Buenos_Aires'), cityOf('UTC')]).toEqual(['Buenos Aires', 'UTC'])
})
