import { defaultPreferences, type Preferences } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { keyConflicts } from './key-conflicts.ts'
import { createKeyRecorder } from './key-recorder.ts'
import { createPreferences } from './preferences.ts'
import type { Command, CommandId } from './registry.ts'

function browser(stored?: string) {
  const items = new Map(stored === undefined ? [] : [['plmail-preferences', stored]])
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

/** A server that keeps preferences, and can be away. */
function server() {
  const state = { stored: defaultPreferences, isAway: false, saved: [] as Partial<Preferences>[] }
  return {
    state,
    load: async () => (state.isAway ? undefined : state.stored),
    save: async (changes: Partial<Preferences>) => {
      if (state.isAway) return false
      state.saved.push(changes)
      state.stored = { ...state.stored, ...changes }
      return true
    },
  }
}

describe('preferences', () => {
  test('hold at once, here and after a reload, and reach every other browser', async () => {
    const [local, distant, remote] = [browser(), browser(), server()]
    const mine = createPreferences(local, remote)
    mine.set({ theme: 'dark' })
    expect(mine.current.theme).toBe('dark')
    expect(createPreferences(local, remote).current.theme).toBe('dark')
    const second = createPreferences(distant, remote)
    await second.follow()
    expect(second.current.theme).toBe('dark')
  })

  test('chosen without a network are sent when it is back, and not overwritten before', async () => {
    const [local, remote] = [browser(), server()]
    remote.state.isAway = true
    createPreferences(local, remote).set({ density: 'compact' })
    remote.state.isAway = false
    remote.state.stored = { ...defaultPreferences, theme: 'light' }
    const later = createPreferences(local, remote)
    await later.follow()
    expect(later.current).toEqual({ ...defaultPreferences, density: 'compact', theme: 'light' })
    expect(remote.state.saved).toEqual([{ density: 'compact' }])
    await later.follow()
    expect(remote.state.saved).toHaveLength(1)
  })

  test('that a browser knew before there was a server to tell are told it once', async () => {
    const remote = server()
    const local = browser('{"theme":"light","density":"pink","colour":1}')
    await createPreferences(local, remote).follow()
    expect(remote.state.saved).toEqual([{ theme: 'light' }])
    remote.state.stored = { ...remote.state.stored, theme: 'contrast' }
    const again = createPreferences(local, remote)
    await again.follow()
    expect(again.current.theme).toBe('contrast')
    expect(remote.state.saved).toHaveLength(1)
  })

  test.each([['nonsense'], ['null'], ['[]'], ['{"theme":"pink","density":7,"keys":{"a":1}}']])(
    'fall back when %s is what is kept',
    (stored) => expect(createPreferences(browser(stored), server()).current).toEqual(defaultPreferences),
  )
})

const command = (id: string, defaultKeys: string[], keys = defaultKeys) =>
  ({ id: id as CommandId, defaultKeys, keys, title: () => id }) as unknown as Command

test('chosen keys in the way of others are named, those shared from the start are not', () => {
  const conflicts = keyConflicts([
    command('trash', ['#']),
    command('destroy', ['#']),
    command('archive', ['e'], ['g']),
    command('go-inbox', ['g i']),
    command('star', ['s'], ['#']),
  ])
  expect([...conflicts].map(([id, others]) => [id, others.map(({ id: otherId }) => otherId)])).toEqual([
    ['trash', ['star']],
    ['destroy', ['star']],
    ['archive', ['go-inbox']],
    ['go-inbox', ['archive']],
    ['star', ['trash', 'destroy']],
  ])
})

test('new keys are one press, or two where the first begins sequences', () => {
  const press = (key: string, ctrlKey = false) => ({
    key,
    ctrlKey,
    metaKey: false,
    altKey: false,
    shiftKey: false,
  })
  const recorder = () => createKeyRecorder(new Set(['g']))
  expect(recorder().press(press('y'))).toBe('y')
  expect(recorder().press(press('y', true))).toBe('Mod+y')
  expect(recorder().press(press('Escape'))).toBe('cancelled')
  expect(recorder().press(press('Shift'))).toBeUndefined()
  const two = recorder()
  expect([two.press(press('g')), two.press(press('y'))]).toEqual([undefined, 'g y'])
})
