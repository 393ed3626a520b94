import type { PasskeyId, UserId } from '@plmail/wire'
import { insertRow, type Tx } from '../../store/index.ts'
import { holdSession } from '../held-session.ts'
import { switchOnTwoFactor } from '../second-factor/switch-on.ts'
import type { User } from '../user.ts'
import { challengeLifetimeMs } from './challenges.ts'
import type { PasskeyNeeds } from './passkey-needs.ts'
import { type NoRelyingParty, type RelyingParty, relyingPartyOf } from './relying-party.ts'
import type { CreationOptions, CredentialDescriptor, Passkeys, PasskeyRegistered } from './types.ts'
import { algorithms, type NewCredential, verifyRegistration } from './verify-answers.ts'

const maxPasskeys = 50

export async function beginRegistration(
  { store, challenges, publicAddress }: PasskeyNeeds,
  user: User,
): Promise<CreationOptions | NoRelyingParty> {
  const relyingParty = relyingPartyOf(publicAddress())
  if (typeof relyingParty === 'string') return relyingParty
  const [row] = await store.query<{ handle: Buffer }>(
    'select passkey_handle as handle from app_user where id = $1',
    [user.id],
  )
  if (!row) throw new Error('A signed-in user is gone')
  const existing = await store.query<{ id: Buffer; transports: string[] }>(
    'select credential_id as id, transports from passkey where user_id = $1 and rp_id = $2',
    [user.id, relyingParty.id],
  )
  return {
    rp: { id: relyingParty.id, name: 'plMail' },
    user: { id: row.handle.toString('base64url'), name: user.email, displayName: user.name },
    challenge: await challenges.issue({ purpose: 'registration', userId: user.id }),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetimeMs,
    excludeCredentials: existing.map(describe),
    // Keys that keep nothing, or know no PIN, are good enough beside the password.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  }
}

export function describe({ id, transports }: { id: Buffer; transports: string[] }): CredentialDescriptor {
  return { type: 'public-key', id: id.toString('base64url'), transports }
}

export async function register(
  needs: PasskeyNeeds,
  user: User,
  { answer, name, session }: Parameters<Passkeys['register']>[1],
): Promise<PasskeyRegistered> {
  const relyingParty = relyingPartyOf(needs.publicAddress())
  if (typeof relyingParty === 'string') return { ok: false, why: relyingParty }
  const holder = { purpose: 'registration', userId: user.id } as const
  const challenge = await needs.challenges.redeem(answer.response.clientDataJSON, holder)
  const credential =
    challenge === undefined ? undefined : await verifyRegistration(answer, challenge, relyingParty)
  if (!credential) return { ok: false, why: 'refused' }
  return needs.store.transaction((tx) =>
    storePasskey(needs, tx, { userId: user.id, relyingParty, credential, name, session }),
  )
}

interface NewPasskey {
  userId: UserId
  relyingParty: RelyingParty
  credential: NewCredential
  name: string
  session: Buffer
}

/** Holds the user's row: whether it is the first factor is decided for one passkey after the other. */
async function storePasskey(needs: PasskeyNeeds, tx: Tx, passkey: NewPasskey): Promise<PasskeyRegistered> {
  const { userId, session } = passkey
  const [user] = await tx.query<{ isTwoFactorOn: boolean; count: number }>(
    `select totp_confirmed_at is not null or has_passkeys as "isTwoFactorOn",
       (select count(*) from passkey where user_id = $1) as count
     from app_user where id = $1 for no key update`,
    [userId],
  )
  if (!user || !(await holdSession(tx, userId, session, needs.clock.now()))) return { ok: false, why: 'late' }
  if (user.count >= maxPasskeys) return { ok: false, why: 'too-many' }
  const id = await insertPasskey(needs, tx, passkey)
  if (id === undefined) return { ok: false, why: 'registered-already' }
  await tx.query('update app_user set has_passkeys = true where id = $1', [userId])
  const recoveryCodes = user.isTwoFactorOn ? [] : await switchOnTwoFactor(needs, tx, { userId, session })
  await needs.events.publish('sign-in-changed', { tx, userId, change: 'passkey-added' })
  return { ok: true, id, recoveryCodes }
}

/** Undefined where the credential is there already, whoever has it. */
async function insertPasskey(
  { clock }: PasskeyNeeds,
  tx: Tx,
  { userId, relyingParty, credential, name }: NewPasskey,
): Promise<PasskeyId | undefined> {
  const [row] = await tx.query<{ id: PasskeyId }>(
    ...insertRow(
      'passkey',
      {
        user_id: userId,
        credential_id: credential.credentialId,
        public_key: credential.publicKey,
        counter: credential.counter,
        transports: credential.transports,
        rp_id: relyingParty.id,
        name,
        is_backup_eligible: credential.isBackupEligible,
        is_backed_up: credential.isBackedUp,
        created_at: clock.now(),
      },
      'on conflict (credential_id) do nothing returning id',
    ),
  )
  return row?.id
}
