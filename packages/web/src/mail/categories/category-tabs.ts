import { categories, type Category, type CategoryCount } from '@plmail/wire'

/** The content of one tab of an Inbox. */
export interface Tab {
  category: Category
  unread: number
  /** Number of these that arrived since the tab was last viewed. */
  fresh: number
}

/**
 * Only what holds something, the first and the one that is open. `counts` is undefined where they cannot be had: then all
 * of them, since nobody knows.
 */
export function shownTabs(counts: readonly CategoryCount[] | undefined, open: Category): Tab[] {
  if (!counts) return categories.map((category) => ({ category, unread: 0, fresh: 0 }))
  return counts
    .filter(({ category, total }) => total > 0 || category === 'primary' || category === open)
    .map(({ category, unread, fresh }) => ({ category, unread, fresh: category === open ? 0 : fresh }))
}

/**
 * Until when mail was seen by who looks at a list whose newest conversation stands there; times have no fractions, so
 * a second later. Told by the mail's own times: the clock of this device may be wrong.
 */
export function seenUntil(newestAt: string): string {
  return `${new Date(Date.parse(newestAt) + 1_000).toISOString().slice(0, 19)}Z`
}
