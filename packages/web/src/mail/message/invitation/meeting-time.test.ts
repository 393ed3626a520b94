import { describe, expect, test } from 'vitest'
import { createDateWords } from '../../../words/index.ts'
import { clockRange, meetingTime } from './meeting-time.ts'

describe('the time of a meeting', () => {
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
    const meeting = {
      start: '2026-11-24T10:00:00Z',
      end: '2026-11-24T11:00:00Z',
      event: { timeZone: 'Europe/Berlin' },
    }
    const times = meetingTime(meeting, dates, 'Asia/Tokyo')
    expect(times.local).toMatch(/^Dienstag, 24\. November 2026.*7:00.*8:00\sPM$/)
    expect(times.own).toEqual({
      zone: 'Europe/Berlin',
      time: expect.stringMatching(/^11:00.*12:00\sPM$/) as string,
    })
  })

  test('of a conflicting event shows hours, or dates when it lasts whole days', () => {
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
})
