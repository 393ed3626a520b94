import type { PasskeyId, UserId } from '@plmail/wire'
import type { Tx } from '../../store/index.ts'
import { endPasskeySessions } from '../passkey-sessions.ts'
import { revokeAllDevices } from '../revoke-all-devices.ts'
import { clearFailures } from '../second-factor/failures.ts'
import type { PasskeyNeeds } from './passkey-needs.ts'
import { relyingPartyOf } from './relying-party.ts'
import type { AskingToRemove, Passkey, PasskeyList, PasskeyRemoval } from './types.ts'

export async function listPasskeys({ store }: PasskeyNeeds, userId: UserId): Promise<PasskeyList> {
  const rows = await store.query<Omit<Passkey, 'credentialId'> & { credential: Buffer }>(
    `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt", is_backup_eligible as "isSyncable",
       is_backed_up as "isBackedUp", disabled_because as "disabledBecause", rp_id as "rpId", credential_id as credential
     from passkey where user_id = $1 order by created_at, id`,
    [userId],
  )
  const [owner] = await store.query<{ handle: Buffer }>(
    'select passkey_handle as handle from app_user where id = $1',
    [userId],
  )
  return {
    passkeys: rows.map(({ credential, ...passkey }) => ({
      ...passkey,
      credentialId: credential.toString('base64url'),
    })),
    userHandle: owner?.handle.toString('base64url') ?? '',
  }
}

export async function originOfPasskeys(
  { store, publicAddress }: PasskeyNeeds,
  userId: UserId,
): Promise<string | undefined> {
  const relyingParty = relyingPartyOf(publicAddress())
  if (typeof relyingParty === 'string') return undefined
  const usable = await store.query(
    'select 1 from passkey where user_id = $1 and rp_id = $2 and disabled_because is null limit 1',
    [userId, relyingParty.id],
  )
  return usable.length > 0 ? relyingParty.origin : undefined
}

export async function renamePasskey(
  { store }: PasskeyNeeds,
  userId: UserId,
  id: PasskeyId,
  name: string,
): Promise<boolean> {
  const renamed = await store.query(
    'update passkey set name = $3 where id = $1 and user_id = $2 returning 1',
    [id, userId, name],
  )
  return renamed.length > 0
}

interface Left {
  hasApp: boolean
  recoveryCodes: number
  /** Passkeys beside the one that goes. */
  passkeys: number
}

/**
 * Holds the user's row, as everything does that decides which factors there are: of two that are removed side by side the
 * second is the last, whatever it was when the password was asked for.
 */
export function removePasskey(
  needs: PasskeyNeeds,
  userId: UserId,
  id: PasskeyId,
  { session, hasProvenFactor }: AskingToRemove,
): Promise<PasskeyRemoval> {
  const { store, sessions, events } = needs
  return store.transaction(async (tx): Promise<PasskeyRemoval> => {
    const remainingFactors = await factorsWithout(tx, userId, id)
    if (!remainingFactors) return 'not-there'
    if (remainingFactors.passkeys > 0 && !remainingFactors.hasApp && remainingFactors.recoveryCodes === 0)
      return 'last-way-in'
    const isOff = remainingFactors.passkeys === 0 && !remainingFactors.hasApp
    if (isOff && !hasProvenFactor) return 'needs-second-factor'
    await endPasskeySessions(tx, userId, id, session)
    await tx.query('delete from passkey where id = $1', [id])
    await tx.query('update app_user set has_passkeys = $2 where id = $1', [
      userId,
      remainingFactors.passkeys > 0,
    ])
    if (isOff) await forgetFactor(tx, userId)
    await sessions.forget(tx, String(userId))
    await events.publish('sign-in-changed', { tx, userId, change: 'passkey-removed' })
    if (isOff) await events.publish('sign-in-changed', { tx, userId, change: 'second-factor-off' })
    return 'removed'
  })
}

/** Undefined where the user has no such passkey. */
async function factorsWithout(tx: Tx, userId: UserId, id: PasskeyId): Promise<Left | undefined> {
  const [user] = await tx.query<Pick<Left, 'hasApp' | 'recoveryCodes'>>(
    `select totp_confirmed_at is not null as "hasApp", jsonb_array_length(backup_codes) as "recoveryCodes"
     from app_user where id = $1 for no key update`,
    [userId],
  )
  const passkeys = await tx.query<{ id: PasskeyId }>('select id from passkey where user_id = $1', [userId])
  if (!user || !passkeys.some((passkey) => passkey.id === id)) return undefined
  return { ...user, passkeys: passkeys.length - 1 }
}

async function forgetFactor(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(`update app_user set backup_codes = '[]' where id = $1`, [userId])
  await clearFailures(tx, userId)
  await revokeAllDevices(tx, userId)
}
