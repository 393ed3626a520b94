import type { Place } from '../commands/index.ts'
import type { Records } from '../records/index.ts'
import { count, pageNames, roleName, words } from '../words/index.ts'

/** Returns the window's title: the open screen, the number of unread, the product. Watched. */
export function titleOf(records: Records, place: Place, unread: number): string {
  const placeName = nameOf(records, place)
  const badge = place.screen === 'mail' && unread > 0 ? ` (${count(unread)})` : ''
  return `${placeName}${badge} · ${words.product}`
}

function nameOf({ store }: Records, place: Place): string {
  if (place.screen === 'settings') return pageNames[place.page]
  if (place.screen === 'contacts') return words.contacts
  if (place.screen === 'calendar') return words.calendar
  const subject = place.thread && store.emailsOf(place.thread)[0]?.subject
  if (subject) return subject
  if ('role' in place.list && place.list.query !== undefined) return place.list.query
  if ('role' in place.list) return roleName[place.list.role] ?? words.product
  const mailbox = store.mailbox(place.list.accountId, place.list.mailboxId)
  return (mailbox?.role && roleName[mailbox.role]) ?? mailbox?.name ?? words.product
}

/** Unread conversations in the inboxes of all accounts. Watched. */
export function unreadInInbox({ accounts, store }: Records): number {
  return (accounts.all() ?? []).reduce(
    (sum, { id }) => sum + (store.mailboxWithRole(id, 'inbox')?.unreadThreads ?? 0),
    0,
  )
}
