import type { UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import { createNotifiedCache, type NotifiedCache, type Tx } from '../store/index.ts'
import type { ListenForChanges } from './live.ts'

export interface UserCache {
  /** See `Changes.whileAccountsStay`. */
  keep<T>(read: (userId: UserId) => Promise<T>): (userId: UserId) => Promise<T>
  /** An account came or went. */
  forget(tx: Tx): Promise<void>
}

export function createUserCache(listen: ListenForChanges, clock: Clock): UserCache {
  const createCache = <T>(): NotifiedCache<T> => createNotifiedCache('plmail_accounts', listen, clock)
  // One at least, because others keep something where this process keeps nothing.
  const all: Array<Pick<NotifiedCache<unknown>, 'forget'>> = [createCache()]
  return {
    keep: <T>(read: (userId: UserId) => Promise<T>) => {
      const cache = createCache<{ found: T }>()
      all.push(cache)
      return async (userId) => {
        const key = String(userId)
        const recent = cache.get(key)
        if (recent) return recent.found
        return (await cache.lookUp(key, async () => ({ found: await read(userId) }))).found
      }
    },
    forget: async (tx) => {
      for (const cache of all) await cache.forget(tx)
    },
  }
}
