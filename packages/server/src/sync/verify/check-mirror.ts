import type { AccountId } from '@plmail/wire'
import type { Log } from '../../kit/log.ts'
import type { MailSession } from '../../providers/contract/index.ts'
import type { FetchDeps } from '../mail/fetch-items.ts'
import { type CheckRow, readCheck, writeCheck } from './check-row.ts'
import { sample } from './sample.ts'

export interface CheckDeps extends FetchDeps {
  log: Log
}

const sampleMilliseconds = 3_600_000
const sweepMilliseconds = 7 * 86_400_000

/**
 * The standing check of the mirror, at the end of a look: counts every time, some messages by id every hour, everything
 * once a week. Returns whether another look is wanted, which reads all cursors from the start and repairs what differs.
 */
export async function checkMirror(
  deps: CheckDeps,
  accountId: AccountId,
  session: MailSession,
): Promise<boolean> {
  const now = deps.clock.now()
  const before = await readCheck(deps.database, accountId)
  const counted = await count(deps, accountId, session)
  if (counted === undefined) return false
  const isImporting = await hasBacklog(deps, accountId)
  const isSampling = !isImporting && isOlder(before?.sampledAt, now, sampleMilliseconds)
  const differing = isSampling ? await sample(deps, accountId, session) : 0
  // Mail comes and goes while it is counted: only what differs twice in the same way is a difference.
  // Folders are compared one by one by every look (look.ts).
  const isOff =
    session.names === 'in-account' &&
    counted.here !== counted.there &&
    isSame(before, counted) &&
    !isImporting
  const isSweeping = isOff || (!isImporting && isOlder(before?.sweptAt, now, sweepMilliseconds))
  if (isOff || differing > 0)
    deps.log.event('sync.mirror-differs', { accountId, ...counted, sampled: differing })
  const row: CheckRow = {
    ...counted,
    checkedAt: now,
    sampledAt: isSampling ? now : (before?.sampledAt ?? null),
    sweptAt: isSweeping ? now : (before?.sweptAt ?? null),
  }
  await writeCheck(deps.database, accountId, row, differing + (isOff ? Math.abs(row.there - row.here) : 0))
  // The very first reading was a sweep already.
  if (isSweeping && (before?.sweptAt != null || isOff)) await dropCursors(deps, accountId)
  return (isSweeping && (before?.sweptAt != null || isOff)) || differing > 0
}

const isOlder = (at: Date | null | undefined, now: Date, milliseconds: number): boolean =>
  at === null || at === undefined || now.getTime() - at.getTime() >= milliseconds

const isSame = (before: CheckRow | undefined, counted: { here: number; there: number }): boolean =>
  before?.here === counted.here && before.there === counted.there

/** Undefined while something is missing: what became of it is not known yet. */
async function count(
  { database }: CheckDeps,
  accountId: AccountId,
  session: MailSession,
): Promise<{ here: number; there: number } | undefined> {
  const [row] = await database.query<{ places: number; items: number; missing: number; remote: number }>(
    `select (select count(*) from remote_message r where r.account_id = $1 and r.uid is not null) as places,
       (select count(distinct substr(r.remote_id, strpos(r.remote_id, '/') + 1)) from remote_message r
         where r.account_id = $1 and r.uid is null) as items,
       (select count(*) from remote_message r
         where r.account_id = $1 and r.missing_since is not null) as missing,
       (select coalesce(sum(remote_total), 0) from sync_cursor c where c.account_id = $1) as remote`,
    [accountId],
  )
  const [waiting] = await database.query<{ count: number }>(
    'select count(*) as count from sync_item where account_id = $1',
    [accountId],
  )
  if (!row || row.missing > 0) return undefined
  const here = row.places + row.items + (waiting?.count ?? 0)
  return { here, there: session.names === 'in-account' ? await session.total() : Number(row.remote) }
}

async function hasBacklog({ database }: CheckDeps, accountId: AccountId): Promise<boolean> {
  const rows = await database.query('select 1 from sync_item where account_id = $1 limit 1', [accountId])
  return rows.length > 0
}

async function dropCursors({ database }: CheckDeps, accountId: AccountId): Promise<void> {
  await database.query('delete from sync_cursor where account_id = $1', [accountId])
}

/** The next look compares everything. */
export async function askForSweep(deps: Pick<CheckDeps, 'database'>, accountId: AccountId): Promise<void> {
  await deps.database.query('delete from sync_cursor where account_id = $1', [accountId])
  await deps.database.query('update mirror_check set swept_at = now() where account_id = $1', [accountId])
}
