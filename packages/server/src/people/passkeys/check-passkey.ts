import type { PasskeyId, UserId } from '@plmail/wire'
import type { Tx } from '../../store/index.ts'
import { clearFailures, closedUntil, noteFailure } from '../second-factor/failures.ts'
import { endPasskeySessions } from '../passkey-sessions.ts'
import { challengeLifetimeMs } from './challenges.ts'
import type { PasskeyNeeds } from './passkey-needs.ts'
import { describe } from './register.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import type { AssertionAnswer, DisabledBecause, PasskeyCheck, RequestOptions } from './types.ts'
import { verifyAssertion } from './verify-answers.ts'

export async function beginCheck(
  { store, challenges, publicAddress }: PasskeyNeeds,
  userId: UserId,
): Promise<RequestOptions | undefined> {
  const relyingParty = relyingPartyOf(publicAddress())
  if (typeof relyingParty === 'string') return undefined
  const usable = await store.query<{ id: Buffer; transports: string[] }>(
    `select credential_id as id, transports from passkey
     where user_id = $1 and rp_id = $2 and disabled_because is null order by last_used_at desc nulls last, id desc`,
    [userId, relyingParty.id],
  )
  if (usable.length === 0) return undefined
  return {
    rpId: relyingParty.id,
    challenge: await challenges.issue({ purpose: 'check', userId }),
    timeout: challengeLifetimeMs,
    allowCredentials: usable.map(describe),
    // The password came first: that somebody touched the key is enough.
    userVerification: 'preferred',
  }
}

/** As for codes: one transaction holds the user's row from the count of failures to the verdict. */
export async function checkPasskey(
  needs: PasskeyNeeds,
  userId: UserId,
  answer: AssertionAnswer,
): Promise<PasskeyCheck> {
  const relyingParty = relyingPartyOf(needs.publicAddress())
  const holder = { purpose: 'check', userId } as const
  const challenge = await needs.challenges.redeem(answer.response.clientDataJSON, holder)
  return needs.store.transaction(async (tx): Promise<PasskeyCheck> => {
    await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
    const now = needs.clock.now()
    const retryAt = await closedUntil(tx, userId, now)
    if (retryAt) return { ok: false, why: 'throttled', retryAt }
    const verdict =
      challenge === undefined || typeof relyingParty === 'string'
        ? 'wrong'
        : await judge(needs, tx, { userId, answer, challenge, relyingParty, requiresUserVerification: false })
    if (typeof verdict !== 'string') {
      await clearFailures(tx, userId)
      return { ok: true, ...verdict }
    }
    await noteFailure(tx, userId, now)
    return { ok: false, why: verdict }
  })
}

interface AnswerToJudge {
  userId: UserId
  answer: AssertionAnswer
  challenge: string
  relyingParty: RelyingParty
  requiresUserVerification: boolean
}

interface StoredPasskey {
  id: PasskeyId
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  disabledBecause: DisabledBecause | null
}

/**
 * Judges an answer and writes down what it says; the user's row is held. A counter that does not go up is that of a copy, or
 * of the original after its copy was used (WebAuthn §6.1.1): the passkey is disabled, whichever of them this is.
 */
export async function judge(
  needs: PasskeyNeeds,
  tx: Tx,
  { userId, answer, challenge, relyingParty, requiresUserVerification }: AnswerToJudge,
): Promise<{ passkeyId: PasskeyId } | 'wrong' | 'disabled'> {
  const passkey = await lockPasskey(tx, userId, relyingParty.id, answer.id)
  if (!passkey) return 'wrong'
  const { credentialId, publicKey } = passkey
  const verified = await verifyAssertion(answer, {
    challenge,
    relyingParty,
    credentialId,
    publicKey,
    requiresUserVerification,
  })
  if (!verified) return 'wrong'
  if (passkey.disabledBecause !== null) return 'disabled'
  const { counter, isBackedUp } = verified
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
    await disable(needs, tx, userId, passkey.id)
    return 'disabled'
  }
  await tx.query('update passkey set counter = $2, is_backed_up = $3, last_used_at = $4 where id = $1', [
    passkey.id,
    counter,
    isBackedUp,
    needs.clock.now(),
  ])
  return { passkeyId: passkey.id }
}

async function lockPasskey(
  tx: Tx,
  userId: UserId,
  rpId: string,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const [passkey] = await tx.query<StoredPasskey>(
    `select id, credential_id as "credentialId", public_key as "publicKey", counter,
       disabled_because as "disabledBecause"
     from passkey where credential_id = $1 and user_id = $2 and rp_id = $3 for no key update`,
    [Buffer.from(credentialId, 'base64url'), userId, rpId],
  )
  return passkey
}

/** Two-factor authentication stays on: whoever brings a copy must not open the way to the password alone by it. */
async function disable(
  { sessions, events }: PasskeyNeeds,
  tx: Tx,
  userId: UserId,
  id: PasskeyId,
): Promise<void> {
  await tx.query(`update passkey set disabled_because = 'counter-went-back' where id = $1`, [id])
  await endPasskeySessions(tx, userId, id)
  await sessions.forget(tx, String(userId))
  await events.publish('sign-in-changed', { tx, userId, change: 'passkey-disabled' })
}
