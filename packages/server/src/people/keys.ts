import { createHmac, timingSafeEqual } from 'node:crypto'

/** The source of the keys for sign-in: one per purpose, so that a value signed for one cannot be used for another. */
export interface PeopleKeys {
  /** 32 bytes derived from APP_SECRET. */
  keyFor(purpose: 'remember' | 'setup-code' | 'token' | 'half-sign-in' | 'single-sign-on'): Buffer
  /** HUB_JWT_SECRET; looked up on use because it can be generated after the start. */
  hubSecret(): string
}

/** HMAC-SHA-256 over the parts, unambiguously joined: no two lists of parts give the same input. */
export function sign(key: Uint8Array, parts: readonly string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

/** Whether two byte strings are equal, in a time that does not tell where they differ. */
export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
