import type { AccountId } from '@plmail/wire'
import type { Log } from '../../kit/log.ts'
import type { Mail, MailboxView } from '../../mail/index.ts'
import type { MailSession } from '../../providers/contract/index.ts'
import type { Locks } from '../../store/index.ts'
import type { OpenMailSession, SyncAccounts } from '../types.ts'
import { needsPerson } from '../observe.ts'

export interface WatchingDeps {
  accounts: Pick<SyncAccounts, 'activeIds'>
  mail: Pick<Mail, 'mailboxes'>
  open: OpenMailSession
  refresh(id: AccountId): Promise<void>
  /** Held while an account is watched, so that one process of several does it; undefined: somebody else does. */
  locks: Pick<Locks, 'tryLock'>
  log: Log
}

export interface Watching {
  start(): Promise<void>
  stop(): Promise<void>
  /** Ends the account's watches; they begin again with fresh credentials. */
  restart(id: AccountId): Promise<void>
}

// IMAP servers commonly allow ten connections per user and address; looking, sending and importing need three.
const watchedMailboxes = 4
const lookAroundMilliseconds = 5_000
// A password that is known to be wrong is tried at the pace of the poll; `restart` ends the wait.
const ticksForPeople = (15 * 60_000) / lookAroundMilliseconds
// Servers announce a burst line by line; one look covers it.
const settleMilliseconds = 150
const watchedFirst = ['inbox', 'archive', 'sent', 'drafts', 'trash', 'junk']

interface Watched {
  release: () => Promise<void>
  mailboxes: Map<string, { stop: () => Promise<void>; session: MailSession }>
  retryAfter: number
  failures: number
}

/**
 * Listens for changes on the mailboxes people look at (IMAP IDLE), each on its own connection, all in this process.
 * A watch only ever asks for a look; polling stays the truth. Every (re)start asks for one, which closes the gap
 * in which nobody listened.
 */
export function createWatching(deps: WatchingDeps): Watching {
  const watched = new Map<AccountId, Watched>()
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let ticks = 0

  const watchAccounts = async () => {
    ticks++
    const active = new Set(await deps.accounts.activeIds())
    for (const id of watched.keys()) if (!active.has(id)) await end(id)
    for (const id of active) {
      const entry = watched.get(id) ?? (await take(id))
      if (entry && entry.retryAfter <= ticks) await fill(id, entry)
    }
  }
  const take = async (id: AccountId): Promise<Watched | undefined> => {
    const lock = await deps.locks.tryLock(`watch:${id}`)
    if (!lock) return undefined
    const entry: Watched = { release: lock.release, mailboxes: new Map(), retryAfter: 0, failures: 0 }
    watched.set(id, entry)
    return entry
  }
  const fill = async (id: AccountId, entry: Watched) => {
    const mailboxIds = maxWatched(await deps.mail.mailboxes.list(id))
    for (const path of mailboxIds) {
      if (entry.mailboxes.has(path)) continue
      const started = await begin(id, entry, path)
      if (!started) return
    }
  }
  const begin = async (id: AccountId, entry: Watched, path: string): Promise<boolean> => {
    let session: MailSession | undefined
    try {
      session = await deps.open(id, 'live')
      const opened = session
      // Others announce changes to an address instead (sync/watches).
      if (opened.names === 'in-account') {
        await opened.close()
        return false
      }
      const stop = await opened.watch(path, {
        changed: debounced(() => deps.refresh(id)),
        ended: () => {
          deps.log.event('sync.watch-ended', { accountId: id })
          entry.mailboxes.delete(path)
          void opened.close()
        },
      })
      entry.mailboxes.set(path, { stop, session: opened })
      entry.failures = 0
      await deps.refresh(id)
      return true
    } catch (error) {
      // The cause shows as the account's condition when the next look meets it; here it only means "later".
      await session?.close()
      entry.failures++
      entry.retryAfter = ticks + (needsPerson(error) ? ticksForPeople : Math.min(2 ** entry.failures, 60))
      return false
    }
  }
  const end = async (id: AccountId) => {
    const entry = watched.get(id)
    watched.delete(id)
    if (!entry) return
    await Promise.all(
      [...entry.mailboxes.values()].map(({ stop, session }) => stop().then(() => session.close())),
    )
    await entry.release()
  }
  const schedule = () => {
    timer = setTimeout(() => {
      turn = watchAccounts().finally(schedule)
      // A lost database shows in health and ends with it; the next turn tries again.
      turn.catch(() => {})
    }, lookAroundMilliseconds)
    timer.unref()
  }
  return {
    start: async () => {
      // Not waited for: connecting to mail servers that do not answer takes minutes, and the next turn tries again.
      turn = watchAccounts().finally(schedule)
      turn.catch(() => {})
    },
    stop: async () => {
      await turn.catch(() => {})
      clearTimeout(timer)
      await Promise.all([...watched.keys()].map(end))
    },
    restart: end,
  }
}

function maxWatched(mailboxes: readonly MailboxView[]): string[] {
  const rank = (mailbox: MailboxView) => {
    const index = watchedFirst.indexOf(mailbox.role ?? '')
    return index === -1 ? watchedFirst.length : index
  }
  return mailboxes
    .filter((mailbox) => mailbox.isSelectable && mailbox.remoteId !== null)
    .sort((a, b) => rank(a) - rank(b) || b.totalEmails - a.totalEmails)
    .slice(0, watchedMailboxes)
    .flatMap((mailbox) => (mailbox.remoteId === null ? [] : [mailbox.remoteId]))
}

function debounced(run: () => Promise<void>): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      // Losing a hint is harmless: the poll is the truth.
      run().catch(() => {})
    }, settleMilliseconds)
  }
}
