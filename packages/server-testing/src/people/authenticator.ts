import type { UserId } from '@plmail/wire'
import type { Clock } from '../../../server/src/kit/clock.ts'
import type { People } from '../../../server/src/people/index.ts'
import { totpCode } from '../../../server/src/people/second-factor/totp.ts'
import { visitor } from './test-people.ts'

/** An authenticator app that holds one secret. */
export interface Authenticator {
  /** The code that it shows at a moment; now, unless told otherwise. */
  code(at?: Date): string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** `secret`: in Base32, as it is typed in. */
export function createAuthenticator(secret: string, clock: Clock): Authenticator {
  const bits = [...secret].map((digit) => alphabet.indexOf(digit).toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  return { code: (at = clock.now()) => totpCode(bytes, Math.floor(at.getTime() / 30_000)) }
}

export interface Enrolled {
  app: Authenticator
  recoveryCodes: string[]
}

/** Switches the second factor of a user on, who stays signed in with this session; left out: one that ends at once. */
export async function enrol(
  { secondFactor, sessions }: Pick<People, 'secondFactor' | 'sessions'>,
  clock: Clock,
  userId: UserId,
  session?: Buffer,
): Promise<Enrolled> {
  if (session === undefined) {
    const { digest } = (await sessions.open(userId, visitor)).session
    const enrolled = await enrol({ secondFactor, sessions }, clock, userId, digest)
    await sessions.close(userId, digest)
    return enrolled
  }
  const secret = await secondFactor.enrol(userId)
  if (secret === undefined) throw new Error('The second factor was on already')
  const app = createAuthenticator(secret, clock)
  const confirmed = await secondFactor.confirm(userId, app.code(), session)
  if (!confirmed.ok) throw new Error(`Not confirmed: ${confirmed.why}`)
  return { app, recoveryCodes: confirmed.recoveryCodes }
}
