import { describe, expect, test } from 'vitest'
import { createDateWords } from '../../../words/index.ts'
import { clockRange, meetingTime } from '../invitation/meeting-time.ts'
import { eventTime } from './event-time.ts'

describe('the time of an event', () => {
  const timeText = (start: string | null, end: string | null = null, timeZone: string | null = null) =>
    eventTime({ start, end, timeZone }, { locale: 'en-GB', clock: {} }, 'Asia/Tokyo')

  test('is told in the zone of its reader, with its own beside it', () => {
    expect(timeText('2026-11-24T10:00:00', '2026-11-24T11:30:00', 'Europe/Berlin')).toMatch(
      /24 November 2026.*18:00.*19:30 \(10:00.*11:30 in Europe\/Berlin\)$/,
    )
    expect(timeText('2026-11-24T10:00:00', '2026-11-24T11:30:00', 'Asia/Seoul')).toMatch(/10:00.*11:30$/)
  })

  test('says the day of its own zone where that is another one', () => {
    expect(timeText('2026-11-24T20:00:00', null, 'America/New_York')).toMatch(
      /25 November 2026.*10:00 \(24 Nov 2026, 20:00 in America\/New York\)$/,
    )
  })

  test('without a zone is the same on every clock', () => {
    const event = { start: '2026-11-24T10:00:00Z', end: '2026-11-24T11:00:00Z', event: { timeZone: null } }
    const dates = { locale: 'en-GB', clock: {} }
    expect(meetingTime(event, dates, 'Asia/Tokyo')).toEqual({
      local: expect.stringMatching(/24 November 2026.*10:00.*11:00$/) as string,
      own: null,
    })
  })

  test('is told by the clocks and in the form that its reader has chosen', () => {
    const dates = createDateWords({
      locale: 'de-AT',
      timeZone: 'Asia/Tokyo',
      hours: 12,
      now: () => new Date(),
    })
    const at = { start: '2026-11-24T10:00:00Z', end: null, timeZone: null }
    expect(eventTime(at, dates, 'Asia/Tokyo')).toMatch(/^Dienstag, 24\. November 2026.* 0?7:00\sPM$/)
    const plain = createDateWords({ locale: 'en-GB', timeZone: 'Asia/Tokyo', now: () => new Date() })
    expect(eventTime(at, plain, 'Asia/Tokyo')).toMatch(/19:00$/)
    expect(eventTime({ ...at, start: '2026-11-24T10:00:00' }, plain, 'Asia/Tokyo')).toMatch(/10:00$/)
    const meeting = { start: at.start, end: '2026-11-24T11:00:00Z', event: { timeZone: 'Europe/Berlin' } }
    const times = meetingTime(meeting, dates, 'Asia/Tokyo')
    expect(times.local).toMatch(/^Dienstag, 24\. November 2026.*7:00.*8:00\sPM$/)
    expect(times.own).toEqual({
      zone: 'Europe/Berlin',
      time: expect.stringMatching(/^11:00.*12:00\sPM$/) as string,
    })
  })

  test('of what else is then is hours, and dates where it is whole days', () => {
    const dates = { locale: 'en-GB', clock: {} }
    const [start, end] = ['2026-11-24T23:00:00Z', '2026-11-27T23:00:00Z']
    const conflictTime = (more: object) =>
      clockRange({ start, end, timeZone: null, isAllDay: true, ...more }, dates, 'Europe/Berlin')
    expect(conflictTime({})).toMatch(/^25\s?–\s?27 November$/)
    expect(conflictTime({ end: '2026-11-25T23:00:00Z' })).toBe('25 November')
    expect(conflictTime({ end: '2026-11-25T00:30:00Z', isAllDay: false })).toMatch(/^0?0:00\s?–\s?0?1:30$/)
    const elsewhere = { end: '2026-11-25T00:30:00Z', isAllDay: false, timeZone: 'Europe/London' }
    expect(conflictTime(elsewhere)).toMatch(/1:30 \(24 Nov 2026, 23:00.*0:30 in Europe\/London\)$/)
  })

  test('may be whole days, the last of which is the one before the end', () => {
    expect(timeText('2026-12-24', '2026-12-25')).toBe('Thursday, 24 December 2026')
    expect(timeText('2026-12-24', '2026-12-27')).toMatch(/24.*26 December 2026$/)
  })

  test('may be missing, or end before it begins', () => {
    expect(timeText(null)).toBeNull()
    expect(timeText('2026-12-24T10:00:00', '2026-12-24T09:00:00')).toMatch(/10:00$/)
  })
})
