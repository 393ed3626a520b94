import type { PasskeyId, UserId } from '@plmail/wire'
import type { Tx } from '../store/index.ts'
import { endRemembering } from './sessions.ts'

/**
 * Ends what a passkey signed in, remembered sign-ins included, except the session named by `keeping`. The caller has the
 * cache of sessions forget the user.
 */
export async function endPasskeySessions(
  tx: Tx,
  userId: UserId,
  id: PasskeyId,
  keeping?: Buffer,
): Promise<void> {
  const ended = await tx.query<{ until: Date | null }>(
    `delete from web_session where passkey_id = $1 and ($2::bytea is null or digest <> $2)
     returning remembered_until as until`,
    [id, keeping ?? null],
  )
  for (const { until } of ended) if (until !== null) await endRemembering(tx, userId, until)
  await tx.query('update web_session set passkey_id = null where passkey_id = $1', [id])
}
