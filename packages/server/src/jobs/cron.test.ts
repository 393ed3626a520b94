import { expect, test } from 'vitest'
import { lastFiring } from './cron.ts'

const at = (text: string) => new Date(`2026-03-04T${text}:00Z`)
const now = new Date('2026-03-04T10:16:20Z')

test.each([
  ['* * * * *', at('10:16')],
  ['*/15 * * * *', at('10:15')],
  ['7,16,37 * * * *', at('10:16')],
  ['37 * * * *', undefined],
  ['41 3 * * *', at('03:41')],
  ['30 23 * * *', new Date('2026-03-03T23:30:00Z')],
  ['0 9-11 * * 3', at('10:00')],
  ['0 9 * * 1', undefined],
  ['0 9 4 3 *', at('09:00')],
])('%s fired last, for what is not made up for, at %s', (cron, last) => {
  expect(lastFiring(cron, now)).toEqual(last)
})

test.each(['* * * *', '60 * * * *', '* 5-3 * * *', 'x * * * *', '* * * * * *'])('%s is refused', (cron) => {
  expect(() => lastFiring(cron, now)).toThrow(/Not (five fields|a field)/)
})
