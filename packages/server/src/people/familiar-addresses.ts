import { createHash } from 'node:crypto'
import type { UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Sql } from '../store/index.ts'
import { addressGroup } from './sign-in-throttle.ts'

/** The addresses that a user has signed in from with the right password, for as long as that is likely to repeat. */
export interface FamiliarAddresses {
  has(userId: UserId | undefined, address: string): Promise<boolean>
  note(userId: UserId, address: string): Promise<void>
}

const keptMs = 90 * 86_400_000
/** The limit for one user; the oldest go. */
const maxRetained = 50

export function createFamiliarAddresses({ store, clock }: { store: Sql; clock: Clock }): FamiliarAddresses {
  const since = () => new Date(clock.now().getTime() - keptMs)
  return {
    // Also asked for nobody, so that the time it takes does not tell whether there is such a user.
    has: async (userId = 0 as UserId, address) => {
      const rows = await store.query(
        'select 1 from familiar_address where user_id = $1 and digest = $2 and last_at > $3',
        [userId, computeDigest(userId, address), since()],
      )
      return rows.length > 0
    },
    note: async (userId, address) => {
      await store.query(
        `insert into familiar_address (user_id, digest, last_at) values ($1, $2, $3)
         on conflict (user_id, digest) do update set last_at = excluded.last_at`,
        [userId, computeDigest(userId, address), clock.now()],
      )
      await store.query(
        `delete from familiar_address where user_id = $1 and digest in (
           select digest from familiar_address where user_id = $1 order by last_at desc offset $2)`,
        [userId, maxRetained],
      )
    },
  }
}

const computeDigest = (userId: UserId, address: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${addressGroup(address)}`)
    .digest()
