import type { Clock } from '../kit/clock.ts'
import type { Listen } from './listen.ts'
import type { Tx } from './sql.ts'

/** A cache of look-ups of the last seconds, so that a busy client does not cost one per request. */
export interface NotifiedCache<T> {
  get(key: string): T | undefined
  /**
   * Looks up and keeps what was found, unless it was to be forgotten meanwhile: what was read before that must not
   * outlive it. What is not found is not kept, so what is new works at once.
   */
  lookUp<Found extends T | undefined>(key: string, find: () => Promise<Found>): Promise<Found>
  /**
   * Makes every process forget once the transaction commits; this one at once, the others as they hear of it. `about`
   * is handed to the listeners of `onForget`.
   */
  forget(tx: Tx, about?: string): Promise<void>
  /**
   * Calls back after every process-wide forgetting, perhaps twice for one, with its `about`; with the empty text when it
   * may be about anything. Answers how to stop.
   */
  onForget(listener: (about: string) => void): () => void
}

// How long something forgotten elsewhere could work on while a process misses notifications.
const keptMs = 30_000
const maxRetained = 5_000

/** `channel` is where the processes tell each other to forget; one for each kind of thing known. */
export function createNotifiedCache<T>(channel: string, listen: Listen, clock: Clock): NotifiedCache<T> {
  const entries = new Map<string, { value: T; until: number }>()
  let forgotten = 0
  let listening: Promise<unknown> | undefined
  const listeners = new Set<(about: string) => void>()
  const empty = (about: string) => {
    forgotten++
    entries.clear()
    for (const listener of listeners) listener(about)
  }
  const startListening = () => (listening ??= listen(channel, { notify: empty, missed: () => empty('') }))
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry && entry.until > clock.now().getTime()) return entry.value
      entries.delete(key)
      return undefined
    },
    lookUp: async (key, find) => {
      await startListening()
      const before = forgotten
      const value = await find()
      if (value === undefined || forgotten !== before) return value
      if (entries.size >= maxRetained) entries.clear()
      entries.set(key, { value, until: clock.now().getTime() + keptMs })
      return value
    },
    forget: async (tx, about = '') => {
      tx.afterCommit(() => empty(about))
      await tx.query('select pg_notify($1, $2)', [channel, about])
    },
    onForget: (listener) => {
      void startListening() // never fails for an absent database
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
