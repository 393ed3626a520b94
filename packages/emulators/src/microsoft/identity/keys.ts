import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import type { World } from '../../world.ts'
import type { Account } from './accounts.ts'
import type { AskedScopes } from './scopes.ts'

/** Signs id tokens and publishes the key for them. */
export interface SigningKeys {
  published(): { keys: JWK[] }
  idToken(subject: IdSubject): Promise<string>
}

interface IdSubject {
  account: Account
  client: string
  nonce: string | undefined
  askedScopes: AskedScopes
  /** The login origin. */
  origin: string
}

/** [D] An id token lives an hour. */
const lifeSeconds = 3600

/** Made once in a process: it takes a quarter of a second, and nothing depends on whose key it is. */
let pair: ReturnType<typeof generateKeyPair> | undefined

export async function createKeys(world: World): Promise<SigningKeys> {
  pair ??= generateKeyPair('RS256', { modulusLength: 2048 })
  const { privateKey, publicKey } = await pair
  const kid = world.nextHex(14)
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }
  return {
    published: () => ({ keys: [jwk] }),
    idToken({ account, client, nonce, askedScopes, origin }) {
      const now = Math.floor(world.clock.now().getTime() / 1000)
      return (
        new SignJWT({
          ver: '2.0',
          tid: account.tid,
          oid: account.oid,
          ...(nonce !== undefined && { nonce }),
          ...(askedScopes.profile && { name: account.displayName, preferred_username: account.email }),
          ...(askedScopes.email && account.hasEmailClaim && { email: account.email }),
          nbf: now,
        })
          .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
          // Per tenant, also when the request went to `common` [D].
          .setIssuer(getIssuer(origin, account.tid))
          .setSubject(pairwise(account, client))
          .setAudience(client)
          .setIssuedAt(now)
          .setExpirationTime(now + lifeSeconds)
          .sign(privateKey)
      )
    },
  }
}

export function getIssuer(origin: string, tid: string): string {
  return `${origin}/${tid}/v2.0`
}

/** `sub` differs from client to client: only `tid` and `oid` name an account [D]. */
export function pairwise(account: Account, client: string): string {
  return createHash('sha256').update(`${client} ${account.oid}`).digest('base64url')
}
