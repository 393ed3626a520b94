import type { ListName, ThreadRef } from '../records/index.ts'

/** Where the user is. Every place has an address, so that back, reload and a new tab work. */
export type Place =
  { screen: 'mail'; list: ListName; thread?: ThreadRef } | { screen: 'settings'; page: SettingsPage }

export const settingsPages = [
  'accounts',
  'add-account',
  'security',
  'app-passwords',
  'display',
  'jobs',
  'providers',
  'webhooks',
] as const
export type SettingsPage = (typeof settingsPages)[number]

export const inbox: Place & { screen: 'mail' } = { screen: 'mail', list: { role: 'inbox' } }

const accountId = /^A[1-9]\d*$/
const mailboxId = /^L[1-9]\d*$/
const threadId = /^T[1-9]\d*$/

/** The place of a path; undefined for a path that is none. */
export function placeOf(path: string): Place | undefined {
  const [room, ...rest] = path.split('/').filter((part) => part !== '')
  if (room === undefined) return inbox
  if (room === 'mail') return mailPlace(rest)
  const page = settingsPages.find((name) => name === (rest[0] ?? 'accounts'))
  return room === 'settings' && rest.length <= 1 && page ? { screen: 'settings', page } : undefined
}

function mailPlace(parts: string[]): Place | undefined {
  const [first = 'inbox', second, third, ...more] = parts
  if (more.length > 0) return undefined
  if (first === 'inbox') {
    if (second === undefined) return inbox
    if (!accountId.test(second) || third === undefined || !threadId.test(third)) return undefined
    return { ...inbox, thread: { accountId: second, threadId: third } }
  }
  if (!accountId.test(first) || second === undefined || !mailboxId.test(second)) return undefined
  const list = { accountId: first, mailboxId: second }
  if (third === undefined) return { screen: 'mail', list }
  if (!threadId.test(third)) return undefined
  return { screen: 'mail', list, thread: { accountId: first, threadId: third } }
}

export function pathOf(place: Place): string {
  if (place.screen === 'settings') return `/settings/${place.page}`
  const { list, thread } = place
  if ('role' in list) return thread ? `/mail/inbox/${thread.accountId}/${thread.threadId}` : '/mail/inbox'
  const mailbox = `/mail/${list.accountId}/${list.mailboxId}`
  return thread ? `${mailbox}/${thread.threadId}` : mailbox
}

/** The same list, whatever is open in it. */
export function isSameList(a: ListName, b: ListName): boolean {
  if ('role' in a || 'role' in b) return 'role' in a && 'role' in b && a.role === b.role
  return a.accountId === b.accountId && a.mailboxId === b.mailboxId
}
