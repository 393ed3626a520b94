import type { UserId } from '@plmail/wire'
import type { Tx } from '../store/index.ts'

/** Ends the trust in every device of the user. Their sessions go on: whoever calls decides about those. */
export async function revokeAllDevices(tx: Tx, userId: UserId): Promise<void> {
  await tx.query('update web_session set trusted_device_id = null where user_id = $1', [userId])
  await tx.query('delete from trusted_device where user_id = $1', [userId])
}
