import type { SyncDeps } from '../ledger/sync-deps.ts'
import type { AccountId, MailboxId } from '@plmail/wire'
import type { RunContext } from '../../jobs/index.ts'
import type {
  AccountSession,
  FolderSession,
  MailSession,
  ProviderError,
} from '../../providers/contract/index.ts'
import { accountJob, flushOutbox, syncAccount, syncBacklog } from '../sync-jobs.ts'
import { nextOperation, settleSent } from '../outbox/operations.ts'
import { fetchItems } from '../by-folder/fetch-items.ts'
import { fetchByIds } from '../by-item/fetch-by-id.ts'
import { type ItemSync, syncItems } from '../by-item/sync-items.ts'
import { toOurMailboxes } from '../ledger/our-mailboxes.ts'
import { resolveItems } from '../by-item/resolve-items.ts'
import { nextDue, nextItems } from '../ledger/ledger-items.ts'
import { isLasting, noteFolderTrouble } from '../ledger/folder-trouble.ts'
import { syncFolders } from '../by-folder/sync-folders.ts'
import type { KnownMailbox } from '../ledger/list-mailboxes.ts'
import { anyMissing } from '../ledger/locations.ts'
import { syncQuotas } from './sync-quotas.ts'
import { backOff } from '../observe.ts'
import { checkFolders } from '../verify/check-folders.ts'
import { checkItems } from '../verify/check-items.ts'
import { countFrom } from '../watches/delays.ts'
import { resolveMissing } from '../by-folder/resolve-missing.ts'
import { askAgain } from '../ledger/unfetched-items.ts'

// Fetched within the look itself, so that new mail and the first screen of an import do not wait for the backlog lane.
const firstScreen = 60
const freshLimit = 200
// A message may move while we look, from a folder not read yet to one that was. Only a pass in which no folder got
// anything proves that what was missing before it is nowhere.
const maxPasses = 3

/**
 * One look at an account: list, pull what changed, fetch what is fresh, then decide what became of messages
 * that went missing. Safe to run twice: every step is recorded by remote id in the transaction that does it.
 */
export async function runAccountSync(
  deps: SyncDeps,
  accountId: AccountId,
  session: MailSession,
  context: RunContext,
): Promise<void> {
  await countFrom(deps.database, accountId, deps.clock.now())
  if (session.names === 'in-account') return syncByIds(deps, accountId, session, context)
  const startedAt = deps.clock.now()
  let trouble: ProviderError | undefined
  let unfinished = false
  for (let pass = 1; pass <= maxPasses; pass++) {
    const passAt = deps.clock.now()
    const look = await syncFolders(deps, accountId, session, context.signal, (mailboxes, mailbox) =>
      mailbox.role === 'inbox'
        ? fetchFresh(deps, accountId, session, mailboxes, startedAt, firstScreen)
        : Promise.resolve(),
    )
    await fetchFresh(deps, accountId, session, look.mailboxes, startedAt, freshLimit)
    trouble = look.trouble
    if (!look.complete) break
    const paths = getPaths(look.mailboxes)
    const emptied = !look.grew && (await resolveMissing(deps, { accountId, session, paths, passAt }))
    await settleSent(deps.database, accountId)
    unfinished = emptied || (await anyMissing(deps.database, accountId, look.grew ? undefined : passAt))
    if (!unfinished) break
  }
  if (trouble === undefined && !unfinished && (await checkFolders(deps, accountId, session)))
    await enqueueSync(deps, accountId)
  await askAgain(deps.database, accountId, deps.clock.now(), 'due')
  await queueBacklog(deps, accountId)
  await queueOutbox(deps, accountId)
  if (unfinished) await enqueueSync(deps, accountId)
  await syncQuotas(deps, accountId, session)
  // Stated and tried again, but only after everything else was looked at.
  if (trouble) throw trouble
}

