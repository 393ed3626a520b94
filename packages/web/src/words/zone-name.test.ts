import { expect, test } from 'vitest'
import { zoneName } from './zone-name.ts'

test.each([
  ['America/New_York', 'America/New York'],
  ['Etc/UTC', 'UTC'],
  ['UTC', 'UTC'],
])('the zone %s is called %s', (zone, name) => {
  expect(zoneName(zone)).toBe(name)
})
