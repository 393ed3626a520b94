import { createHash } from 'node:crypto'
import type { UserId } from '@plmail/wire'
import type { Random } from '../../kit/random.ts'
import type { Cache } from '../../store/index.ts'

/** Who may answer a challenge, and for what. */
type ChallengeHolder =
  { purpose: 'registration' | 'check'; userId: UserId } | { purpose: 'sign-in'; browserSecret: string }

/** Challenges that were handed out: each is answered once, within five minutes, by whom it was made for. */
export interface Challenges {
  /** 32 random bytes, base64url. */
  issue(holder: ChallengeHolder): Promise<string>
  /**
   * The challenge that is answered by this clientDataJSON (WebAuthn §5.8.1, base64url), if it is one of this holder's. It is
   * gone afterwards, whatever becomes of the answer.
   */
  redeem(clientDataJson: string, holder: ChallengeHolder): Promise<string | undefined>
}

export const challengeLifetimeMs = 5 * 60_000

export function createChallenges(cache: Pick<Cache, 'put' | 'take'>, random: Random): Challenges {
  return {
    issue: async (holder) => {
      const challenge = random(32).toString('base64url')
      await cache.put(keyOf(challenge), holderText(holder), challengeLifetimeMs)
      return challenge
    },
    redeem: async (clientDataJson, holder) => {
      const challenge = challengeIn(clientDataJson)
      if (challenge === undefined) return undefined
      const issuedTo = await cache.take<string>(keyOf(challenge))
      return issuedTo === holderText(holder) ? challenge : undefined
    },
  }
}

const keyOf = (challenge: string): string => `passkey:challenge:${digestOf(challenge)}`

/** The secret of a browser is stored as its digest. */
function holderText(holder: ChallengeHolder): string {
  return holder.purpose === 'sign-in'
    ? `sign-in:${digestOf(holder.browserSecret)}`
    : `${holder.purpose}:${holder.userId}`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function challengeIn(clientDataJson: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    const challenge =
      typeof parsed === 'object' && parsed !== null && 'challenge' in parsed && parsed.challenge
    return typeof challenge === 'string' && /^[A-Za-z0-9_-]{43}$/.test(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}