/** As above, for a provider whose message ids hold for the whole account: one pass tells where everything is. */
async function syncByIds(
  deps: SyncDeps,
  accountId: AccountId,
  session: AccountSession,
  { signal }: RunContext,
): Promise<void> {
  const startedAt = deps.clock.now()
  const fetchListed = async (mailboxes: readonly KnownMailbox[], limit: number) => {
    const items = await nextItems(deps.database, accountId, deps.clock.now(), limit, startedAt)
    const target = { accountId, session, ours: toOurMailboxes(mailboxes), mayBeHere: true }
    if (items.length > 0) await fetchByIds(deps, target, items)
  }
  let pages = 0
  const look = await syncItems(deps, accountId, session, signal, (mailboxes) =>
    pages++ === 0 ? fetchListed(mailboxes, firstScreen) : Promise.resolve(),
  )
  await fetchListed(look.mailboxes, freshLimit)
  if (!look.trouble) await concludeLook(deps, accountId, session, { look, signal })
  await askAgain(deps.database, accountId, deps.clock.now(), 'due')
  await queueBacklog(deps, accountId)
  await queueOutbox(deps, accountId)
  await syncQuotas(deps, accountId, session)
  // Stated and tried again, but only after everything else was looked at.
  if (look.trouble) throw look.trouble
}

/**
 * Decides what became of messages that left their places, once every folder has been read. One that cannot be read for a
 * few looks holds nothing back any longer: what is missing is asked for by its id.
 */
async function concludeLook(
  deps: SyncDeps,
  accountId: AccountId,
  session: AccountSession,
  { look, signal }: { look: ItemSync; signal: AbortSignal },
): Promise<void> {
  const attempts = await noteFolderTrouble(deps.database, accountId, look.failures, deps.clock.now())
  const isReadEnough = [...attempts.values()].every(isLasting)
  let unanswered = 0
  if (isReadEnough) {
    const resolved = await resolveItems(deps, { accountId, session, ours: toOurMailboxes(look.mailboxes) })
    unanswered = resolved.unanswered
    await settleSent(deps.database, accountId)
    if (await checkItems({ deps, accountId, session, look, signal })) await enqueueSync(deps, accountId)
  }
  const tries = Math.max(0, ...attempts.values())
  if (tries > 0 || unanswered > 0) await enqueueLaterSync(deps, accountId, tries > 0 ? tries : 5)
}

const enqueueSync = (deps: SyncDeps, accountId: AccountId): Promise<void> =>
  deps.jobs.enqueue(undefined, syncAccount, { accountId }, accountJob(syncAccount, accountId))

/** Beside the looks that come anyway, none of which waits for it. */
function enqueueLaterSync(deps: SyncDeps, accountId: AccountId, tries: number): Promise<void> {
  const { key, ...queue } = accountJob(syncAccount, accountId)
  const options = { ...queue, key: `${key ?? ''}:folders`, runAt: backOff(deps.clock.now(), tries) }
  return deps.jobs.enqueue(undefined, syncAccount, { accountId }, options)
}

function getPaths(mailboxes: readonly KnownMailbox[]): Map<MailboxId, string> {
  return new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox.remoteId]))
}

async function fetchFresh(
  deps: SyncDeps,
  accountId: AccountId,
  session: FolderSession,
  mailboxes: readonly KnownMailbox[],
  since: Date,
  limit: number,
): Promise<void> {
  const items = await nextItems(deps.database, accountId, deps.clock.now(), limit, since)
  if (items.length === 0) return
  const target = { accountId, session, paths: getPaths(mailboxes), recogniseMoves: true }
  await fetchItems(deps, target, items)
}

async function queueBacklog(deps: SyncDeps, accountId: AccountId): Promise<void> {
  const due = await nextDue(deps.database, accountId)
  if (!due) return
  const runAt = due > deps.clock.now() ? { runAt: due } : {}
  await deps.jobs.enqueue(
    undefined,
    syncBacklog,
    { accountId },
    { ...accountJob(syncBacklog, accountId), ...runAt },
  )
}

/**
 * Queues operations that waited for the account to be reachable or its password to be corrected, now that a sync
 * succeeded.
 */
async function queueOutbox(deps: SyncDeps, accountId: AccountId): Promise<void> {
  const due = await nextOperation(deps.database, accountId)
  if (!due) return
  const runAt = due > deps.clock.now() ? { runAt: due } : {}
  await deps.jobs.enqueue(
    undefined,
    flushOutbox,
    { accountId },
    { ...accountJob(flushOutbox, accountId), ...runAt },
  )
}
