import type { UserId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Cipher, Database, Tx } from '../../store/index.ts'
import type { CodeCheck } from './types.ts'
import { clearFailures, closedUntil, noteFailure } from './failures.ts'
import { withoutCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export interface CheckNeeds {
  store: Database
  clock: Clock
  cipher: Cipher
}

interface Factor {
  /** Null where passkeys are the only factor. */
  secret: string | null
  lastStep: number | null
  recoveryDigests: string[]
}

/**
 * One transaction that holds the user's row from the count of failures to the verdict: codes that arrive side by side,
 * in whichever processes, are judged one after the other, so none slips past the limit and none counts twice.
 */
export function checkCode(
  { store, clock, cipher }: CheckNeeds,
  userId: UserId,
  code: string,
): Promise<CodeCheck> {
  return store.transaction(async (tx): Promise<CodeCheck> => {
    const factor = await lockFactor(tx, userId)
    if (!factor) return { ok: false, why: 'off' }
    const now = clock.now()
    const retryAt = await closedUntil(tx, userId, now)
    if (retryAt) return { ok: false, why: 'throttled', retryAt }
    const used = useCode(factor, code, now, cipher)
    if (!used) {
      await noteFailure(tx, userId, now)
      return { ok: false, why: 'wrong' }
    }
    await tx.query('update app_user set totp_last_step = $2, backup_codes = $3::jsonb where id = $1', [
      userId,
      used.lastStep,
      JSON.stringify(used.recoveryDigests),
    ])
    await clearFailures(tx, userId)
    return { ok: true }
  })
}

/** Reads what is stored as Base64 under encryption. */
export const openSecret = (cipher: Cipher, sealed: string): Buffer =>
  Buffer.from(cipher.open(sealed, 'app_user.totp_secret'), 'base64')

async function lockFactor(tx: Tx, userId: UserId): Promise<Factor | undefined> {
  const [factor] = await tx.query<Factor>(
    `select case when totp_confirmed_at is not null then totp_secret end as secret, totp_last_step as "lastStep",
       backup_codes as "recoveryDigests"
     from app_user where id = $1 and (totp_confirmed_at is not null or has_passkeys) for no key update`,
    [userId],
  )
  return factor
}

/** The factor after a right code; undefined for a wrong one. A recovery code works also where the secret cannot be read. */
function useCode(factor: Factor, typed: string, now: Date, cipher: Cipher): Factor | undefined {
  const code = typed.replaceAll(/\s/g, '')
  if (/^[0-9]{6}$/.test(code)) {
    if (factor.secret === null) return undefined
    const lastStep = stepOfCode(openSecret(cipher, factor.secret), code, now, factor.lastStep)
    return lastStep === undefined ? undefined : { ...factor, lastStep }
  }
  const recoveryDigests = withoutCode(factor.recoveryDigests, code)
  return recoveryDigests && { ...factor, recoveryDigests }
}
