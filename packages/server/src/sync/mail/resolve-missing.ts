import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Log } from '../../kit/log.ts'
import type { Mail } from '../../mail/index.ts'
import type { Change, Changes } from '../../changes/index.ts'
import type { MailSession } from '../../providers/contract/index.ts'
import type { Database } from '../../store/index.ts'
import { dropMoot } from '../outbox/operations.ts'
import { placeByLocations } from './arrivals.ts'
import { dropLocations, markFound } from './locations.ts'
import { providerId, remoteId } from './remote-ids.ts'

interface Missing {
  remoteId: string
  mailboxId: MailboxId
  since: Date
}

export interface ResolveDeps {
  database: Database
  changes: Changes
  mail: Mail
  log: Log
}

export interface ResolveTarget {
  accountId: AccountId
  session: MailSession
  paths: ReadonlyMap<MailboxId, string>
  now: Date
}

// A listing that lost this much at once is doubted: it must stay so, and be confirmed id by id.
const doubtedCount = 100
const doubtedShare = 0.5
const doubtedMilliseconds = 10 * 60_000

/**
 * Decides what became of messages that are in no folder any more. Called only after every mailbox of the
 * account was looked at since they went missing, so a message that was moved has been found by now.
 * What is left was deleted at the provider: positive evidence, never the silence of a failed listing.
 */
export async function resolveMissing(deps: ResolveDeps, target: ResolveTarget): Promise<void> {
  const missing = await settledMissing(deps.database, target.accountId)
  for (const [mailboxId, group] of grouped(missing)) {
    const gone = await believed(deps, target, mailboxId, group)
    if (gone.length === 0) continue
    const cause = { actor: { kind: 'provider' as const }, verb: 'remove' }
    await deps.changes.write(target.accountId, cause, (change) => removeFrom(deps.mail, change, gone))
  }
}

/** Missing locations, without those that a message still waiting on the ledger may turn out to be. */
async function settledMissing(database: Database, accountId: AccountId): Promise<Missing[]> {
  const rows = await database.query<{ remote_id: string; mailbox_id: MailboxId; missing_since: Date }>(
    `select r.remote_id, r.mailbox_id, r.missing_since from remote_message r
     where r.account_id = $1 and r.missing_since is not null
       and not exists (
         select 1 from sync_item i where i.account_id = $1 and i.listed_at >= r.missing_since)
     order by r.mailbox_id`,
    [accountId],
  )
  return rows.map((row) => ({ remoteId: row.remote_id, mailboxId: row.mailbox_id, since: row.missing_since }))
}

function grouped(missing: readonly Missing[]): Map<MailboxId, Missing[]> {
  const groups = new Map<MailboxId, Missing[]>()
  for (const one of missing) groups.set(one.mailboxId, [...(groups.get(one.mailboxId) ?? []), one])
  return groups
}

async function believed(
  deps: ResolveDeps,
  target: ResolveTarget,
  mailboxId: MailboxId,
  group: readonly Missing[],
): Promise<string[]> {
  const all = group.map((one) => one.remoteId)
  if (!(await isDoubtful(deps.database, target.accountId, mailboxId, all.length))) return all
  const old = group.filter((one) => target.now.getTime() - one.since.getTime() >= doubtedMilliseconds)
  const path = target.paths.get(mailboxId)
  if (old.length === 0 || path === undefined) {
    deps.log.event('sync.shrunken-listing', { accountId: target.accountId, mailboxId, missing: all.length })
    return []
  }
  const present = await target.session.probe(
    path,
    old.map((one) => providerId(one.remoteId)),
  )
  const found = [...present].map((id) => remoteId(mailboxId, id))
  await deps.database.transaction((tx) => markFound(tx, target.accountId, found))
  return old.map((one) => one.remoteId).filter((id) => !found.includes(id))
}

async function isDoubtful(
  database: Database,
  accountId: AccountId,
  mailboxId: MailboxId,
  missing: number,
): Promise<boolean> {
  if (missing < doubtedCount) return false
  const rows = await database.query<{ count: number }>(
    `select count(*) as count from remote_message where account_id = $1 and mailbox_id = $2`,
    [accountId, mailboxId],
  )
  return missing >= (rows[0]?.count ?? 0) * doubtedShare
}

async function removeFrom(mail: Mail, change: Change, gone: readonly string[]): Promise<void> {
  const rows = await change.tx.query<{ message_id: MessageId; elsewhere: boolean }>(
    `select r.message_id, bool_or(not (r.remote_id = any($2))) as elsewhere from remote_message r
     where r.account_id = $1 and r.message_id in (
       select message_id from remote_message where account_id = $1 and remote_id = any($2))
     group by r.message_id`,
    [change.accountId, gone],
  )
  await dropLocations(change.tx, change.accountId, gone)
  const left = rows.filter((row) => row.elsewhere).map((row) => row.message_id)
  const removed = rows.filter((row) => !row.elsewhere).map((row) => row.message_id)
  await placeByLocations(mail, change, left)
  await dropMoot(change.tx, change.accountId, removed)
  await mail.provided.remove(change, removed)
}
