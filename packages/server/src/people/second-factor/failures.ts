import type { UserId } from '@plmail/wire'
import type { Tx } from '../../store/index.ts'

/**
 * Failed second factors of a user, codes and passkeys together: five in 15 minutes close both. Whoever calls holds the user's
 * row.
 */
const windowMs = 15 * 60_000
const maxFailures = 5

export async function noteFailure(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx.query('insert into second_factor_failure (user_id, at) values ($1, $2)', [userId, now])
}

export async function clearFailures(tx: Tx, userId: UserId): Promise<void> {
  await tx.query('delete from second_factor_failure where user_id = $1', [userId])
}

/** When the oldest of too many failures leaves the window; undefined while there is room. Forgets those that have left. */
export async function closedUntil(tx: Tx, userId: UserId, now: Date): Promise<Date | undefined> {
  await tx.query('delete from second_factor_failure where user_id = $1 and at <= $2', [
    userId,
    new Date(now.getTime() - windowMs),
  ])
  const failures = await tx.query<{ at: Date }>(
    'select at from second_factor_failure where user_id = $1 order by at',
    [userId],
  )
  const [oldest] = failures
  return oldest && failures.length >= maxFailures ? new Date(oldest.at.getTime() + windowMs) : undefined
}
