import type { AccountId, MailboxId } from '@plmail/wire'
import type { FolderSession } from '../../providers/contract/index.ts'
import { dropCursor } from '../ledger/cursors.ts'
import { type CheckRow, readCheck, writeCheck } from './check-row.ts'
import { type CheckDeps, samplePlaces } from './sample-messages.ts'
import { type Counted, judge, readScopes, swept, writeScopes } from './scopes.ts'

const sampleMilliseconds = 3_600_000
const sweepMilliseconds = 7 * 86_400_000

/**
 * The standing check of the mirror of an IMAP account, at the end of a look: counts every time, some messages by id
 * every hour, everything once a week. Returns whether another look is wanted: it reads what differs from the start.
 */
export async function checkFolders(
  deps: CheckDeps,
  accountId: AccountId,
  session: FolderSession,
): Promise<boolean> {
  const { database, clock } = deps
  const now = clock.now()
  const before = await readCheck(database, accountId)
  const counted = await countFolders(deps, accountId)
  const waiting = counted.reduce((sum, folder) => sum + folder.waiting, 0)
  const isSampling = waiting === 0 && isOlder(before?.sampledAt, now, sampleMilliseconds)
  const absent = isSampling ? await samplePlaces(deps, accountId, session) : 0
  const accepted = await reread(deps, accountId, counted, now)
  const isSweeping =
    before?.isAsked === true || (before?.sweptAt != null && isOlder(before.sweptAt, now, sweepMilliseconds))
  const row: CheckRow = {
    localCount: counted.reduce((sum, folder) => sum + folder.localCount - folder.waiting, 0),
    remoteCount: counted.reduce((sum, folder) => sum + folder.remoteCount, 0),
    accepted: accepted.sum,
    waiting,
    checkedAt: now,
    sampledAt: isSampling ? now : (before?.sampledAt ?? null),
    // The very first reading was a sweep already.
    sweptAt: isSweeping || before?.sweptAt == null ? now : before.sweptAt,
  }
  await writeCheck(database, accountId, row, absent)
  if (isSweeping) await database.query('delete from sync_cursor where account_id = $1', [accountId])
  return isSweeping || absent > 0 || accepted.isReread
}

const isOlder = (at: Date | null | undefined, now: Date, milliseconds: number): boolean =>
  at === null || at === undefined || now.getTime() - at.getTime() >= milliseconds

/** A folder that differs is read whole by the next look; when that does not explain it, it is no missing mail. */
async function reread(
  { database, log }: CheckDeps,
  accountId: AccountId,
  counted: readonly Counted[],
  now: Date,
): Promise<{ sum: number; isReread: boolean }> {
  const scopes = await readScopes(database, accountId)
  const verdicts = counted.map((folder) => judge(scopes.get(folder.mailboxId), folder, now))
  let isReread = false
  for (const verdict of verdicts) {
    const { mailboxId } = verdict.scope
    if (verdict.sweep !== 'difference' || mailboxId === null) continue
    log.event('sync.count-differs', { accountId, mailboxId })
    await dropCursor(database, accountId, mailboxId)
    verdict.scope = swept(verdict.scope, verdict.sweep, 0, now)
    isReread = true
  }
  const judged = verdicts.map(({ scope }) => scope)
  await writeScopes(database, accountId, judged)
  return { sum: judged.reduce((sum, scope) => sum + scope.accepted, 0), isReread }
}

/** By folder: what is listed here, fetched or not, and what the server counted when it was read. */
async function countFolders(
  { database }: CheckDeps,
  accountId: AccountId,
): Promise<Array<Counted & { waiting: number }>> {
  const rows = await database.query<{
    mailbox_id: MailboxId
    localCount: number
    waiting: number
    remoteCount: number
  }>(
    `select c.mailbox_id, c.remote_total as "remoteCount",
       (select count(*) from remote_message r
        where r.account_id = $1 and r.mailbox_id = c.mailbox_id and r.missing_since is null) as "localCount",
       (select count(*) from sync_item i where i.account_id = $1 and i.mailbox_id = c.mailbox_id) as waiting
     from sync_cursor c where c.account_id = $1 and c.mailbox_id is not null and c.remote_total is not null`,
    [accountId],
  )
  return rows.map(({ mailbox_id: mailboxId, localCount, waiting, remoteCount }) => ({
    mailboxId,
    localCount: localCount + waiting,
    remoteCount,
    waiting,
  }))
}
