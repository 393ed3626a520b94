import type { Category, MailboxRole } from '@plmail/wire'

/**
 * Which list: one role over all accounts, or one mailbox; perhaps only what is of one category, or unread, or what answers
 * a search.
 */
export type ListName = ({ role: MailboxRole; query?: string } | { accountId: string; mailboxId: string }) & {
  category?: Category
  isUnread?: true
}

/** Tells lists apart; also what they are kept under. */
export function listKey(name: ListName): string {
  const which =
    'role' in name
      ? name.role + (name.query === undefined ? '' : `?${name.query}`)
      : `${name.accountId}/${name.mailboxId}`
  return [which, ...(name.category ? [name.category] : []), ...(name.isUnread ? ['unread'] : [])].join('/')
}

export const isSameList = (a: ListName, b: ListName): boolean => listKey(a) === listKey(b)

/** The same list with all its mail, or only what is unread. */
export function narrowed(name: ListName, isUnread: boolean): ListName {
  const { isUnread: _, ...whole } = name
  return isUnread ? { ...whole, isUnread } : whole
}

/** The same list with the mail of that category only, or of all. */
export function categorised(name: ListName, category: Category | undefined): ListName {
  const { category: _, ...whole } = name
  return category ? { ...whole, category } : whole
}

/** The list that this one is a part of. */
export const wholeOf = (name: ListName): ListName => narrowed(categorised(name, undefined), false)
