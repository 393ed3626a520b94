import type { PasskeyId, SingleSignOnSessionId, TrustedDeviceId, UserId } from '@plmail/wire'
import { named, type Sql } from '../store/index.ts'
import { enrolByColumn } from './second-factor/enrol-by.ts'
import {
  computeDigest,
  idleLifetimeMs,
  type Session,
  type SessionNeeds,
  type SessionRow,
  toSession,
  type Visitor,
} from './session.ts'

const maxLabelLength = 300

/** The proof given on the way to a session, which has to hold still when it opens: somebody may have closed that way. */
export interface SignInProof {
  /** The sign-in generation in which the password, or the remembered sign-in, was good. */
  generation: number
  /** A code was given, or the device is trusted: then it opens also where a second factor is on. */
  hasSecondFactor: boolean
}

/** What a session rests on, and ends with. */
export interface OpeningTerms {
  /** The secret of a remembered browser: opens its one session, or extends it. Otherwise one is made up. */
  rememberedSecret?: string
  /** The trusted device that the session rests on, and ends with. */
  trustedDeviceId?: TrustedDeviceId
  /** The passkey that signs it in, and takes it along when it is removed. */
  passkeyId?: PasskeyId
  /** The session at the identity provider that it rests on, and ends with. */
  singleSignOnSessionId?: SingleSignOnSessionId | undefined
  /** The identity provider asked for a second factor that the operator trusts. */
  hasProviderFactor?: boolean | undefined
}

/** A session that was opened, with the secret for its cookie. */
export interface OpenedSession {
  secret: string
  session: Session
}

interface OpeningSession extends OpeningTerms {
  userId: UserId
  visitor: Visitor
  rememberedUntil: Date | undefined
  proof?: SignInProof
}

/**
 * Opens a session; undefined when its user, its proof or what it rests on is gone. The lock on the user's row lets whoever ends sign-ins finish first; what they have changed
 * then counts.
 */
export async function openSession(
  { store, clock, random }: SessionNeeds,
  {
    userId,
    visitor,
    rememberedUntil,
    rememberedSecret,
    trustedDeviceId,
    passkeyId,
    singleSignOnSessionId,
    hasProviderFactor,
    proof,
  }: OpeningSession,
): Promise<OpenedSession | undefined> {
  const secret = rememberedSecret ?? random(32).toString('base64url')
  const row = {
    digest: computeDigest(secret),
    form_key: random(32),
    created_at: clock.now(),
    expires_at: new Date(clock.now().getTime() + idleLifetimeMs),
    remembered_until: rememberedUntil ?? null,
  }
  // One row a browser: what this one's remembered sign-in opened before and let lapse has served.
  await store.query(
    'delete from web_session where user_id = $1 and remembered_until = $2 and expires_at <= $3',
    [userId, row.remembered_until, row.created_at],
  )
  const insert = (sql: Sql) =>
    sql.query<SessionRow>(
      ...named(
        `insert into web_session as opened
         (digest, user_id, form_key, label, address, created_at, last_seen_at, expires_at, remembered_until,
          trusted_device_id, passkey_id, single_sign_on_session_id, has_provider_factor)
       select $digest, u.id, $formKey, $label, $address, $now, $now, $expiresAt, $rememberedUntil, $deviceId,
         $passkeyId, $signOnId, $hasProviderFactor
       from app_user u
       where u.id = $userId and u.disabled_at is null and ($generation::int is null or u.sign_in_generation = $generation)
         and ($hasSecondFactor or (u.totp_confirmed_at is null and not u.has_passkeys))
         and ($passkeyId::bigint is null or exists (select 1 from passkey p where p.id = $passkeyId))
         and ($signOnId::bigint is null or exists (
           select from single_sign_on_session o where o.id = $signOnId and o.user_id = u.id))
       for share
       on conflict (digest) do update set last_seen_at = excluded.last_seen_at, expires_at = excluded.expires_at,
         label = excluded.label, address = excluded.address, trusted_device_id = excluded.trusted_device_id
       where opened.user_id = excluded.user_id
       returning digest, form_key, created_at, expires_at, remembered_until, single_sign_on_session_id,
         ${enrolByColumn('opened')} as enrol_by`,
        {
          digest: row.digest,
          userId,
          formKey: row.form_key,
          label: visitor.userAgent.slice(0, maxLabelLength),
          address: visitor.address,
          now: row.created_at,
          expiresAt: row.expires_at,
          rememberedUntil: row.remembered_until,
          deviceId: trustedDeviceId ?? null,
          generation: proof?.generation ?? null,
          hasSecondFactor: proof?.hasSecondFactor ?? true,
          passkeyId: passkeyId ?? null,
          signOnId: singleSignOnSessionId ?? null,
          hasProviderFactor: hasProviderFactor ?? false,
        },
      ),
    )
  const [session] =
    passkeyId === undefined
      ? await insert(store)
      : await store.transaction(async (tx) => {
          // Whoever removes the passkey holds the user's row: after this it is gone, or goes once the session is there to go.
          await tx.query('select 1 from app_user where id = $1 for share', [userId])
          return insert(tx)
        })
  // A remembered browser that comes back is not somebody signing in.
  if (session && rememberedSecret === undefined)
    await store.query('update app_user set last_signed_in_at = $2 where id = $1', [userId, row.created_at])
  return session && { secret, session: toSession(session) }
}
