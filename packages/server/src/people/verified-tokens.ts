import type { JWTPayload } from 'jose'

/**
 * The claims of tokens whose signature, issuer and audience were found good: of the same text that is true for ever,
 * and finding it out again costs more than all else a small request does. Whether a token is over, and whether its
 * session is still open, must be asked each time.
 */
export interface JudgedTokens {
  get(token: string, expected: Expected): JWTPayload | undefined
  keep(token: string, expected: Expected, claims: JWTPayload): void
}

interface Expected {
  issuer?: string
  audience: string
}

const max = 1000

export function createJudgedTokens(): JudgedTokens {
  const judged = new Map<string, JWTPayload>() // oldest first
  const getKey = (token: string, { issuer, audience }: Expected) => `${audience} ${token} ${issuer ?? ''}`
  return {
    get: (token, expected) => judged.get(getKey(token, expected)),
    keep: (token, expected, claims) => {
      judged.set(getKey(token, expected), claims)
      for (const oldest of judged.keys()) {
        if (judged.size <= max) break
        judged.delete(oldest)
      }
    },
  }
}
