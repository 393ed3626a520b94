import type { AccountId, MailboxId } from '@plmail/wire'
import type { Log } from '../../kit/log.ts'
import type { FolderSession } from '../../providers/contract/index.ts'
import type { FetchDeps } from '../ledger/sync-deps.ts'
import { markMissing } from '../ledger/locations.ts'
import { providerId, remoteId } from '../ledger/remote-ids.ts'

export interface CheckDeps extends FetchDeps {
  log: Log
}

const sampleSize = 20

/** Asks an IMAP server for some messages by chance. Returns how many it has not; they are looked for. */
export async function samplePlaces(
  deps: CheckDeps,
  accountId: AccountId,
  session: FolderSession,
): Promise<number> {
  const rows = await deps.database.query<{ remote_id: string; mailbox_id: MailboxId }>(
    `select r.remote_id, r.mailbox_id from remote_message r
     where r.account_id = $1 and r.uid is not null and r.missing_since is null order by random() limit $2`,
    [accountId, sampleSize],
  )
  const mailboxes = await deps.mail.mailboxes.selectMailboxes(accountId)
  let differing = 0
  for (const mailboxId of new Set(rows.map((row) => row.mailbox_id))) {
    const path = mailboxes.find((mailbox) => mailbox.id === mailboxId)?.remoteId
    if (path == null) continue
    const ids = rows.filter((row) => row.mailbox_id === mailboxId).map((row) => providerId(row.remote_id))
    const present = await session.probe(path, ids)
    const absent = ids.filter((id) => !present.has(id)).map((id) => remoteId(mailboxId, id))
    differing += absent.length
    const at = deps.clock.now()
    await deps.database.transaction((tx) => markMissing(tx, accountId, absent, at))
  }
  return differing
}
