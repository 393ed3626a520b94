import type { UserId } from '@plmail/wire'
import type { Events } from '../../events/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { NotifiedCache, Tx } from '../../store/index.ts'
import { revokeAllDevices } from '../revoke-all-devices.ts'
import { expireOthers } from '../sessions.ts'
import type { OpenSession } from '../session.ts'
import { clearFailures } from './failures.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

export interface SwitchOnNeeds {
  clock: Clock
  random: Random
  events: Pick<Events, 'publish'>
  /** Told when sessions end. */
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
}

/**
 * Does what the first factor of any kind brings along, and returns the recovery codes. Every session but this one came in
 * by the password alone and ends. Whoever calls holds the user's row and has written the factor.
 */
export async function switchOnTwoFactor(
  { clock, random, sessions, events }: SwitchOnNeeds,
  tx: Tx,
  { userId, session }: { userId: UserId; session: Buffer },
): Promise<string[]> {
  const { codes, digests } = makeRecoveryCodes(random)
  await tx.query('update app_user set backup_codes = $2::jsonb where id = $1', [
    userId,
    JSON.stringify(digests),
  ])
  await clearFailures(tx, userId)
  await revokeAllDevices(tx, userId)
  await expireOthers(tx, userId, session, clock.now())
  await sessions.forget(tx, String(userId))
  await events.publish('sign-in-changed', { tx, userId, change: 'second-factor-on' })
  return codes
}
