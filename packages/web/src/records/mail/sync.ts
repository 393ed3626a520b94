import type { StateChange } from '@plmail/wire'
import type { Jmap } from '../../net/index.ts'
import { follow, loadMailboxes } from './deltas.ts'
import type { MailRecords } from './store.ts'

/** Keeps records and mounted lists true after live events, local writes and reconnections. */
export interface RecordSync {
  /** An account whose records are to be kept; loads its mailboxes, or goes on from where the disk left off. */
  begin(accountId: string): Promise<void>
  /** Up to which states what was read from the disk is true. */
  restore(states: ReadonlyMap<string, string>): void
  /** By account: up to which state everything held is true. */
  states(): ReadonlyMap<string, string>
  end(accountId: string): void
  /** Something may have changed; unknown accounts are answered by `onUnknownAccount`. */
  changed(change: StateChange): void
  /** After a gap in the live stream, or when the user asks. */
  catchUp(): Promise<void>
}

export interface SyncParts {
  jmap: Jmap
  store: MailRecords
  /** The lists on screen now, and what is to agree with them. */
  mounted: () => Iterable<{ refresh(): Promise<boolean> }>
  onUnknownAccount: () => void
  /** Waits between two rounds, so that an import's stream of events costs a few requests a second. */
  pause: () => Promise<void>
  /** Runs `task` after so many ms. */
  after: (ms: number, task: () => void) => void
}

const firstRetryMs = 5_000
const lastRetryMs = 60_000
/** Asked for again with one answer of changes; the rest with the next. */
const doubtfulAtOnce = 50

export function createSync({ jmap, store, mounted, onUnknownAccount, pause, after }: SyncParts): RecordSync {
  const accounts = new Set<string>()
  const states = new Map<string, string>()
  const dirty = new Set<string>()
  /** The lowest state of an answer that was laid since an account was last followed. */
  const lowest = new Map<string, number>()
  const doubtful = new Map<string, Set<string>>()
  /** Something could not be had: all is asked for with the next event, the next connection, or after a while. */
  let isBehind = false
  let retryMs = firstRetryMs
  let running: Promise<void> | undefined

  store.onDoubt((accountId, state, emailId) => {
    if (!accounts.has(accountId)) return
    lowest.set(accountId, Math.min(lowest.get(accountId) ?? Infinity, state))
    if (emailId !== undefined) doubtful.set(accountId, (doubtful.get(accountId) ?? new Set()).add(emailId))
    // An answer that took longer than those asked for after it: what changed in between was not asked for with it.
    const isOld = state < Number(states.get(accountId))
    if (isOld) states.set(accountId, String(state))
    if (!isOld && emailId === undefined) return
    dirty.add(accountId)
    void start()
  })

  /** False when it could not be followed. */
  async function refollow(accountId: string): Promise<boolean> {
    const since = states.get(accountId)
    if (since === undefined) return load(accountId)
    lowest.delete(accountId)
    const ids = [...(doubtful.get(accountId) ?? [])].slice(0, doubtfulAtOnce)
    for (const id of ids) doubtful.get(accountId)?.delete(id)
    const { followed, state } = await follow(jmap, store, accountId, since, ids)
    if (!accounts.has(accountId)) return true
    const isOld = reach(accountId, state)
    if (followed === 'unreachable') for (const id of ids) doubtful.get(accountId)?.add(id)
    else if (isOld || doubtful.get(accountId)?.size) dirty.add(accountId)
    return followed === 'too-old' ? load(accountId, true) : followed === 'done'
  }

  async function load(accountId: string, isAnew = false): Promise<boolean> {
    const state = await loadMailboxes(jmap, store, accountId, () => isAnew && store.forgetAccount(accountId))
    if (!accounts.has(accountId)) store.forgetAccount(accountId)
    else if (state !== undefined && (reach(accountId, state) || isAnew)) dirty.add(accountId)
    return state !== undefined
  }

  /** Whether something older was laid on the way: it is true up to there only. */
  function reach(accountId: string, state: string): boolean {
    const reached = Math.min(Number(state), lowest.get(accountId) ?? Infinity)
    states.set(accountId, String(reached))
    return reached < Number(state)
  }

  async function run(): Promise<void> {
    while (dirty.size > 0) {
      const accountIds = [...dirty]
      dirty.clear()
      const lists = [...mounted()].map((list) => list.refresh())
      const done = await Promise.all([...accountIds.map(refollow), ...lists])
      if (done.includes(false)) fallBehind()
      else retryMs = firstRetryMs
      await pause()
    }
    running = undefined
  }

  function start(): Promise<void> {
    if (dirty.size > 0) running ??= run()
    return running ?? Promise.resolve()
  }

  function fallBehind(): void {
    if (isBehind) return
    isBehind = true
    after(retryMs, () => void catchUp())
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  function catchUp(): Promise<void> {
    isBehind = false
    for (const accountId of accounts) dirty.add(accountId)
    return start()
  }

  return {
    async begin(accountId) {
      accounts.add(accountId)
      if (states.has(accountId)) {
        dirty.add(accountId)
        return start()
      }
      if (!(await load(accountId))) fallBehind()
      void start()
    },
    restore(storedStates) {
      for (const [accountId, state] of storedStates) states.set(accountId, state)
    },
    states: () => states,
    end(accountId) {
      for (const byAccount of [accounts, states, dirty, doubtful]) byAccount.delete(accountId)
      store.forgetAccount(accountId)
    },
    changed({ changed }) {
      for (const [accountId, types] of Object.entries(changed)) {
        const knownState = Number(states.get(accountId) ?? -1)
        if (!accounts.has(accountId)) onUnknownAccount()
        else if (Object.values(types).some((state) => Number(state) > knownState)) dirty.add(accountId)
      }
      void (isBehind ? catchUp() : start())
    },
    catchUp,
  }
}
