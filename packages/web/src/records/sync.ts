import type { StateChange } from '@plmail/wire'
import type { Jmap } from '../net/index.ts'
import { follow, loadMailboxes } from './deltas.ts'
import type { ThreadList } from './list.ts'
import type { Store } from './store.ts'

/** Keeps records and mounted lists true after live events, local writes and reconnections. */
export interface Sync {
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
  store: Store
  /** The lists on screen now. */
  mounted: () => Iterable<ThreadList>
  onUnknownAccount: () => void
  /** Waits between two rounds, so that an import's stream of events costs a few requests a second. */
  pause: () => Promise<void>
}

export function createSync({ jmap, store, mounted, onUnknownAccount, pause }: SyncParts): Sync {
  const states = new Map<string, string>()
  const dirty = new Set<string>()
  /** Could not be followed: tried again with the next event or reconnection, not in a tight loop. */
  const unreached = new Set<string>()

  function retryUnreached(): void {
    for (const accountId of unreached) dirty.add(accountId)
    unreached.clear()
  }
  let running: Promise<void> | undefined

  async function refollow(accountId: string): Promise<void> {
    const since = states.get(accountId)
    if (since === undefined) return load(accountId)
    const { followed, state } = await follow(jmap, store, accountId, since)
    if (states.has(accountId)) states.set(accountId, state)
    if (followed === 'unreachable') unreached.add(accountId)
    if (followed !== 'too-old') return
    store.forgetAccount(accountId)
    await load(accountId)
    dirty.add(accountId)
  }

  async function load(accountId: string): Promise<void> {
    const state = await loadMailboxes(jmap, store, accountId)
    if (state !== undefined) states.set(accountId, state)
  }

  async function run(): Promise<void> {
    while (dirty.size > 0) {
      const accountIds = [...dirty]
      dirty.clear()
      await Promise.all([...accountIds.map(refollow), ...[...mounted()].map((list) => list.refresh())])
      await pause()
    }
  }

  function start(): Promise<void> {
    running ??= run().finally(() => (running = undefined))
    return running
  }

  return {
    begin(accountId) {
      if (!states.has(accountId)) return load(accountId)
      dirty.add(accountId)
      return start()
    },
    restore(kept) {
      for (const [accountId, state] of kept) states.set(accountId, state)
    },
    states: () => states,
    end(accountId) {
      states.delete(accountId)
      dirty.delete(accountId)
      unreached.delete(accountId)
      store.forgetAccount(accountId)
    },
    changed({ changed }) {
      retryUnreached()
      for (const [accountId, types] of Object.entries(changed)) {
        const known = states.get(accountId)
        if (known === undefined) onUnknownAccount()
        else if (Object.values(types).some((state) => Number(state) > Number(known))) dirty.add(accountId)
      }
      if (dirty.size > 0) void start()
    },
    catchUp() {
      for (const accountId of states.keys()) dirty.add(accountId)
      return start()
    },
  }
}
