import type { Tx } from '../../store/index.ts'
import { isSame } from '../keys.ts'
import { addressGroup } from '../sign-in-throttle.ts'
import { toUser, type UserRow, userColumns } from '../user.ts'
import { challengeLifetimeMs } from './challenges.ts'
import { judge } from './check-passkey.ts'
import type { PasskeyNeeds } from './passkey-needs.ts'
import { type NoRelyingParty, type RelyingParty, relyingPartyOf } from './relying-party.ts'
import type { AssertionAnswer, Browser, PasskeySignIn, RequestOptions } from './types.ts'

/** Pages of a whole office ask from one address; what is bounded is how much of the cache strangers can fill. */
const maxChallenges = 600
const challengeWindowMs = 15 * 60_000

export async function beginSignIn(
  { challenges, cache, publicAddress }: PasskeyNeeds,
  { secret, address }: Browser,
): Promise<RequestOptions | NoRelyingParty | { retryAt: Date }> {
  const relyingParty = relyingPartyOf(publicAddress())
  if (typeof relyingParty === 'string') return relyingParty
  const { count, resetsAt } = await cache.increment(
    `passkey:asked:${addressGroup(address)}`,
    challengeWindowMs,
  )
  if (count > maxChallenges) return { retryAt: resetsAt }
  return {
    rpId: relyingParty.id,
    challenge: await challenges.issue({ purpose: 'sign-in', browserSecret: secret }),
    timeout: challengeLifetimeMs,
    // The authenticator knows whose passkeys it has; we tell nobody.
    allowCredentials: [],
    userVerification: 'required',
  }
}

export async function signInByPasskey(
  needs: PasskeyNeeds,
  answer: AssertionAnswer,
  { secret, address }: Browser,
): Promise<PasskeySignIn> {
  const { throttle, familiar, store, challenges } = needs
  const admission = await throttle.admit({ username: undefined, address })
  if (!admission.admitted) return { ok: false, why: 'throttled', retryAt: admission.retryAt }
  const relyingParty = relyingPartyOf(needs.publicAddress())
  const holder = { purpose: 'sign-in', browserSecret: secret } as const
  const challenge = await challenges.redeem(answer.response.clientDataJSON, holder)
  if (challenge === undefined || typeof relyingParty === 'string') return { ok: false, why: 'wrong' }
  const result = await store.transaction((tx) => signIn(needs, tx, { answer, challenge, relyingParty }))
  if (!result.ok) return result
  await admission.succeeded()
  await familiar.note(result.user.id, address)
  return result
}

interface OwnerRow extends UserRow {
  handle: Buffer
  generation: number
  isUserDisabled: boolean
}

async function signIn(
  needs: PasskeyNeeds,
  tx: Tx,
  attempt: { answer: AssertionAnswer; challenge: string; relyingParty: RelyingParty },
): Promise<PasskeySignIn> {
  const owner = await lockOwner(tx, attempt.answer.id)
  if (!owner || !isHandleOf(owner, attempt.answer)) return { ok: false, why: 'wrong' }
  const user = toUser(owner)
  const verdict = await judge(needs, tx, { ...attempt, userId: user.id, requiresUserVerification: true })
  if (typeof verdict === 'string') return { ok: false, why: verdict }
  if (owner.isUserDisabled) return { ok: false, why: 'user-disabled' }
  return { ok: true, user, generation: owner.generation, passkeyId: verdict.passkeyId }
}

async function lockOwner(tx: Tx, credentialId: string): Promise<OwnerRow | undefined> {
  const [owner] = await tx.query<OwnerRow>(
    `select ${userColumns}, u.passkey_handle as handle, u.sign_in_generation as generation,
       u.disabled_at is not null as "isUserDisabled"
     from app_user u join passkey p on p.user_id = u.id where p.credential_id = $1 for no key update of u`,
    [Buffer.from(credentialId, 'base64url')],
  )
  return owner
}

/** WebAuthn §7.2 step 6: where no name was given, the authenticator says whose passkey it is. */
function isHandleOf({ handle }: OwnerRow, { response }: AssertionAnswer): boolean {
  return response.userHandle !== undefined && isSame(Buffer.from(response.userHandle, 'base64url'), handle)
}
