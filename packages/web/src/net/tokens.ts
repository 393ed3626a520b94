import type { SessionToken } from '@plmail/wire'
import type { Http } from './http.ts'

export interface TokenSource {
  /** A token good for at least another minute; asks the server only when it has to. */
  current(): Promise<string | undefined>
  /** Drops `refused` so that the next `current` asks again; a token renewed meanwhile stays. */
  forget(refused: string): void
}

/** Renewed this long before it ends, so that no request carries a token that dies on the way. */
const renewBeforeMs = 60_000

/** Bearer tokens for /jmap, made from the session cookie. `now` is in ms since the epoch. */
export function createTokens(http: Http, now: () => number): TokenSource {
  let heldToken: { token: string; expiresAtMs: number } | undefined
  let asking: Promise<string | undefined> | undefined

  async function ask(): Promise<string | undefined> {
    const answer = await http.call<SessionToken>('POST', '/api/session/token')
    if (!answer.ok) return undefined
    heldToken = { token: answer.value.token, expiresAtMs: Date.parse(answer.value.expiresAt) }
    return heldToken.token
  }

  return {
    current() {
      if (heldToken && heldToken.expiresAtMs - now() > renewBeforeMs) return Promise.resolve(heldToken.token)
      asking ??= ask().finally(() => (asking = undefined))
      return asking
    },
    forget(refused) {
      if (heldToken?.token === refused) heldToken = undefined
    },
  }
}
