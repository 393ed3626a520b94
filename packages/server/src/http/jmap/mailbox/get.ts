import { capability, mailboxWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Mail, MailboxView } from '../../../mail/index.ts'
import { onlyKnown } from '../arguments.ts'
import { getAnswer, getRequest, pick } from '../get.ts'
import type { Method } from '../method.ts'

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

/** Mailbox/get (RFC 8621 §2.1). */
export function mailboxGet({ mail, changes }: { mail: Mail; changes: Changes }): Method {
  return {
    capability: capability.mail,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = getRequest(args, caller, mailboxWireId, mailboxProperties)
      return getAnswer(changes, request, mailboxWireId, async () => {
        const all = await mail.mailboxes.list(request.account.id)
        const wanted = request.ids === null ? all : all.filter((one) => request.ids?.includes(one.id))
        return wanted.map((one) => ({ id: one.id, json: pick(toJson(one), request.properties) }))
      })
    },
  }
}

function toJson(mailbox: MailboxView): Record<string, unknown> {
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
    myRights: rights(mailbox),
    isSubscribed: mailbox.isSubscribed,
  }
}

/** What can be done here today: folders are renamed and removed at the provider. */
function rights({ isSelectable }: MailboxView): Record<string, boolean> {
  return {
    mayReadItems: isSelectable,
    mayAddItems: isSelectable,
    mayRemoveItems: isSelectable,
    maySetSeen: isSelectable,
    maySetKeywords: isSelectable,
    mayCreateChild: true,
    mayRename: false,
    mayDelete: false,
    maySubmit: false,
  }
}
