import type { Clock } from '../kit/clock.ts'
import type { Listen, Tx } from '../store/index.ts'

/** What the look-ups of the last seconds found, so that a busy client does not cost one per request. */
export interface KnownAppPasswords<T> {
  get(key: string): T | undefined
  /**
   * Looks up and keeps what was found, unless a revocation came meanwhile: what was read before it must not outlive
   * it. What is not found is not kept, so a new app password works at once.
   */
  lookUp(key: string, find: () => Promise<T | undefined>): Promise<T | undefined>
  /** Makes every process forget once the transaction commits; this one at once, the others as they hear of it. */
  forget(tx: Tx): Promise<void>
}

const channel = 'plmail_app_passwords'
// How long a revoked app password could work on while a process misses notifications.
const keptMs = 30_000
const mostKept = 5_000

export function createKnownAppPasswords<T>(listen: Listen, clock: Clock): KnownAppPasswords<T> {
  const known = new Map<string, { value: T; until: number }>()
  let revocations = 0
  let listening: Promise<unknown> | undefined
  const empty = () => {
    revocations++
    known.clear()
  }
  return {
    get: (key) => {
      const entry = known.get(key)
      if (entry && entry.until > clock.now().getTime()) return entry.value
      known.delete(key)
      return undefined
    },
    lookUp: async (key, find) => {
      await (listening ??= listen(channel, { notify: empty, missed: empty }))
      const before = revocations
      const value = await find()
      if (value === undefined || revocations !== before) return value
      if (known.size >= mostKept) known.clear()
      known.set(key, { value, until: clock.now().getTime() + keptMs })
      return value
    },
    forget: async (tx) => {
      tx.afterCommit(empty)
      await tx.query('select pg_notify($1, $2)', [channel, ''])
    },
  }
}
