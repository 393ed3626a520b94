import type { Email, Mailbox } from '@plmail/wire'
import type { ListEntry, ListName, MailRecords } from '../../records/index.ts'

/** The labels and folders a conversation is in, besides those everybody has and the one it is seen in; each once, by name. */
export function labelsOf(
  emails: readonly Email[],
  mailboxOf: (id: string) => Mailbox | undefined,
  seenIn: string | undefined,
): Mailbox[] {
  const ids = new Set(emails.flatMap(({ mailboxIds }) => Object.keys(mailboxIds)))
  return [...ids]
    .flatMap((id) => mailboxOf(id) ?? [])
    .filter(({ id, role }) => role === null && id !== seenIn)
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Returns the labels that a row of a list shows. */
export function labelsInList(store: MailRecords, entry: ListEntry, list: ListName): Mailbox[] {
  const seenIn = 'role' in list ? undefined : list.mailboxId
  return labelsOf(store.emailsOf(entry), (id) => store.mailbox(entry.accountId, id), seenIn)
}
