import type { AccountId, MailboxId } from '@plmail/wire'
import { type ListedMailbox, type MailboxWrites, ProviderError } from '../../providers/contract/index.ts'
import { decidedMailboxes } from './held-fields.ts'
import { loseFolders } from './locations.ts'
import type { FetchDeps } from './sync-deps.ts'

/** A mailbox of the provider that is bound to ours. */
export interface KnownMailbox extends ListedMailbox {
  id: MailboxId
}

/** Lists the account's mailboxes and makes ours equal, Inbox first. */
export async function listMailboxes(
  deps: FetchDeps,
  accountId: AccountId,
  session: Pick<MailboxWrites, 'listMailboxes'>,
): Promise<KnownMailbox[]> {
  const listed = await session.listMailboxes()
  const paths = new Set(listed.filter((mailbox) => mailbox.isSelectable).map((mailbox) => mailbox.remoteId))
  // There is always an INBOX (RFC 3501 §5.1): such an answer says nothing about any folder.
  if (paths.size === 0) throw new ProviderError('malformed', 'The mail server listed no folder')
  const lost = (await deps.mail.mailboxes.selectMailboxes(accountId)).filter(
    ({ remoteId }) => remoteId !== null && !paths.has(remoteId),
  )
  const cause = { actor: { kind: 'provider' as const }, verb: 'list-mailboxes' }
  const written = await deps.changes.write(accountId, cause, async (change) => {
    const ids = lost.map((mailbox) => mailbox.id)
    const inUse = await loseFolders(change.tx, accountId, ids, change.at)
    const remote = listed.map(({ fingerprint: _fingerprint, total: _total, ...mailbox }) => mailbox)
    const decided = await decidedMailboxes(change.tx, accountId)
    return deps.mail.mailboxes.reconcile(change, remote, inUse, decided)
  })
  const selectable = listed.flatMap((mailbox) => {
    const id = written.result.get(mailbox.remoteId)
    return id !== undefined && mailbox.isSelectable ? [{ ...mailbox, id }] : []
  })
  return selectable.sort((a, b) => Number(b.role === 'inbox') - Number(a.role === 'inbox'))
}
