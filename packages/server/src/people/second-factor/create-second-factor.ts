import type { PasskeyId, UserId } from '@plmail/wire'
import type { Tx } from '../../store/index.ts'
import { holdSession } from '../held-session.ts'
import { isSame } from '../keys.ts'
import { endPasskeySessions } from '../passkey-sessions.ts'
import { revokeAllDevices } from '../revoke-all-devices.ts'
import { type CheckNeeds, checkCode, openSecret } from './check-code.ts'
import { clearFailures, closedUntil, noteFailure } from './failures.ts'
import { type SwitchOnNeeds, switchOnTwoFactor } from './switch-on.ts'
import type { AppRemoval, Confirmation, SecondFactor, SecondFactorState, SwitchedOff } from './types.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { base32, minutesOff, stepOfCode, totpSecretBytes } from './totp.ts'

export interface SecondFactorNeeds extends CheckNeeds, SwitchOnNeeds {}

export function createSecondFactor(needs: SecondFactorNeeds): SecondFactor {
  const { store } = needs
  return {
    state: (userId) => stateOf(needs, userId),
    isOn: async (userId) => {
      const rows = await store.query(
        'select 1 from app_user where id = $1 and (totp_confirmed_at is not null or has_passkeys)',
        [userId],
      )
      return rows.length > 0
    },
    enrol: (userId) => enrol(needs, userId),
    isPending: (userId, secret) => isPendingSecret(needs, userId, secret),
    confirm: (userId, code, session) => confirm(needs, userId, code, session),
    check: (userId, code) => checkCode(needs, userId, code),
    renewRecoveryCodes: (userId) => renewRecoveryCodes(needs, userId),
    removeApp: (userId) => removeApp(needs, userId),
    switchOff: (userId) => switchOff(needs, userId),
  }
}

async function stateOf({ store }: SecondFactorNeeds, userId: UserId): Promise<SecondFactorState> {
  const [row] = await store.query<{ appSince: Date | null; hasPasskeys: boolean; left: number }>(
    `select totp_confirmed_at as "appSince", has_passkeys as "hasPasskeys", jsonb_array_length(backup_codes) as left
     from app_user where id = $1`,
    [userId],
  )
  if (!row) return { isOn: false, appSince: null, hasPasskeys: false, recoveryCodesLeft: 0 }
  const { appSince, hasPasskeys, left } = row
  const isOn = appSince !== null || hasPasskeys
  return { isOn, appSince, hasPasskeys, recoveryCodesLeft: isOn ? left : 0 }
}

async function enrol(
  { store, clock, random, cipher }: SecondFactorNeeds,
  userId: UserId,
): Promise<string | undefined> {
  const secret = random(totpSecretBytes)
  const written = await store.query(
    `update app_user set totp_secret = $2, totp_enrolled_at = $3, totp_last_step = null,
       backup_codes = case when has_passkeys then backup_codes else '[]'::jsonb end
     where id = $1 and totp_confirmed_at is null returning 1`,
    [userId, cipher.seal(secret.toString('base64')), clock.now()],
  )
  return written.length === 0 ? undefined : base32(secret)
}

async function isPendingSecret(
  { store, clock, cipher }: SecondFactorNeeds,
  userId: UserId,
  secret: string,
): Promise<boolean> {
  const [row] = await store.query<{ sealed: string; enrolledAt: Date | null }>(
    `select totp_secret as sealed, totp_enrolled_at as "enrolledAt" from app_user
     where id = $1 and totp_secret is not null and totp_confirmed_at is null`,
    [userId],
  )
  if (!row || !isPending(row.enrolledAt, clock.now())) return false
  return isSame(Buffer.from(base32(openSecret(cipher, row.sealed))), Buffer.from(secret))
}

interface EnrolledApp {
  sealed: string | null
  enrolledAt: Date | null
  confirmedAt: Date | null
  hasPasskeys: boolean
}

/** Holds the row from reading the secret to confirming it, so that it is never a secret of another tab that counts. */
function confirm(
  needs: SecondFactorNeeds,
  userId: UserId,
  typed: string,
  session: Buffer,
): Promise<Confirmation> {
  const { store, clock, cipher } = needs
  const code = typed.replaceAll(/\s/g, '')
  return store.transaction(async (tx): Promise<Confirmation> => {
    const [row] = await tx.query<EnrolledApp>(
      `select totp_secret as sealed, totp_enrolled_at as "enrolledAt", totp_confirmed_at as "confirmedAt",
         has_passkeys as "hasPasskeys"
       from app_user
       where id = $1 for no key update`,
      [userId],
    )
    const now = clock.now()
    if (!(await holdSession(tx, userId, session, now))) return { ok: false, why: 'late' }
    if (row?.confirmedAt) return { ok: false, why: 'on' }
    if (!row?.sealed || !isPending(row.enrolledAt, now)) return { ok: false, why: 'no-enrolment' }
    const retryAt = await closedUntil(tx, userId, now)
    if (retryAt) return { ok: false, why: 'throttled', retryAt }
    const secret = openSecret(cipher, row.sealed)
    const step = stepOfCode(secret, code, now, null)
    if (step === undefined) {
      await noteFailure(tx, userId, now)
      return wrong(minutesOff(secret, code, now))
    }
    const { hasPasskeys } = row
    return { ok: true, recoveryCodes: await confirmApp(needs, tx, { userId, step, session, hasPasskeys }) }
  })
}

