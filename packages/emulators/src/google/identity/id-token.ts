import { createHash } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { VirtualClock } from '../../clock/clock.ts'
import { selfSignedCertificate } from './certificate.ts'

/** Somebody with an account at the emulated Google. */
export interface IdentifiedPerson {
  email: string
  /** 21 digits; what an account is known by when its address changes [D]. */
  sub: string
  name: string
  /** The Workspace domain; absent for consumers. */
  hostedDomain: string | undefined
}

export interface Signer {
  /** The keys as they are published: as JSON Web Keys, and as certificates by their key ids. */
  keySet(): { keys: JWK[] }
  certificates(): Readonly<Record<string, string>>
  /** Signs with a new key from now on; the one before stays published, as Google leaves it for days [D]. */
  rotateKeys(): Promise<void>
  idToken(to: {
    client: string
    person: IdentifiedPerson
    accessToken: string
    nonce: string | undefined
  }): Promise<string>
  /** Signs the token that Pub/Sub sends when its subscription requires authentication [S]. */
  pushToken(to: { audience: string; email: string; claims?: object }): Promise<string>
}

/** The same pairs for the whole process: making one takes long, and nobody tells emulators apart by their keys. */
const pairs: Array<Promise<SigningKey>> = []

interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  certificate: string
}

const signingKey = (index: number): Promise<SigningKey> =>
  (pairs[index] ??= createSigningKey(`emulated-${index + 1}`))

async function createSigningKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const certificate = await selfSignedCertificate({ publicKey, privateKey, commonName: 'federated-signon' })
  return { kid, privateKey, publicKey, certificate }
}

export async function createSigner(issuer: () => string, clock: VirtualClock): Promise<Signer> {
  const published = [await signingKey(0)]
  const keySet: Array<JWK & { kid: string }> = []
  const publish = async ({ publicKey, kid }: SigningKey): Promise<void> => {
    keySet.unshift({ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' })
  }
  for (const key of published) await publish(key)
  const sign = async (claims: Record<string, unknown>, issuedBy: string): Promise<string> => {
    const { kid, privateKey } = published[0] ?? (await signingKey(0))
    const issuedAt = Math.floor(clock.now().getTime() / 1000)
    return new SignJWT({ iss: issuedBy, iat: issuedAt, exp: issuedAt + 3600, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .sign(privateKey)
  }
  return {
    keySet: () => ({ keys: keySet }),
    certificates: () => Object.fromEntries(published.map(({ kid, certificate }) => [kid, certificate])),
    rotateKeys: async () => {
      const next = await signingKey(published.length)
      published.unshift(next)
      await publish(next)
    },
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
    pushToken: ({ audience, email, claims }) =>
      sign({ aud: audience, azp: email, sub: email, email, email_verified: true, ...claims }, issuer()),
  }
}
