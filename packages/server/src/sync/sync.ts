import type { AccountId } from '@plmail/wire'
import type { Changes } from '../changes/index.ts'
import type { Jobs, RunContext } from '../jobs/index.ts'
import type { Events } from '../events/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Mail } from '../mail/index.ts'
import type { MailSession } from '../providers/contract/index.ts'
import type { Database, Listen } from '../store/index.ts'
import type { ImportProgress, OpenMailSession, SessionPurpose, Sync, SyncAccounts } from './types.ts'
import {
  type AccountPayload,
  accountJob,
  flushOutbox,
  pollAccounts,
  restoreMessages,
  syncAccount,
  syncBacklog,
} from './sync-jobs.ts'
import { workOffBacklog } from './account/backlog.ts'
import { selectProgress } from './ledger/progress.ts'
import { createSessions } from './account/mail-sessions.ts'
import { runAccountSync } from './account/sync-account.ts'
import { damageCard } from './verify/damage-card.ts'
import { restoreDamaged } from './verify/restore-damaged.ts'
import { troubledFolders } from './ledger/folder-trouble.ts'
import { askAgain, countUnfetched } from './ledger/unfetched-items.ts'
import { askForSweep, selectFigures } from './verify/check-row.ts'
import { createWatching, type WatchingDeps } from './by-folder/idle-watcher.ts'
import { createObserved } from './observe.ts'
import { flushAccount } from './outbox/flush.ts'
import { dismissRefused, listRefused, purgeRefused } from './outbox/refused-operations.ts'
import type { FlushDeps } from './outbox/flush-context.ts'

export interface SyncOptions {
  database: Database
  changes: Changes
  jobs: Jobs
  mail: Mail
  accounts: SyncAccounts
  events: Pick<Events, 'subscribe'>
  open: OpenMailSession
  locks: WatchingDeps['locks']
  listen: Listen
  clock: Clock
  log: Log
  halfMoveMilliseconds?: number
}

/** Asks for a look at the account; bursts coalesce. For processes that only ask. */
function requestSync(jobs: Pick<Jobs, 'enqueue'>, id: AccountId): Promise<void> {
  return jobs.enqueue(undefined, syncAccount, { accountId: id }, accountJob(syncAccount, id))
}

/** Declares the jobs that keep accounts in step and returns the room's door. */
export function createSync(options: SyncOptions): Sync {
  const { jobs, database } = options
  const sessions = createSessions(options.open)
  const refresh = (id: AccountId) => requestSync(jobs, id)
  let stopListening: (() => Promise<void>) | undefined
  const watching = createWatching({ ...options, refresh })
  const observed = createObserved(options)
  const deps = { ...options, announceProgress: announceTo(options) }

  const enqueueRestore = (id: AccountId) =>
    jobs.enqueue(undefined, restoreMessages, { accountId: id }, accountJob(restoreMessages, id))
  const syncOnSession: FlushDeps['syncAccount'] = (id, session, context) =>
    runAccountSync(deps, id, session, context)

  const talk =
    (
      purpose: SessionPurpose,
      work: (id: AccountId, session: MailSession, context: RunContext) => Promise<void>,
    ) =>
    async ({ accountId }: AccountPayload, context: RunContext) => {
      // A job may outlive its account.
      if (!(await options.accounts.activeIds()).includes(accountId)) return
      await observed(accountId, () =>
        sessions.use(accountId, purpose, (session) => work(accountId, session, context)),
      )
    }
  jobs.handle(
    syncAccount,
    talk('live', (id, session, context) => runAccountSync(deps, id, session, context)),
  )
  jobs.handle(
    syncBacklog,
    talk('backlog', (id, session, context) => workOffBacklog(deps, id, session, context)),
  )
  jobs.handle(
    restoreMessages,
    talk('backlog', async (id, session) => {
      if (await restoreDamaged(deps, id, session)) await enqueueRestore(id)
    }),
  )
  jobs.handle(
    flushOutbox,
    talk('live', (id, session, context) =>
      flushAccount({ ...deps, syncAccount: syncOnSession }, id, session, context),
    ),
  )
  jobs.handle(pollAccounts, async () => {
    for (const id of await options.accounts.activeIds()) await refresh(id)
  })
  jobs.schedule({ cron: '*/15 * * * *', kind: pollAccounts })

  const forget = async (id: AccountId) => {
    await database.query('select pg_notify($1, $2)', [forgetChannel, String(id)])
  }
  options.events.subscribe('account-added', 'sync', ({ accountId }) => refresh(accountId))
  options.events.subscribe('account-credentials-changed', 'sync', async ({ accountId }) => {
    await forget(accountId)
    await refresh(accountId)
  })
  options.events.subscribe('account-removed', 'sync', ({ accountId }) => forget(accountId))

  return {
    refresh,
    forget,
    progress: (ids) => selectProgress(database, ids),
    mirror: (ids) => selectFigures(database, ids),
    sweep: async (id) => {
      await askForSweep(database, id)
      await refresh(id)
    },
    restoreDamaged: async () => {
      const accountIds = await options.mail.damage.follow()
      for (const id of accountIds) {
        options.log.event('sync.bytes-damaged', { accountId: id })
        await enqueueRestore(id)
      }
      return accountIds.length
    },
    storedBytes: async (views) => {
      const checks = await options.mail.damage.checks(views.map(({ id }) => id))
      return { checks, cards: views.flatMap((view) => damageCard(view, checks.get(view.id)) ?? []) }
    },
    shortfalls: async (ids) => {
      const [folders, counts] = await Promise.all([
        troubledFolders(database, ids),
        countUnfetched(database, ids),
      ])
      return new Map(
        ids.map((id) => [
          id,
          { folders: folders.get(id) ?? [], ...(counts.get(id) ?? { stubs: 0, rebuilt: 0 }) },
        ]),
      )
    },
    fetchAgain: async (id) => {
      const count = await askAgain(database, id, options.clock.now(), 'all')
      if (count > 0)
        await jobs.enqueue(undefined, syncBacklog, { accountId: id }, accountJob(syncBacklog, id))
      return count
    },
    refused: {
      list: (id) => listRefused(database, options.mail, id),
      dismiss: (id, operation) => dismissRefused(database, id, operation),
      purge: () => purgeRefused(database, options.clock.now()),
    },
    watch: async () => {
      stopListening ??= await listenToForget(options.listen, async (id) => {
        await Promise.all([sessions.forget(id), watching.restart(id)])
      })
      await watching.start()
    },
    stop: async () => {
      await stopListening?.()
      await watching.stop()
      await sessions.closeAll()
    },
  }
}

/** Another process may hold the connections that are to be given up. */
const forgetChannel = 'plmail_forget_account'

function listenToForget(
  listen: Listen,
  forget: (id: AccountId) => Promise<void>,
): Promise<() => Promise<void>> {
  return listen(forgetChannel, {
    notify: (payload) => {
      // A connection that cannot be closed in order is gone already.
      forget(Number(payload) as AccountId).catch(() => {})
    },
    // A connection with an old password fails at its next use, and is opened anew then.
    missed: () => {},
  })
}

function announceTo({ changes, accounts }: Pick<SyncOptions, 'changes' | 'accounts'>) {
  return async (accountId: AccountId, progress: ImportProgress | undefined) => {
    const owner = await accounts.getOwner(accountId)
    if (owner === undefined) return
    const done = progress ?? { done: 1, total: 1 }
    await changes.announce(owner, { kind: 'job', job: 'import', accountId, ...done, text: '' })
  }
}
