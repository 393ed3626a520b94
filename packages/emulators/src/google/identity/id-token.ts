import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { VirtualClock } from '../../clock/clock.ts'

/** Somebody with an account at the emulated Google. */
export interface Person {
  email: string
  /** 21 digits; what an account is known by when its address changes [D]. */
  sub: string
  name: string
  /** The Workspace domain; absent for consumers. */
  hostedDomain: string | undefined
}

export interface Signer {
  /** The keys as they are published. */
  keySet: { keys: object[] }
  idToken(to: {
    client: string
    person: Person
    accessToken: string
    nonce: string | undefined
  }): Promise<string>
  /** What Pub/Sub sends along when its subscription was told to authenticate [S]. */
  pushToken(to: { audience: string; email: string }): Promise<string>
}

/** One pair for the whole process: making one takes long, and nobody tells emulators apart by their keys. */
let keyPair: ReturnType<typeof generateKeyPair> | undefined

export async function createSigner(issuer: () => string, clock: VirtualClock): Promise<Signer> {
  const { publicKey, privateKey } = await (keyPair ??= generateKeyPair('RS256'))
  const kid = 'emulated-1'
  const sign = (claims: Record<string, unknown>, issuedBy: string): Promise<string> => {
    const issuedAt = Math.floor(clock.now().getTime() / 1000)
    return new SignJWT({ ...claims, iss: issuedBy, iat: issuedAt, exp: issuedAt + 3600 })
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .sign(privateKey)
  }
  return {
    keySet: { keys: [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }] },
    idToken: ({ client, person, accessToken, nonce }) =>
      sign(
        {
          azp: client,
          aud: client,
          sub: person.sub,
          ...(person.hostedDomain !== undefined && { hd: person.hostedDomain }),
          email: person.email,
          email_verified: true,
          at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
          ...(nonce !== undefined && { nonce }),
        },
        issuer(),
      ),
    pushToken: ({ audience, email }) =>
      sign({ aud: audience, azp: email, sub: email, email, email_verified: true }, issuer()),
  }
}
