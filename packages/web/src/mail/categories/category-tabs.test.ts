import { categories, type CategoryCount } from '@plmail/wire'
import { expect, test } from 'vitest'
import { seenUntil, shownTabs } from './category-tabs.ts'

const counts = (
  given: Partial<Record<CategoryCount['category'], [number, number, number]>>,
): CategoryCount[] =>
  categories.map((category) => {
    const [total, unread, fresh] = given[category] ?? [0, 0, 0]
    return { category, total, unread, fresh }
  })
const named = (tabs: ReturnType<typeof shownTabs>) => tabs.map(({ category }) => category).join(' ')

test('a tab is there when it holds something, is the first, or is open', () => {
  expect(named(shownTabs(counts({ updates: [3, 0, 0] }), 'primary'))).toBe('primary updates')
  expect(named(shownTabs(counts({}), 'social'))).toBe('primary social')
})

test('while nobody can count, all of them are there and claim nothing', () => {
  const tabs = shownTabs(undefined, 'primary')
  expect(named(tabs)).toBe('primary social promotions updates forums')
  expect(tabs.every(({ unread, fresh }) => unread === 0 && fresh === 0)).toBe(true)
})

test('what is looked at is not new', () => {
  const tabs = shownTabs(counts({ primary: [2, 2, 1], social: [4, 3, 2] }), 'social')
  expect(tabs).toEqual([
    { category: 'primary', unread: 2, fresh: 1 },
    { category: 'social', unread: 3, fresh: 0 },
  ])
})

test('seen is what came in the same second, too', () => {
  expect(seenUntil('2026-11-21T10:59:59.500Z')).toBe('2026-11-21T11:00:00Z')
  expect(seenUntil('2026-11-21T10:59:59Z')).toBe('2026-11-21T11:00:00Z')
})
