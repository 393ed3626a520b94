import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { FetchedRaw, FetchedItem, MailSession } from '../../providers/contract/index.ts'
import type { Mail } from '../../mail/index.ts'
import type { Database } from '../../store/index.ts'
import { providerId } from '../ledger/remote-ids.ts'

export interface RestoreDeps {
  database: Database
  mail: Mail
}

/** Whole messages are held in memory one after the other; one job ends soon, so that looking for mail does not wait. */
const messagesAtOnce = 50

interface Location {
  messageId: MessageId
  remoteId: string
  mailboxId: MailboxId | null
}

/**
 * Fetches messages whose stored bytes are lost from the provider again. Safe to run twice: what was restored is not due
 * any more. Returns whether more are due now.
 */
export async function restoreDamaged(
  deps: RestoreDeps,
  accountId: AccountId,
  session: MailSession,
): Promise<boolean> {
  const { damage } = deps.mail
  const due = await damage.due(accountId, messagesAtOnce)
  const locations = await selectLocations(
    deps.database,
    accountId,
    due.map(({ id }) => id),
  )
  const messageIds = new Map(locations.map((at) => [providerId(at.remoteId), at.messageId]))
  const withoutCopy = due.filter(({ id }) => !locations.some(({ messageId }) => messageId === id))
  for (const { id } of withoutCopy) await damage.postpone(accountId, id, 'The mail server has no copy', true)
  for await (const fetched of fetchFrom(deps, accountId, session, locations)) {
    const id = messageIds.get(fetched.id)
    if (id !== undefined) await settle(deps.mail, accountId, id, fetched)
  }
  return due.length === messagesAtOnce
}

/** One place of each message; in which of several it is fetched makes no difference. */
function selectLocations(
  database: Database,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<Location[]> {
  return database.query<Location>(
    `select distinct on (message_id) message_id as "messageId", remote_id as "remoteId",
       mailbox_id as "mailboxId"
     from remote_message
     where account_id = $1 and message_id = any ($2::bigint[]) and missing_since is null
     order by message_id, remote_id`,
    [accountId, ids],
  )
}

async function* fetchFrom(
  deps: RestoreDeps,
  accountId: AccountId,
  session: MailSession,
  locations: readonly Location[],
): AsyncGenerator<FetchedRaw | FetchedItem> {
  if (session.names === 'in-account') {
    yield* session.fetch(locations.map(({ remoteId }) => providerId(remoteId)))
    return
  }
  const mailboxes = await deps.mail.mailboxes.selectMailboxes(accountId)
  for (const { id, remoteId: path } of mailboxes) {
    const inMailbox = locations.filter(({ mailboxId }) => mailboxId === id)
    if (path === null || inMailbox.length === 0) continue
    yield* session.fetch(
      path,
      inMailbox.map(({ remoteId }) => providerId(remoteId)),
    )
  }
}

async function settle(
  { damage }: Pick<Mail, 'damage'>,
  accountId: AccountId,
  id: MessageId,
  fetched: FetchedRaw | FetchedItem,
): Promise<void> {
  if (fetched.kind === 'gone') {
    // Whether it was moved or deleted is for the next look to find out; by then there is another place, or no message.
    await damage.postpone(accountId, id, 'The mail server does not have it where it was', false)
    return
  }
  if (fetched.kind === 'failed') {
    await damage.postpone(accountId, id, fetched.reason, false)
    return
  }
  const restored = await damage.restore(accountId, id, fetched.raw)
  if (restored === 'other-message')
    await damage.postpone(accountId, id, 'The mail server has another message there', true)
}
