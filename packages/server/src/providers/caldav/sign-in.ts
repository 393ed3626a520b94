import type { Random } from '../../kit/random.ts'
import type { ServerAnswer } from '../contract/index.ts'
import { type DigestChallenge, digestHeader, readChallenge } from './digest.ts'

/** Proves who asks, in the way that each server wants it. */
export interface DavSignIn {
  headerFor(method: string, url: string): string
  /** Whether an answer of 401 wants it proven otherwise, so that asking again may help. */
  isAnother(answer: ServerAnswer, url: string): boolean
}

/** By Basic, until a server says that it takes Digest alone (RFC 7616); its nonces are used until it has another. */
export function createSignIn(
  { username, password }: { username: string; password: string },
  random: Random,
): DavSignIn {
  const byHost = new Map<string, { challenge: DigestChallenge; count: number }>()
  return {
    headerFor: (method, url) => {
      const { host, pathname, search } = new URL(url)
      const digest = byHost.get(host)
      if (!digest) return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const proof = { username, password, method, uri: pathname + search, count: ++digest.count }
      return digestHeader(digest.challenge, { ...proof, cnonce: random(16).toString('hex') })
    },
    isAnother: ({ status, headers }, url) => {
      if (status !== 401) return false
      const challenge = readChallenge(headers['www-authenticate'] ?? '')
      if (!challenge) return false
      const { host } = new URL(url)
      const before = byHost.get(host)?.challenge
      byHost.set(host, { challenge, count: 0 })
      // The same nonce again: the proof itself was refused.
      return before?.nonce !== challenge.nonce
    },
  }
}
