import type { Email } from '@plmail/wire'
import type { ListSource } from './list-sources.ts'
import type { MailRecords, ThreadRef } from '../mail/store.ts'

/**
 * The messages of a conversation as people see it, oldest first; watched. A discarded draft lies in Trash and belongs
 * to its conversation no more: it is shown where the list is Trash (`source` is the list that is looked at), and where
 * there is nothing else to show.
 */
export function conversationOf(
  store: Pick<MailRecords, 'emailsOf' | 'mailboxWithRole'>,
  ref: ThreadRef,
  source: Pick<ListSource, 'mailboxIn'>,
): Email[] {
  const emails = store.emailsOf(ref)
  // Most have no draft, and should not have to watch the folders.
  if (!emails.some(({ keywords }) => keywords['$draft'])) return emails
  const trash = store.mailboxWithRole(ref.accountId, 'trash')?.id
  if (trash === undefined || trash === source.mailboxIn(ref.accountId)) return emails
  const rest = emails.filter(({ keywords, mailboxIds }) => !(keywords['$draft'] && mailboxIds[trash]))
  return rest.length > 0 ? rest : emails
}
