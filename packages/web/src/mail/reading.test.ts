import { describe, expect, test } from 'vitest'
import { eventTime } from './event-time.ts'
import { linkParts } from './link-parts.ts'

describe('the place a link leads to', () => {
  test.each([
    ['https://evil.com/paypal.com', 'https://', 'evil.com', '/paypal.com'],
    ['https://paypal.com@evil.com/', 'https://paypal.com@', 'evil.com', '/'],
    ['https://paypal.com:x@evil.com:8080?a', 'https://paypal.com:x@', 'evil.com:8080', '?a'],
    ['https://evil.com#@paypal.com', 'https://', 'evil.com', '#@paypal.com'],
    ['mailto:a@b.example', '', 'mailto:a@b.example', ''],
    ['tel:+123', '', 'tel:+123', ''],
  ])('of %s names the site', (href, before, site, after) => {
    expect(linkParts(href)).toEqual({ before, site, after })
  })

  test('is cut at its end, never at its beginning', () => {
    const { site, after } = linkParts(`https://evil.com/${'x'.repeat(5_000)}`)
    expect([site, after.length < 300]).toEqual(['evil.com', true])
  })
})

describe('the time of an event', () => {
  const told = (start: string | null, end: string | null = null, timeZone: string | null = null) =>
    eventTime({ start, end, timeZone }, 'en-GB')

  test('is told in the zone it names', () => {
    expect(told('2026-11-24T10:00:00', '2026-11-24T11:30:00', 'Europe/Berlin')).toMatch(
      /24 November 2026.*10:00.*11:30 \(Europe\/Berlin\)$/,
    )
  })

  test('may be whole days, the last of which is the one before the end', () => {
    expect(told('2026-12-24', '2026-12-25')).toBe('Thursday, 24 December 2026')
    expect(told('2026-12-24', '2026-12-27')).toMatch(/24.*26 December 2026$/)
  })

  test('may be missing, or end before it begins', () => {
    expect(told(null)).toBeNull()
    expect(told('2026-12-24T10:00:00', '2026-12-24T09:00:00')).toMatch(/10:00$/)
  })
})
