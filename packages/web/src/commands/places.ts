import { isCategory, type MailboxRole } from '@plmail/wire'
import { categorised, isDay, narrowed, type Day, type ListName, type ThreadRef } from '../records/index.ts'
import { settingsPages, type SettingsPage } from './settings-pages.ts'

/** The user's place in the client. Every place has an address, so that back, reload and a new tab work. */
export type Place =
  | { screen: 'mail'; list: ListName; thread?: ThreadRef }
  | { screen: 'contacts'; card?: string }
  | CalendarPlace
  | { screen: 'settings'; page: SettingsPage }

/** Without a view the usual one, without a day today. */
export type CalendarPlace = { screen: 'calendar'; view?: CalendarViewName; day?: Day }

export const calendarViews = ['day', 'week', 'workweek', 'month', 'agenda'] as const
export type CalendarViewName = (typeof calendarViews)[number]

export const inbox: Place & { screen: 'mail' } = { screen: 'mail', list: { role: 'inbox' } }

const accountId = /^A[1-9]\d*$/
const mailboxId = /^L[1-9]\d*$/
const threadId = /^T[1-9]\d*$/
const cardId = /^V[1-9]\d*$/

/** Returns the place of a path; undefined for any other path. */
export function placeOf(path: string): Place | undefined {
  const [room, ...rest] = path.split('/').filter((part) => part !== '')
  if (room === undefined) return inbox
  if (room === 'mail') return mailPlace(rest)
  if (room === 'contacts') return contactsPlace(rest)
  if (room === 'calendar') return calendarPlace(rest)
  const page = settingsPages.find((name) => name === (rest[0] ?? 'accounts'))
  return room === 'settings' && rest.length <= 1 && page ? { screen: 'settings', page } : undefined
}

function contactsPlace([card, ...more]: string[]): Place | undefined {
  if (card === undefined) return { screen: 'contacts' }
  return more.length === 0 && cardId.test(card) ? { screen: 'contacts', card } : undefined
}

/** `/calendar[/<view>[/<day>]]`. */
function calendarPlace([named, day, ...more]: string[]): Place | undefined {
  if (named === undefined) return { screen: 'calendar' }
  const view = calendarViews.find((candidate) => candidate === named)
  if (!view || more.length > 0 || (day !== undefined && !isDay(day))) return undefined
  return { screen: 'calendar', view, ...(day === undefined ? {} : { day }) }
}

/** Lists of one role over all accounts, by the word in their address. */
export const listPaths = {
  inbox: 'inbox',
  starred: 'flagged',
  snoozed: 'snoozed',
  important: 'important',
  sent: 'sent',
  drafts: 'drafts',
  archive: 'archive',
  all: 'all',
  spam: 'junk',
  trash: 'trash',
} as const satisfies Record<string, MailboxRole>

const unread = 'unread'
export const firstTab = 'primary'

/**
 * `/mail/<list>[/<category>][/unread][/<account>/<thread>]`, or with account and mailbox in place of the list's word.
 * The first tab of an Inbox has the address of the Inbox: whoever has no tabs keeps the same links.
 */
function mailPlace(parts: string[]): Place | undefined {
  const [first = 'inbox', ...more] = parts
  if (first === 'search') return searchPlace(more)
  if (Object.hasOwn(listPaths, first)) {
    const role = listPaths[first as keyof typeof listPaths]
    return within({ role }, more, (rest) =>
      rest.length === 2 && accountId.test(rest[0] ?? '') ? [rest[0] ?? '', rest[1] ?? ''] : undefined,
    )
  }
  const [second = '', ...rest] = more
  if (!accountId.test(first) || !mailboxId.test(second)) return undefined
  const list = { accountId: first, mailboxId: second }
  return within(list, rest, (last) => (last.length === 1 ? [first, last[0] ?? ''] : undefined))
}

/** `/mail/search/<what was typed>[/<account>/<thread>]`. */
function searchPlace([typed = '', ...rest]: string[]): Place | undefined {
  const query = decoded(typed)
  if (!query?.trim()) return undefined
  return within({ role: 'all', query }, rest, (last) =>
    last.length === 2 && accountId.test(last[0] ?? '') ? [last[0] ?? '', last[1] ?? ''] : undefined,
  )
}

/** Somebody may have typed the address by hand. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The list of what answers a search, over all accounts. */
export const searched = (query: string): Place & { screen: 'mail' } => ({
  screen: 'mail',
  list: { role: 'all', query },
})

function within(
  whole: ListName,
  parts: string[],
  threadIn: (rest: string[]) => [account: string, thread: string] | undefined,
): Place | undefined {
  const [first, ...more] = parts
  const isSplit = isCategory(first) && first !== firstTab && !('role' in whole && whole.query !== undefined)
  const list = isSplit ? categorised(whole, first) : whole
  const inside = isSplit ? more : parts
  const isUnread = inside[0] === unread
  const rest = isUnread ? inside.slice(1) : inside
  const place: Place = { screen: 'mail', list: narrowed(list, isUnread) }
  if (rest.length === 0) return place
  const [account, thread] = threadIn(rest) ?? []
  if (account === undefined || thread === undefined || !threadId.test(thread)) return undefined
  return { ...place, thread: { accountId: account, threadId: thread } }
}

export function pathOf(place: Place): string {
  if (place.screen === 'settings') return `/settings/${place.page}`
  if (place.screen === 'contacts') return place.card ? `/contacts/${place.card}` : '/contacts'
  if (place.screen === 'calendar')
    return ['/calendar', place.view, place.view && place.day].filter((part) => part !== undefined).join('/')
  const { list, thread } = place
  const parts = [
    ...('role' in list ? wordsOf(list) : [list.accountId, list.mailboxId]),
    ...(list.category && list.category !== firstTab ? [list.category] : []),
    ...(list.isUnread ? [unread] : []),
    ...(thread && 'role' in list ? [thread.accountId] : []),
    ...(thread ? [thread.threadId] : []),
  ]
  return `/mail/${parts.join('/')}`
}

const wordsOf = ({ role, query }: { role: MailboxRole; query?: string }): string[] =>
  query === undefined ? [wordOf(role)] : ['search', encodeURIComponent(query)]

function wordOf(role: MailboxRole): string {
  return Object.entries(listPaths).find(([, listRole]) => listRole === role)?.[0] ?? 'inbox'
}
