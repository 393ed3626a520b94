import type { UserId } from '@plmail/wire'
import type { Tx } from '../store/index.ts'

/**
 * Whether the session is open, and then until the transaction ends: what its user adds to their ways in must not outlive a
 * session that ended meanwhile. The caller holds the user's row, so that whoever ends all of them has finished.
 */
export async function holdSession(tx: Tx, userId: UserId, digest: Buffer, now: Date): Promise<boolean> {
  const sessions = await tx.query(
    'select 1 from web_session where digest = $1 and user_id = $2 and expires_at > $3 for share',
    [digest, userId, now],
  )
  return sessions.length > 0
}
