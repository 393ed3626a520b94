import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** How this server shows push services who it is (RFC 8292). */
export interface Vapid {
  /** Its P-256 point, uncompressed, base64url: what clients hand to their push service (RFC 9749 §3). */
  applicationServerKey: string
  /** `Authorization` for a message to this address. */
  authorization(url: string, now: Date): string
}

/** RFC 8292 §2 allows a day; half of it leaves room for clocks that differ. */
const lifetimeSeconds = 12 * 3600

/**
 * `seed` is 32 secret bytes; the same seed gives the same key. `contact` is where the operator can be reached
 * (`https:` or `mailto:`), asked on every use.
 */
export function createVapid(seed: Buffer, contact: () => string | undefined): Vapid {
  const { key, point } = keyPair(seed)
  const applicationServerKey = point.toString('base64url')
  return {
    applicationServerKey,
    authorization: (url, now) => {
      const sub = contact()
      const claims = {
        aud: new URL(url).origin,
        exp: Math.floor(now.getTime() / 1000) + lifetimeSeconds,
        ...(sub?.startsWith('https:') ? { sub } : {}),
      }
      return `vapid t=${signed(claims, key)}, k=${applicationServerKey}`
    },
  }
}

/** All but one in 2^32 seeds are a private key as they are; the others are hashed until they are one. */
function keyPair(seed: Buffer): { key: KeyObject; point: Buffer } {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(seed)
  } catch {
    return keyPair(createHash('sha256').update(seed).digest())
  }
  const point = pair.getPublicKey()
  const text = (bytes: Buffer) => bytes.toString('base64url')
  const jwk = { x: text(point.subarray(1, 33)), y: text(point.subarray(33)), d: text(seed) }
  return { point, key: createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...jwk } }) }
}

/** A JWT with ES256 (RFC 7518 §3.4). */
function signed(claims: Record<string, unknown>, key: KeyObject): string {
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
