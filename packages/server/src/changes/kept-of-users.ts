import type { UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import { createKnown, type Known, type Tx } from '../store/index.ts'
import type { Listen } from './live.ts'

export interface KeptOfUsers {
  /** See `Changes.whileAccountsStay`. */
  keep<T>(read: (userId: UserId) => Promise<T>): (userId: UserId) => Promise<T>
  /** An account came or went. */
  forget(tx: Tx): Promise<void>
}

export function createKeptOfUsers(listen: Listen, clock: Clock): KeptOfUsers {
  const kept = <T>(): Known<T> => createKnown('plmail_accounts', listen, clock)
  // One at least, because others keep something where this process keeps nothing.
  const all: Array<Pick<Known<unknown>, 'forget'>> = [kept()]
  return {
    keep: <T>(read: (userId: UserId) => Promise<T>) => {
      const known = kept<{ found: T }>()
      all.push(known)
      return async (userId) => {
        const key = String(userId)
        const recent = known.get(key)
        if (recent) return recent.found
        return (await known.lookUp(key, async () => ({ found: await read(userId) }))).found
      }
    },
    forget: async (tx) => {
      for (const one of all) await one.forget(tx)
    },
  }
}
