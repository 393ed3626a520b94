import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createListWindow, type ListEntry, type ListWindow } from './list-window.ts'
import { threadKey } from '../mail/store.ts'

/** `a` is newer than `b`: messages stand for threads in list order. */
const entry = (name: string): ListEntry => ({
  accountId: 'A1',
  threadId: name,
  emailId: name,
  newestAt: `2026-01-01T00:00:00.${String(999 - name.charCodeAt(0))}Z`,
})
const entries = (names: string) => [...names].map(entry)
const shown = (window: ListWindow) =>
  Array.from({ length: window.total }, (_, index) => window.at(index)?.threadId ?? '.').join('')

describe('a list window', () => {
  test('is sparse where nothing was asked for', () => {
    const window = createListWindow()
    expect(window.missing(0, 9)).toEqual({ position: 0, count: 1 })
    window.lay(2, 3, entries('cde'), 7)
    expect(shown(window)).toBe('..cde..')
    expect(window.missing(0, 6)).toEqual({ position: 0, count: 7 })
    expect(window.missing(2, 4)).toBeUndefined()
    expect(window.indexOf(threadKey(entry('d')))).toBe(3)
  })

  test('an empty answer is an answer', () => {
    const window = createListWindow()
    window.lay(0, 60, [], 0)
    expect(window.missing(0, 59)).toBeUndefined()
    window.nextRound()
    expect(window.missing(0, 59)).toEqual({ position: 0, count: 1 })
  })

  test('mail on top moves what lies below the page, without losing it', () => {
    const window = createListWindow()
    window.lay(0, 6, entries('bcdefg'), 6)
    window.nextRound()
    window.lay(0, 3, entries('abc'), 7)
    expect(shown(window)).toBe('abcdefg')
    expect(window.missing(0, 6)).toEqual({ position: 3, count: 4 })
  })

  test('what left above moves the rest up', () => {
    const window = createListWindow()
    window.lay(0, 6, entries('abcdef'), 6)
    window.lay(0, 3, entries('bcd'), 5)
    expect(shown(window)).toBe('bcdef')
  })

  test('a conversation that rose to the top is there once', () => {
    const window = createListWindow()
    window.lay(0, 5, entries('abcde'), 5)
    window.lay(0, 3, [entry('e'), entry('a'), entry('b')], 5)
    expect(shown(window)).toBe('eabcd')
  })

  test('leaving and coming back keeps the place', () => {
    const window = createListWindow()
    window.lay(0, 4, entries('abcd'), 4)
    window.remove(threadKey(entry('b')))
    expect(shown(window)).toBe('acd')
    window.insert(entry('b'))
    window.insert(entry('b'))
    expect(shown(window)).toBe('abcd')
  })

  test('the oldest comes back to the end only where the end is known', () => {
    const window = createListWindow()
    window.lay(0, 3, entries('abc'), 3)
    window.remove(threadKey(entry('c')))
    window.insert(entry('c'))
    expect(shown(window)).toBe('abc')
    const unknown = createListWindow()
    unknown.lay(0, 2, entries('ab'), 9)
    unknown.insert(entry('z'))
    expect(shown(unknown)).toBe('ab.......')
  })

  test('after any history, asking for everything shows exactly the list, each conversation once', () => {
    const names = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 })
    const step = fc.tuple(names, fc.nat(9), fc.integer({ min: 1, max: 6 }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), names, (steps, last) => {
        const window = createListWindow()
        for (const [list, position, asked] of steps)
          window.lay(position, asked, list.slice(position, position + asked).map(entry), list.length)
        window.nextRound()
        window.lay(0, last.length || 1, last.map(entry), last.length)
        expect(shown(window)).toBe(last.join(''))
        expect(window.missing(0, 20)).toBeUndefined()
      }),
    )
  })
})
