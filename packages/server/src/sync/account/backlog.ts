import type { AccountId, MailboxId } from '@plmail/wire'
import type { RunContext } from '../../jobs/index.ts'
import type { MailSession } from '../../providers/contract/index.ts'
import { accountJob, syncAccount, syncBacklog } from '../sync-jobs.ts'
import { fetchItems } from '../by-folder/fetch-items.ts'
import { fetchByIds } from '../by-item/fetch-by-id.ts'
import { toOurMailboxes } from '../ledger/our-mailboxes.ts'
import { nextDue, nextItems } from '../ledger/ledger-items.ts'
import { selectProgress } from '../ledger/progress.ts'
import type { SyncDeps } from '../ledger/sync-deps.ts'

export interface BacklogDeps extends SyncDeps {
  announceProgress(accountId: AccountId, progress: { done: number; total: number } | undefined): Promise<void>
}

// A turn ends after this long, so that several accounts importing at once advance together.
const turnMilliseconds = 15_000
const sliceSize = 500

/**
 * Works through the ledger, highest rank first, until it is empty or the turn is over.
 * Safe to run twice: an item leaves the ledger only in the transaction that stores its message.
 */
export async function workOffBacklog(
  deps: BacklogDeps,
  accountId: AccountId,
  session: MailSession,
  context: RunContext,
): Promise<void> {
  const paths = await pathsFromMailboxes(deps, accountId)
  const endsAt = deps.clock.now().getTime() + turnMilliseconds
  while (deps.clock.now().getTime() < endsAt) {
    context.signal.throwIfAborted()
    const items = await nextItems(deps.database, accountId, deps.clock.now(), sliceSize)
    if (items.length === 0) break
    const mayBeHere = await mayBeKnown(deps, accountId)
    if (session.names === 'in-account') {
      const ours = toOurMailboxes(await deps.mail.mailboxes.selectMailboxes(accountId))
      await fetchByIds(deps, { accountId, session, ours, mayBeHere }, items)
    } else await fetchItems(deps, { accountId, session, paths, recogniseMoves: mayBeHere }, items)
    await deps.announceProgress(accountId, (await selectProgress(deps.database, [accountId])).get(accountId))
  }
  await queueNext(deps, accountId)
}

async function pathsFromMailboxes(deps: BacklogDeps, accountId: AccountId): Promise<Map<MailboxId, string>> {
  const mailboxes = await deps.mail.mailboxes.selectMailboxes(accountId)
  return new Map(mailboxes.flatMap((m) => (m.remoteId === null ? [] : [[m.id, m.remoteId] as const])))
}

// Providers file the copy of what they sent within seconds; this is how long one may wait on the ledger since then.
const sentCopyMilliseconds = 24 * 3_600_000

/**
 * Whether what arrives may be a message that has gone missing, one that something decided here is moving, or the copy
 * that the provider kept of what it sent: that one is nowhere at the provider as far as we know, and nothing waits for it.
 */
async function mayBeKnown(
  { database, mail, clock }: Pick<BacklogDeps, 'database' | 'mail' | 'clock'>,
  accountId: AccountId,
): Promise<boolean> {
  const rows = await database.query<{ any: boolean }>(
    `select exists (select from remote_message where account_id = $1 and missing_since is not null)
       or exists (select from outbox_op where account_id = $1 and state <> 'refused') as any`,
    [accountId],
  )
  if (rows[0]?.any ?? false) return true
  return mail.provided.sentSince(accountId, new Date(clock.now().getTime() - sentCopyMilliseconds))
}

/** More turns while items wait; after the last one a look, which may now judge what went missing. */
async function queueNext(deps: BacklogDeps, accountId: AccountId): Promise<void> {
  const due = await nextDue(deps.database, accountId)
  const kind = due ? syncBacklog : syncAccount
  const runAt = due && due > deps.clock.now() ? { runAt: due } : {}
  await deps.jobs.enqueue(undefined, kind, { accountId }, { ...accountJob(kind, accountId), ...runAt })
}