/** A secret that was shown and not confirmed may have been seen by whoever sat there next. */
const pendingMs = 15 * 60_000
const isPending = (enrolledAt: Date | null, now: Date): boolean =>
  enrolledAt !== null && now.getTime() - enrolledAt.getTime() < pendingMs

interface ConfirmedApp {
  userId: UserId
  /** Whose code confirmed it. */
  step: number
  /** The one that goes on. */
  session: Buffer
  hasPasskeys: boolean
}

/** Answers the recovery codes; whoever has passkeys has them already. */
async function confirmApp(
  needs: SecondFactorNeeds,
  tx: Tx,
  { userId, step, session, hasPasskeys }: ConfirmedApp,
): Promise<string[]> {
  await tx.query('update app_user set totp_confirmed_at = $2, totp_last_step = $3 where id = $1', [
    userId,
    needs.clock.now(),
    step,
  ])
  if (!hasPasskeys) return switchOnTwoFactor(needs, tx, { userId, session })
  await clearFailures(tx, userId)
  await needs.events.publish('sign-in-changed', { tx, userId, change: 'authenticator-added' })
  return []
}

const wrong = (minutes: number | undefined): Confirmation => ({
  ok: false,
  why: 'wrong',
  ...(minutes !== undefined && { minutesOff: minutes }),
})

async function renewRecoveryCodes(
  { store, random, events }: SecondFactorNeeds,
  userId: UserId,
): Promise<string[] | undefined> {
  const { codes, digests } = makeRecoveryCodes(random)
  return store.transaction(async (tx) => {
    const renewed = await tx.query(
      `update app_user set backup_codes = $2::jsonb
       where id = $1 and (totp_confirmed_at is not null or has_passkeys) returning 1`,
      [userId, JSON.stringify(digests)],
    )
    if (renewed.length === 0) return undefined
    await events.publish('sign-in-changed', { tx, userId, change: 'recovery-codes-renewed' })
    return codes
  })
}

/** Removes the app; two-factor authentication goes on with the passkeys, where the user has any. */
function removeApp(needs: SecondFactorNeeds, userId: UserId): Promise<AppRemoval> {
  return needs.store.transaction(async (tx): Promise<AppRemoval> => {
    const before = await lockFactors(tx, userId)
    if (!before?.hasApp) return 'not-there'
    if (before.hasPasskeys && before.recoveryCodes === 0) return 'last-way-in'
    await clearFailures(tx, userId)
    if (!before.hasPasskeys) await forgetFactors(needs, tx, userId)
    else {
      await tx.query(
        'update app_user set totp_secret = null, totp_confirmed_at = null, totp_last_step = null where id = $1',
        [userId],
      )
      await needs.events.publish('sign-in-changed', { tx, userId, change: 'authenticator-removed' })
    }
    return 'removed'
  })
}

function switchOff(needs: SecondFactorNeeds, userId: UserId): Promise<SwitchedOff> {
  return needs.store.transaction(async (tx) => {
    const before = await lockFactors(tx, userId)
    const wasOn = before !== undefined && (before.hasApp || before.hasPasskeys)
    const passkeys = await tx.query<{ id: PasskeyId }>('select id from passkey where user_id = $1', [userId])
    for (const { id } of passkeys) await endPasskeySessions(tx, userId, id)
    await tx.query('delete from passkey where user_id = $1', [userId])
    await needs.sessions.forget(tx, String(userId))
    await clearFailures(tx, userId)
    await forgetFactors(needs, tx, userId, wasOn)
    return { wasOn, passkeys: passkeys.length }
  })
}

interface Factors {
  hasApp: boolean
  hasPasskeys: boolean
  recoveryCodes: number
}

async function lockFactors(tx: Tx, userId: UserId): Promise<Factors | undefined> {
  const [factors] = await tx.query<Factors>(
    `select totp_confirmed_at is not null as "hasApp", has_passkeys as "hasPasskeys",
       jsonb_array_length(backup_codes) as "recoveryCodes"
     from app_user where id = $1 for no key update`,
    [userId],
  )
  return factors
}

async function forgetFactors(
  { events, sessions }: SecondFactorNeeds,
  tx: Tx,
  userId: UserId,
  wasOn = true,
): Promise<void> {
  await tx.query(
    `update app_user set totp_secret = null, totp_confirmed_at = null, totp_last_step = null, backup_codes = '[]',
       has_passkeys = false
     where id = $1`,
    [userId],
  )
  await revokeAllDevices(tx, userId)
  await sessions.forget(tx, String(userId))
  if (wasOn) await events.publish('sign-in-changed', { tx, userId, change: 'second-factor-off' })
}
