import type { ProblemDetail, UserId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Cipher, Tx } from '../../store/index.ts'
import { effectiveSettings, type SettingsNeeds } from './effective-settings.ts'
import { insertProviderSession, touchIdentity } from './identities.ts'
import type { ProofOfUser, ProviderIdentity, VisitorErrand } from './types.ts'

/** A fresh sign-in at the provider stands for the password so long: time to fill in a form, and little more. */
const proofLifetimeMs = 5 * 60_000

type Recorded = { ok: true } | { ok: false; problem: ProblemDetail }

/**
 * Writes into the session that its user has just signed in anew at the provider, as themselves. The session rests on that
 * sign-in from then on, so that it ends, and the proof with it, where the provider ends it. The caller holds the user's row.
 */
export async function recordProof(
  { clock, cipher }: { clock: Clock; cipher: Cipher },
  tx: Tx,
  { userId, session }: VisitorErrand,
  { identity, name }: { identity: ProviderIdentity; name: string },
): Promise<Recorded> {
  const now = clock.now()
  const owner = await touchIdentity(tx, identity, now)
  if (owner?.userId !== userId) return { ok: false, problem: { problem: 'single-sign-on/not-yours', name } }
  const { sid, idToken } = identity
  const providerSession = { identityId: owner.id, userId, sid, sealedIdToken: cipher.seal(idToken) }
  const singleSignOnSessionId = await insertProviderSession(tx, providerSession, now)
  await tx.query(
    `update web_session set proven_at = $3, single_sign_on_session_id = $4,
       proven_generation = (select u.sign_in_generation from app_user u where u.id = $1)
     where user_id = $1 and digest = $2`,
    [userId, session, now, singleSignOnSessionId],
  )
  return { ok: true }
}

/** A changed password, or signing out everywhere, ends the generation, and with it what was proven in it. */
export async function readProof(
  needs: SettingsNeeds & { clock: Clock },
  userId: UserId,
  session: Buffer,
): Promise<ProofOfUser> {
  const [row] = await needs.store.query<{ hasPassword: boolean; generation: number; provenAt: Date | null }>(
    `select u.has_password as "hasPassword", u.sign_in_generation as generation,
       (select s.proven_at from web_session s where s.digest = $2 and s.user_id = u.id
          and s.proven_generation = u.sign_in_generation) as "provenAt"
     from app_user u where u.id = $1`,
    [userId, session],
  )
  if (row?.hasPassword === true) return { by: 'password' }
  const { provider } = await effectiveSettings(needs)
  const until = row?.provenAt && new Date(row.provenAt.getTime() + proofLifetimeMs)
  const isFresh = row && until && until > needs.clock.now()
  return {
    by: 'provider',
    provider: provider?.name,
    fresh: isFresh ? { generation: row.generation, until } : undefined,
  }
}
