import type { ResolveDeps } from '../ledger/sync-deps.ts'
import type { AccountId, MailboxId } from '@plmail/wire'
import type { Mail } from '../../mail/index.ts'
import type { Change } from '../../changes/index.ts'
import type { FolderSession } from '../../providers/contract/index.ts'
import type { Database } from '../../store/index.ts'
import { dropMoot } from '../outbox/operations.ts'
import { leaveLocations } from '../ledger/follow-locations.ts'
import { markFound } from '../ledger/locations.ts'
import { providerId, remoteId } from '../ledger/remote-ids.ts'

interface Missing {
  remoteId: string
  mailboxId: MailboxId
  since: Date
}

export interface ResolveTarget {
  accountId: AccountId
  session: FolderSession
  paths: ReadonlyMap<MailboxId, string>
  /** When the pass began that has just looked at every mailbox. */
  passAt: Date
}

// A listing that lost this much at once is doubted: it must stay so, and be confirmed id by id.
const doubtedCount = 100
const doubtedShare = 0.5
const doubtedMilliseconds = 10 * 60_000

/**
 * Decides what became of messages that went missing before the pass, in which every mailbox of the account was
 * looked at and none got anything: a message that was moved has been found by now. What is left was deleted at the
 * provider: positive evidence, never the silence of a failed listing. Returns whether that emptied a folder the provider no longer lists.
 */
export async function resolveMissing(deps: ResolveDeps, target: ResolveTarget): Promise<boolean> {
  let emptied = false
  for (const [mailboxId, group] of grouped(await settleMissing(deps.database, target))) {
    const gone = await believed(deps, target, mailboxId, group)
    if (gone.length === 0) continue
    const cause = { actor: { kind: 'provider' as const }, verb: 'remove' }
    await deps.changes.write(target.accountId, cause, (change) => removeFrom(deps.mail, change, gone))
    emptied ||= !target.paths.has(mailboxId)
  }
  return emptied
}

/** Missing locations, without those that a message still waiting on the ledger may turn out to be. */
async function settleMissing(
  database: Database,
  { accountId, passAt }: Pick<ResolveTarget, 'accountId' | 'passAt'>,
): Promise<Missing[]> {
  const rows = await database.query<{ remote_id: string; mailbox_id: MailboxId; missing_since: Date }>(
    `select r.remote_id, r.mailbox_id, r.missing_since from remote_message r
     where r.account_id = $1 and r.missing_since < $2
       and not exists (
         select 1 from sync_item i
         where i.account_id = $1 and (r.present_at is null or i.listed_at >= r.present_at))
     order by r.mailbox_id`,
    [accountId, passAt],
  )
  return rows.map((row) => ({ remoteId: row.remote_id, mailboxId: row.mailbox_id, since: row.missing_since }))
}

function grouped(missing: readonly Missing[]): Map<MailboxId, Missing[]> {
  const groups = new Map<MailboxId, Missing[]>()
  for (const location of missing)
    groups.set(location.mailboxId, [...(groups.get(location.mailboxId) ?? []), location])
  return groups
}

async function believed(
  deps: ResolveDeps,
  target: ResolveTarget,
  mailboxId: MailboxId,
  group: readonly Missing[],
): Promise<string[]> {
  const all = group.map((location) => location.remoteId)
  if (!(await isDoubtful(deps.database, target.accountId, mailboxId, all.length))) return all
  const old = group.filter(
    (location) => target.passAt.getTime() - location.since.getTime() >= doubtedMilliseconds,
  )
  if (old.length === 0) {
    deps.log.event('sync.shrunken-listing', { accountId: target.accountId, mailboxId, missing: all.length })
    return []
  }
  const path = target.paths.get(mailboxId)
  if (path === undefined) return old.map((location) => location.remoteId) // nor is the folder listed
  const present = await target.session.probe(
    path,
    old.map((location) => providerId(location.remoteId)),
  )
  const presentIds = [...present].map((id) => remoteId(mailboxId, id))
  await deps.database.transaction((tx) => markFound(tx, target.accountId, presentIds))
  return old.map((location) => location.remoteId).filter((id) => !presentIds.includes(id))
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
  const removed = await leaveLocations(mail, change, gone)
  await dropMoot(change.tx, change.accountId, removed)
  await mail.provided.remove(change, removed)
}
