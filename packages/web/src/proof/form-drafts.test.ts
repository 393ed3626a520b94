import { expect, test } from 'vitest'
import { createFormDrafts } from './form-drafts.ts'

function tab() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

test('a form is there once more for its user, and then no more', () => {
  const storage = tab()
  const drafts = createFormDrafts(storage, 'U1', () => 0)
  drafts.keep('pairing', { scope: 'mail' })
  expect([drafts.isKept('pairing'), drafts.isKept('app-password')]).toEqual([true, false])
  expect([drafts.take('app-password'), drafts.take('pairing'), drafts.take('pairing')]).toEqual([
    {},
    { scope: 'mail' },
    {},
  ])
  expect(storage.items.size).toBe(0)
})

test('nobody finds the form of somebody else, or one of long ago', () => {
  const storage = tab()
  let now = 0
  createFormDrafts(storage, 'U1', () => now).keep('pairing', { scope: 'mail' })
  expect(createFormDrafts(storage, 'U2', () => now).take('pairing')).toEqual({})
  now = 15 * 60_000
  expect(createFormDrafts(storage, 'U1', () => now).isKept('pairing')).toBe(false)
})

test('what something else has stored is no form', () => {
  const storage = tab()
  const drafts = createFormDrafts(storage, 'U1', () => 0)
  drafts.keep('pairing', {})
  const [key = ''] = storage.items.keys()
  const whole = { form: 'pairing', userId: 'U1', keptAt: 0, fields: { scope: 'mail' } }
  for (const other of [
    '',
    '{',
    'null',
    '[]',
    '{}',
    ...Object.keys(whole).map((name) => ({ ...whole, [name]: null })),
  ]) {
    storage.setItem(key, typeof other === 'string' ? other : JSON.stringify(other))
    expect([other, drafts.isKept('pairing')]).toEqual([other, false])
  }
  storage.setItem(key, JSON.stringify({ ...whole, fields: { scope: 7 } }))
  expect(drafts.isKept('pairing')).toBe(false)
  storage.setItem(key, JSON.stringify(whole))
  expect(drafts.isKept('pairing')).toBe(true)
})
