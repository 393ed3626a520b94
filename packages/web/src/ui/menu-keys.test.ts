import { describe, expect, test } from 'vitest'
import { menuItemFor } from './menu-keys.ts'

const texts = ['Reply', 'Reply to all', ' forward', 'Print']

describe('in a menu', () => {
  test.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 3, 0],
    ['ArrowUp', 0, 3],
    ['Home', 2, 0],
    ['End', 0, 3],
    ['ArrowDown', -1, 0],
  ])('%s leads from item %i to item %i', (key, at, to) => {
    expect(menuItemFor(key, texts, at)).toBe(to)
  })

  test('a letter leads to the next item that begins with it, and round', () => {
    expect([menuItemFor('r', texts, 0), menuItemFor('R', texts, 1), menuItemFor('f', texts, 3)]).toEqual([
      1, 0, 2,
    ])
  })

  test('other keys lead nowhere, and neither does any key in an empty menu', () => {
    expect([menuItemFor('x', texts, 0), menuItemFor(' ', texts, 0), menuItemFor('F5', texts, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(menuItemFor('Home', [], -1)).toBeUndefined()
  })
})
