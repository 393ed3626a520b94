import { describe, expect, test } from 'vitest'
import { createDateWords } from '../../../words/index.ts'
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
