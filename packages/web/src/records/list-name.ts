import type { MailboxRole } from '@plmail/wire'

/** Which list: one role over all accounts, or one mailbox; perhaps only what is unread, or what answers a search. */
export type ListName = ({ role: MailboxRole; query?: string } | { accountId: string; mailboxId: string }) & {
  isUnread?: true
}

/** Tells lists apart; also what they are kept under. */
export function listKey(name: ListName): string {
  const which =
    'role' in name
      ? name.role + (name.query === undefined ? '' : `?${name.query}`)
      : `${name.accountId}/${name.mailboxId}`
  return name.isUnread ? `${which}/unread` : which
}

export const isSameList = (a: ListName, b: ListName): boolean => listKey(a) === listKey(b)

/** The same list with all its mail, or only what is unread. */
export function narrowed(name: ListName, isUnread: boolean): ListName {
  const { isUnread: _, ...whole } = name
  return isUnread ? { ...whole, isUnread } : whole
}
