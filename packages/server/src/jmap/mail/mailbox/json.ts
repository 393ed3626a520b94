import { mailboxWireId } from '@plmail/wire'
import { isFixed, type MailboxView } from '../../../mail/index.ts'

export const mailboxProperties = [
  'id',
  'name',
  'parentId',
  'role',
  'sortOrder',
  'totalEmails',
  'unreadEmails',
  'totalThreads',
  'unreadThreads',
  'myRights',
  'isSubscribed',
]

/** With the lists extension there is one more (docs/jmap.md). */
export const listedProperties = [...mailboxProperties, 'hue']

/** A Mailbox as RFC 8621 §2 has it. */
export function mailboxJson(mailbox: MailboxView): Record<string, unknown> {
  return {
    id: mailboxWireId.encode(mailbox.id),
    name: mailbox.name,
    parentId: mailbox.parentId === null ? null : mailboxWireId.encode(mailbox.parentId),
    role: mailbox.role,
    sortOrder: mailbox.sortOrder,
    totalEmails: mailbox.totalEmails,
    unreadEmails: mailbox.unreadEmails,
    totalThreads: mailbox.totalThreads,
    unreadThreads: mailbox.unreadThreads,
    myRights: myRights(mailbox),
    isSubscribed: mailbox.isSubscribed,
    hue: mailbox.hue,
  }
}

export function myRights(mailbox: Pick<MailboxView, 'role' | 'isSelectable'>): Record<string, boolean> {
  const { isSelectable } = mailbox
  return {
    mayReadItems: isSelectable,
    mayAddItems: isSelectable,
    mayRemoveItems: isSelectable,
    maySetSeen: isSelectable,
    maySetKeywords: isSelectable,
    mayCreateChild: true,
    mayRename: !isFixed(mailbox),
    mayDelete: !isFixed(mailbox),
    maySubmit: isSelectable,
  }
}
