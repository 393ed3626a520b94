import type { Category, CategoryRule } from '@plmail/wire'
import { count } from '../numbers.ts'

/** The tabs of an Inbox: what they are called, what is in them, and why. */
export const categories = {
  tabs: 'Tabs of the inbox',
  name: {
    primary: 'Primary',
    social: 'Social',
    promotions: 'Promotions',
    updates: 'Updates',
    forums: 'Forums',
  } satisfies Record<Category, string> as Record<Category, string>,
  fresh: (n: number) => `${count(n)} new`,
  unread: (n: number) => `${count(n)} unread`,
  empty: (tab: string) => `Nothing in ${tab}.`,
  moved: (n: number, tab: string) => (n === 1 ? `Moved to ${tab}` : `${count(n)} moved to ${tab}`),
  move: {
    title: 'Move to tab',
    pick: 'Which tab?',
    none: 'There is no such tab.',
    isHere: 'It is there',
    stays: 'What comes later in the conversation will be in the tab you choose, too.',
  },
  why: 'Why it is in this tab',
  /** By what decided: the tab, and of somebody written to the address. */
  because: {
    hand: (tab: string) => `In ${tab}, because you put it there.`,
    provider: (tab: string) => `In ${tab}, because your mail provider puts it there.`,
    known: (tab: string, who: string | null) =>
      `In ${tab}, because you have written to ${who ?? 'its sender'}.`,
    list: (tab: string) => `In ${tab}, because it was written to a mailing list.`,
    social: (tab: string) => `In ${tab}, because it comes from a social network.`,
    automatic: (tab: string) => `In ${tab}, because a program wrote it.`,
    bulk: (tab: string) => `In ${tab}, because the same was sent to many people.`,
    nothing: (tab: string) => `In ${tab}, because nothing in it speaks for another tab.`,
  } satisfies Record<CategoryRule, (tab: string, who: string | null) => string> as Record<
    CategoryRule,
    (tab: string, who: string | null) => string
  >,
  setting: 'Inbox',
  settings: { off: 'One list', on: 'Tabs' },
  hint: 'Tabs keep newsletters, notifications and the like apart from letters people wrote to you. Nothing is moved: at your mail provider all of it stays in the inbox.',
}
