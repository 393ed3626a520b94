import type { Mailbox } from '@plmail/wire'
import type { MailRecords } from './store.ts'

/** One mailbox of one account. */
export interface MailboxRef {
  accountId: string
  mailboxId: string
}

type Mailboxes = Pick<MailRecords, 'peekMailboxes'>

/**
 * The mailbox of `accountId` that is bound to the same label: that of the same role, else of the same path, whatever
 * its case. Undefined when the account has none that takes mail.
 */
export function mailboxOfLabel(
  store: Mailboxes,
  { accountId: of, mailboxId }: MailboxRef,
  accountId: string,
): Mailbox | undefined {
  const mailboxes = store.peekMailboxes(of)
  const mailbox = mailboxes.find(({ id }) => id === mailboxId)
  if (!mailbox || of === accountId) return mailbox
  const own = store.peekMailboxes(accountId)
  const path = labelPath(mailboxes, mailboxId).toLowerCase()
  const counterpart =
    own.find(({ role }) => role !== null && role === mailbox.role) ??
    own.find(({ id }) => labelPath(own, id).toLowerCase() === path)
  return counterpart?.myRights.mayAddItems === false ? undefined : counterpart
}

/** The names from the top down, as rules and runs on a whole list know a mailbox. */
export function labelPath(mailboxes: readonly Mailbox[], id: string): string {
  const mailbox = mailboxes.find((candidate) => candidate.id === id)
  if (!mailbox) return ''
  const { name, parentId } = mailbox
  return parentId === null ? name : `${labelPath(mailboxes, parentId)}/${name}`
}
