import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardPosition } from './card-position.ts'

const viewport = { width: 1000, height: 800 }
const card = { width: 400, height: 300 }
const buttonAt = (left: number, top: number) => ({ left, right: left + 100, top, bottom: top + 20 })

test('a card opens below its button, where the button begins', () => {
  expect(cardPosition(buttonAt(50, 100), card, viewport, 'ltr')).toEqual({ start: 50, top: 120 })
  expect(cardPosition(buttonAt(850, 100), card, viewport, 'rtl')).toEqual({ start: 50, top: 120 })
})

test('it opens above a button that stands too low', () => {
  expect(cardPosition(buttonAt(50, 600), card, viewport, 'ltr')).toEqual({ start: 50, top: 300 })
})

test('in a window that is too low for it, its beginning is seen', () => {
  expect(cardPosition(buttonAt(50, 100), card, { width: 1000, height: 250 }, 'ltr').top).toBe(0)
})

test('it is whole in any window that has room for it, in both directions', () => {
  const pixels = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(pixels(900), pixels(780), fc.constantFrom('ltr' as const, 'rtl'), (left, top, direction) => {
      const { start } = cardPosition(buttonAt(left, top), card, viewport, direction)
      expect(start).toBeGreaterThanOrEqual(0)
      expect(start + card.width).toBeLessThanOrEqual(viewport.width)
    }),
  )
})
