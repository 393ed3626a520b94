import { createHmac, timingSafeEqual } from 'node:crypto'

/** Which codes are accepted around a moment. */
interface TotpWindow {
  periodSeconds: number
  /** How far the clock of a device may be off. */
  leewaySeconds: number
}

/** The period that every authenticator app expects unless told otherwise, and the leeway for its clock. */
const totpWindow: TotpWindow = { periodSeconds: 30, leewaySeconds: 15 }

/** Bytes of a secret, as RFC 4226 §4 recommends for SHA-1. */
export const totpSecretBytes = 20

/** The code of one time step (RFC 6238 §4, RFC 4226 §5.3): SHA-1, six digits. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** The steps whose codes are accepted at a moment, oldest first. */
export function acceptedSteps(
  now: Date,
  { periodSeconds, leewaySeconds }: TotpWindow = totpWindow,
): number[] {
  if (leewaySeconds < 0 || leewaySeconds >= periodSeconds)
    throw new RangeError(`A leeway of ${leewaySeconds} s is not below the period of ${periodSeconds} s`)
  const stepAt = (offset: number) => Math.floor((now.getTime() / 1000 + offset) / periodSeconds)
  const [first, last] = [stepAt(-leewaySeconds), stepAt(leewaySeconds)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The accepted step of a code; undefined for a wrong one. `after`: the newest step that was used already. */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  now: Date,
  after: number | null,
): number | undefined {
  return acceptedSteps(now).find((step) => (after === null || step > after) && isCodeOf(secret, code, step))
}

/**
 * By how many minutes the clock of the device is off that showed this code, ahead or behind; undefined when the code
 * belongs to no time within twelve hours. Only for somebody who may see the secret: whoever guesses would learn of codes
 * that are good later.
 */
export function minutesOff(secret: Uint8Array, code: string, now: Date): number | undefined {
  const { periodSeconds } = totpWindow
  const current = Math.floor(now.getTime() / 1000 / periodSeconds)
  const max = (12 * 3600) / periodSeconds
  for (let distance = 1; distance <= max; distance++) {
    const isNear = [current - distance, current + distance].some((step) => isCodeOf(secret, code, step))
    if (isNear) return Math.ceil((distance * periodSeconds) / 60)
  }
  return undefined
}

function isCodeOf(secret: Uint8Array, code: string, step: number): boolean {
  const expected = Buffer.from(totpCode(secret, step))
  const presented = Buffer.from(code)
  return presented.length === expected.length && timingSafeEqual(presented, expected)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648 §6) without padding, which is how apps take a secret that is typed in. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

/** The address that an authenticator app reads from a QR code (Key Uri Format of Google Authenticator). */
export function totpUri(secret: string, email: string): string {
  const { periodSeconds } = totpWindow
  const query = `secret=${secret}&issuer=plMail&algorithm=SHA1&digits=6&period=${periodSeconds}`
  return `otpauth://totp/plMail:${encodeURIComponent(email)}?${query}`
}
