import type { UserId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { Upload } from './types.ts'

/** How much of uploads that may never be used one user can leave behind. */
export interface RoomLimits {
  maxBytes: number
  /** The sum is looked at each time a process has taken in this much more, not with every upload. */
  stepBytes: number
}

/** Far above `maxSizeUpload`, as RFC 8620 §6 asks, and enough to import a mailbox of a few ten thousand messages. */
export const defaultRoom: RoomLimits = { maxBytes: 1024 ** 3, stepBytes: 32 * 1024 ** 2 }

/** Each row weighs something: a flood of empty uploads must find the same end. */
const minWeight = 4096

/** Makes room for an upload that was just kept: RFC 8620 §6 has the oldest go first, and refuses nothing. */
export function createRoom(
  sql: Sql,
  { maxBytes, stepBytes }: RoomLimits,
): (userId: UserId, added: Upload) => Promise<void> {
  const unseen = new Map<UserId, number>()
  return async (userId, { digest, size }) => {
    const weight = (unseen.get(userId) ?? stepBytes) + Math.max(size, minWeight)
    unseen.set(userId, weight)
    if (weight < stepBytes) return
    unseen.set(userId, 0)
    // A day's sweep of uploads ends what is counted here, so the rows read are never many.
    await sql.query(
      `delete from upload u using (
         select account_id, digest,
           sum(greatest(size, $3)) over (order by uploaded_at desc, account_id, digest) as so_far
         from upload where user_id = $1) as o
       where u.account_id = o.account_id and u.digest = o.digest and o.so_far > $2 and u.digest <> $4`,
      [userId, maxBytes, minWeight, digest],
    )
  }
}
