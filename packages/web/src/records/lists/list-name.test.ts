import type { Category } from '@plmail/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categorised, isSameList, type ListName, listKey, narrowed, wholeOf } from './list-name.ts'

const place = fc.oneof(
  fc.record({ role: fc.constantFrom('inbox' as const, 'archive' as const, 'all' as const) }),
  fc.record({ role: fc.constant('all' as const), query: fc.constantFrom('', 'boiler', 'from:ann') }),
  fc.record({ accountId: fc.constantFrom('A1', 'A2'), mailboxId: fc.constantFrom('L1', 'L2') }),
)
const category = fc.option(fc.constantFrom('primary' as Category, 'social' as Category), { nil: undefined })
const list = fc
  .tuple(place, category, fc.boolean())
  .map(([name, of, isUnread]): ListName => narrowed(categorised(name, of), isUnread))

test('lists have one key exactly when they are one list', () => {
  fc.assert(
    fc.property(list, list, (a, b) => {
      const fields = (name: ListName) => JSON.stringify(Object.entries(name).toSorted())
      expect(isSameList(a, b)).toBe(fields(a) === fields(b))
    }),
    { numRuns: 500 },
  )
})

test('a part of a list leads back to the whole of it', () => {
  fc.assert(
    fc.property(place, category, fc.boolean(), (name, of, isUnread) => {
      expect(wholeOf(narrowed(categorised(name, of), isUnread))).toEqual(name)
    }),
  )
})

test('a list is narrowed once, however often it is asked for', () => {
  expect(narrowed(narrowed({ role: 'inbox' }, true), true)).toEqual({ role: 'inbox', isUnread: true })
  expect(narrowed({ role: 'inbox', isUnread: true }, false)).toEqual({ role: 'inbox' })
  expect(listKey({ role: 'inbox', category: 'social' as Category, isUnread: true })).toBe(
    'inbox/social/unread',
  )
})
