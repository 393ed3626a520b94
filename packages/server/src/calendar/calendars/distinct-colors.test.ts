import { calendarColors, hueOfColor } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distinctColors } from './distinct-colors.ts'

const hues = (colors: readonly string[]) => colors.map((color) => hueOfColor(color))

describe('colours of new calendars', () => {
  test('are the provider’s own where nothing else is drawn in that hue', () => {
    expect(distinctColors(['#d32f2f'], ['#1e6fd9', '#388e3c'])).toEqual(['#1e6fd9', '#388e3c'])
  })

  test('differ where the provider gives none, or the same again, or one that looks the same', () => {
    const chosen = distinctColors([null], [null, '#388e3c', '#388e3c', '#3a8f3e', null])
    expect(chosen[1]).toBe('#388e3c')
    expect(new Set([...hues(chosen), hueOfColor()]).size).toBe(6)
  })

  test('leave a hue to the calendar that its provider coloured so', () => {
    const [first] = distinctColors([], [null, null])
    expect(distinctColors([], [null, first ?? null])[1]).toBe(first)
  })

  test('the twelve are of twelve hues', () => {
    expect(hues(calendarColors)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  test('are as different as twelve hues can be, however many calendars there are', () => {
    const color = fc.option(
      fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
    )
    fc.assert(
      fc.property(
        fc.array(color, { maxLength: 20 }),
        fc.array(color, { maxLength: 20 }),
        (used, provider) => {
          const chosen = hues(distinctColors(used, provider))
          const usedHues = new Set(used.map((usedColor) => hueOfColor(usedColor ?? undefined)))
          const free = 12 - usedHues.size
          const fresh = new Set(chosen.filter((hue) => !usedHues.has(hue)))
          expect(fresh.size).toBe(Math.min(free, chosen.length))
        },
      ),
    )
  })
})
