import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The installation's secrets that sign-in is built on, as configured or generated. */
export interface PeopleSecrets {
  /** APP_SECRET */
  appSecret: string
  /** HUB_JWT_SECRET */
  hubSecret: string
}

/** One key per purpose, so that a value signed for one cannot be used for another. */
export interface Keys {
  remember: Uint8Array
  setupCode: Uint8Array
  token: Uint8Array
  hub: Uint8Array
}

export function deriveKeys(secrets: PeopleSecrets): Keys {
  return {
    remember: derive(secrets.appSecret, 'remember'),
    setupCode: derive(secrets.appSecret, 'setup-code'),
    token: derive(secrets.appSecret, 'token'),
    // The hub secret may be shared with a hub of the administrator's own, so it signs as it is (RFC 7518 §3.2).
    hub: new TextEncoder().encode(secrets.hubSecret),
  }
}

/** HMAC-SHA-256 over the parts, unambiguously joined: no two lists of parts give the same input. */
export function sign(key: Uint8Array, parts: readonly string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

/** Whether two byte strings are equal, in a time that does not tell where they differ. */
export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function derive(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `plmail people ${purpose}`, 32))
}
