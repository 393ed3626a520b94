import type { MailboxId } from '@plmail/wire'

/**
 * A message's key at the provider, unique in the account. Providers name a message within its mailbox
 * (imap: `<UIDVALIDITY>:<UID>`); the mailbox id in front makes it unique across folders.
 */
export const remoteId = (mailboxId: MailboxId, id: string): string => `${mailboxId}/${id}`

/** The provider's own id again. */
export const providerId = (remote: string): string => remote.slice(remote.indexOf('/') + 1)

/** The UID at the end of an imap id; null for providers without UIDs. */
export function parseUid(id: string): number | null {
  const uid = Number(id.slice(id.indexOf(':') + 1))
  return Number.isSafeInteger(uid) ? uid : null
}
