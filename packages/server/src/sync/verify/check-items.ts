import type { MailboxId } from '@plmail/wire'
import type { Log } from '../../kit/log.ts'
import { getMailbox, type ItemReading, readUnderCursor } from '../by-item/sync-items.ts'
import { toOurMailboxes } from '../ledger/our-mailboxes.ts'
import { resolveItems } from '../by-item/resolve-items.ts'
import { type CheckRow, readCheck, writeCheck } from './check-row.ts'
import { checkSample } from './sample-items.ts'
import { type Counted, judge, readScopes, swept, type Verdict, writeScopes } from './scopes.ts'
import type { CheckDeps } from './sample-messages.ts'

const sampleMilliseconds = 3_600_000

type Checking = ItemReading & { deps: CheckDeps & { log: Log } }

/**
 * The standing check of the mirror, at the end of a look: counts every time, the newest messages and some by chance
 * every hour, everything once a day. What differs is mended at once. Returns whether there is something new to fetch or
 * to look at.
 */
export async function checkItems(checking: Checking): Promise<boolean> {
  const { deps, accountId, session } = checking
  const { database, clock } = deps
  const now = clock.now()
  const before = await readCheck(database, accountId)
  const waiting = await countWaiting(checking)
  const isImporting = waiting.untried > 0
  const isSampling = !isImporting && isOlder(before?.sampledAt, now, sampleMilliseconds)
  const sampled = isSampling ? await checkSample(checking) : 0
  const isCountable = !isImporting && (isByAccount(checking) || waiting.all === 0)
  const verdicts = isCountable ? await judgeScopes(checking, waiting.all, before?.isAsked ?? false, now) : []
  const repaired = await sweepAll(checking, verdicts, now)
  const isSweeping = verdicts.some(({ sweep }) => sweep !== undefined)
  const accepted = verdicts.reduce((sum, { scope }) => sum + scope.accepted, 0)
  const row: CheckRow = {
    ...(await totals(checking)),
    waiting: (await countWaiting(checking)).all,
    accepted: isCountable ? accepted : (before?.accepted ?? 0),
    checkedAt: now,
    sampledAt: isSampling ? now : (before?.sampledAt ?? null),
    sweptAt: isSweeping ? now : (before?.sweptAt ?? null),
  }
  const mended = sampled + repaired
  await writeCheck(database, accountId, row, mended)
  if (mended > 0)
    deps.log.event('sync.mirror-differs', {
      accountId,
      localCount: row.localCount,
      remoteCount: row.remoteCount,
      sampled,
      repaired,
    })
  return mended > 0 && session.names === 'in-account'
}

const isOlder = (at: Date | null | undefined, now: Date, milliseconds: number): boolean =>
  at === null || at === undefined || now.getTime() - at.getTime() >= milliseconds

async function judgeScopes(
  checking: Checking,
  waiting: number,
  isAsked: boolean,
  now: Date,
): Promise<Verdict[]> {
  const { deps, accountId } = checking
  const scopes = await readScopes(deps.database, accountId)
  const counted = await countScopes(checking, waiting)
  const verdicts = counted.map((count) => judge(scopes.get(count.mailboxId), count, now))
  return isAsked ? verdicts.map((verdict) => ({ ...verdict, sweep: verdict.sweep ?? 'routine' })) : verdicts
}

/** Lists whole what is due, and asks for what is not in it. Returns how many messages were not as they should be. */
async function sweepAll(checking: Checking, verdicts: readonly Verdict[], now: Date): Promise<number> {
  const { deps, accountId, session, look } = checking
  const cursors = session.cursors(look.mailboxes)
  let repaired = 0
  for (const verdict of verdicts) {
    const { scope, sweep } = verdict
    const cursor = cursors.find((folderCursor) => getMailbox(look, folderCursor) === scope.mailboxId)
    if (sweep === undefined || cursor === undefined) continue
    const { listed, changed } = await readUnderCursor(checking, cursor, undefined)
    const resolved = await resolveItems(deps, { accountId, session, ours: toOurMailboxes(look.mailboxes) })
    const mended = listed + changed + resolved.changed
    verdict.scope = swept(scope, sweep, mended, now)
    repaired += mended
  }
  await writeScopes(
    deps.database,
    accountId,
    verdicts.map(({ scope }) => scope),
  )
  return repaired
}

/** One cursor and one count for the whole account (Gmail), instead of one for each folder (Graph). */
const isByAccount = ({ session, look }: Checking): boolean => session.cursors(look.mailboxes).includes(null)

/** Folders that could not be read are not counted: of what is in them nothing is known. */
async function countScopes(checking: Checking, waiting: number): Promise<Counted[]> {
  const { deps, accountId, look } = checking
  if (isByAccount(checking)) {
    const { localCount, remoteCount } = await totals(checking)
    return [{ mailboxId: null, localCount: localCount + waiting, remoteCount }]
  }
  const rows = await deps.database.query<{ mailbox_id: MailboxId; count: number }>(
    `select r.mailbox_id, count(*) as count from remote_message r
     where r.account_id = $1 and r.uid is null and r.missing_since is null group by 1`,
    [accountId],
  )
  const counts = new Map(rows.map((row) => [row.mailbox_id, row.count]))
  const failed = new Set(look.failures.map((failure) => failure.mailboxId))
  return look.mailboxes.flatMap(({ id, total }) =>
    total === null || failed.has(id)
      ? []
      : [{ mailboxId: id, localCount: counts.get(id) ?? 0, remoteCount: total }],
  )
}

/** Messages that are here, and how many the provider counts; what waits to be fetched is not here. */
async function totals(checking: Checking): Promise<{ localCount: number; remoteCount: number }> {
  const { deps, accountId, session, look } = checking
  const [row] = await deps.database.query<{ localCount: number }>(
    `select count(distinct substr(r.remote_id, strpos(r.remote_id, '/') + 1)) as "localCount" from remote_message r
     where r.account_id = $1 and r.uid is null and r.missing_since is null`,
    [accountId],
  )
  const remoteCount = isByAccount(checking)
    ? await session.total()
    : look.mailboxes.reduce((sum, { total }) => sum + (total ?? 0), 0)
  return { localCount: row?.localCount ?? 0, remoteCount: remoteCount }
}

/** `untried`: not even asked for once, as in an import; the others are not handed out. */
async function countWaiting({ deps, accountId }: Checking): Promise<{ all: number; untried: number }> {
  const [row] = await deps.database.query<{ all: number; untried: number }>(
    `select count(*) as all, count(*) filter (where attempts = 0) as untried from sync_item where account_id = $1`,
    [accountId],
  )
  return row ?? { all: 0, untried: 0 }
}
