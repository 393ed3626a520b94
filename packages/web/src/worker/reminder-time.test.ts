import { expect, test } from 'vitest'
import { notifications } from '@plmail/words/every-language/notifications'
import { reminderTime } from './reminder-time.ts'

const settings = { language: 'en', locale: 'en-GB' } as const
const shown = notifications.en
const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ')

test('a reminder is told on the clocks of the account, whatever those of the device show', () => {
  const timed = { start: '2026-11-25T22:30:00Z', isAllDay: false, timeZone: null }
  const inKathmandu = reminderTime(timed, { ...settings, timeZone: 'Asia/Kathmandu' }, shown)
  expect(inKathmandu.day).toBe('2026-11-26')
  expect(plain(inKathmandu.when)).toMatch(/^Thursday,? 26 November, 04:15$/)
  const inNewYork = reminderTime(timed, { ...settings, timeZone: 'America/New_York' }, shown)
  expect(plain(inNewYork.when)).toMatch(/^Wednesday,? 25 November, 17:30$/)
})

test('a day stays the day it is where the account is', () => {
  const midnight = { start: '2026-11-24T23:00:00Z', isAllDay: true, timeZone: 'Asia/Tokyo' }
  const shownTime = reminderTime(midnight, { ...settings, timeZone: 'Europe/Berlin' }, shown)
  expect([shownTime.day, plain(shownTime.when)]).toEqual([
    '2026-11-25',
    expect.stringMatching(/^Wednesday,? 25 November$/),
  ])
})

test('a reminder of an event elsewhere has the time there beside it', () => {
  const inBerlin = { start: '2026-11-25T17:30:00Z', isAllDay: false, timeZone: 'Europe/Berlin' }
  const { when } = reminderTime(inBerlin, { ...settings, timeZone: 'Etc/UTC' }, shown)
  expect(plain(when)).toMatch(/, 17:30 \(18:30 in Europe\/Berlin\)$/)
})
