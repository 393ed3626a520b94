import { describe, expect, test } from 'vitest'
import { createKeyMatcher, keyCaps, type KeyPress } from './keys.ts'

const press = (key: string, modifiers: Partial<KeyPress> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})
const bindings = [
  { keys: 'e', id: 'archive' },
  { keys: 'i', id: 'plain-i' },
  { keys: 'g i', id: 'inbox' },
  { keys: 'Shift+i', id: 'read' },
  { keys: '#', id: 'trash' },
  { keys: 'Mod+k', id: 'palette' },
  { keys: 'Escape', id: 'close' },
]
const matcher = () => createKeyMatcher(() => bindings)

describe('key presses', () => {
  test('find their command', () => {
    const keys = matcher()
    expect(keys.press(press('e'), 0, false)).toEqual({ match: 'archive' })
    expect(keys.press(press('I', { shiftKey: true }), 0, false)).toEqual({ match: 'read' })
    expect(keys.press(press('k', { ctrlKey: true }), 0, false)).toEqual({ match: 'palette' })
    expect(keys.press(press('k', { metaKey: true }), 0, false)).toEqual({ match: 'palette' })
    expect(keys.press(press('q'), 0, false)).toBeUndefined()
    expect(keys.press(press('e', { ctrlKey: true }), 0, false)).toBeUndefined()
  })

  test('a sign is itself whether or not the keyboard needs Shift for it', () => {
    expect(matcher().press(press('#'), 0, false)).toEqual({ match: 'trash' })
    expect(matcher().press(press('#', { shiftKey: true }), 0, false)).toEqual({ match: 'trash' })
  })

  test('caps lock does not turn letters into others', () => {
    expect(matcher().press(press('E'), 0, false)).toEqual({ match: 'archive' })
  })

  test('two in a row are one command, within a second and a half', () => {
    const keys = matcher()
    expect(keys.press(press('g'), 0, false)).toBe('partial')
    expect(keys.press(press('i'), 1_500, false)).toEqual({ match: 'inbox' })
    expect(keys.press(press('g'), 5_000, false)).toBe('partial')
    expect(keys.press(press('i'), 6_501, false)).toEqual({ match: 'plain-i' })
  })

  test('a half sequence does not swallow another command', () => {
    const keys = matcher()
    keys.press(press('g'), 0, false)
    expect(keys.press(press('e'), 10, false)).toEqual({ match: 'archive' })
    expect(keys.press(press('i'), 20, false)).toEqual({ match: 'plain-i' })
  })

  test('switched off, single characters do nothing; chords and Escape go on', () => {
    const keys = matcher()
    expect(keys.press(press('e'), 0, true)).toBeUndefined()
    expect(keys.press(press('g'), 0, true)).toBeUndefined()
    expect(keys.press(press('k', { ctrlKey: true }), 0, true)).toEqual({ match: 'palette' })
    expect(keys.press(press('Escape'), 0, true)).toEqual({ match: 'close' })
  })

  test('are written on caps as people know them', () => {
    expect([keyCaps('Mod+k'), keyCaps('g i'), keyCaps('Shift+u'), keyCaps('#')]).toEqual([
      ['Ctrl', 'K'],
      ['G', 'I'],
      ['Shift', 'U'],
      ['#'],
    ])
    expect([keyCaps('Alt+Shift+ArrowUp'), keyCaps('Escape')]).toEqual([['Alt', 'Shift', '↑'], ['Esc']])
  })

  test('keep a plus that is a key, not a joint', () => {
    expect([keyCaps('+'), keyCaps('Mod++'), keyCaps('g +')]).toEqual([['+'], ['Ctrl', '+'], ['G', '+']])
  })
})
