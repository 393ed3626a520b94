import { type ECDH, createCipheriv, createECDH, hkdfSync } from 'node:crypto'

/**
 * The keys for which messages to a client are encrypted: its P-256 point (65 bytes, uncompressed) and 16 random bytes
 * (RFC 8291 §2).
 */
export interface PushKeys {
  p256dh: Buffer
  auth: Buffer
}

/** Made anew for every message. */
export interface MessageSecrets {
  salt: Buffer
  /** With its key pair. */
  sender: ECDH
}

/** A push service takes 4,096 bytes (RFC 8030 §7.2), of which the header takes 86 and the record 17 (RFC 8188 §2). */
export const maxPlainBytes = 4096 - 86 - 17

const curve = 'prime256v1'
const recordSize = 4096

/** Whether these are keys that a message can be encrypted for. */
export function areUsable({ p256dh, auth }: PushKeys): boolean {
  if (p256dh.length !== 65 || p256dh[0] !== 4 || auth.length !== 16) return false
  const sender = createECDH(curve)
  sender.generateKeys()
  try {
    sender.computeSecret(p256dh)
    return true
  } catch {
    return false // not a point of the curve
  }
}

export function newMessageSecrets(random: (size: number) => Buffer): MessageSecrets {
  const sender = createECDH(curve)
  sender.generateKeys()
  return { salt: random(16), sender }
}

/** The body of a push message: `aes128gcm` (RFC 8188) with the keys of RFC 8291 §3.4, in one record. */
export function encrypted(
  plain: Buffer,
  { p256dh, auth }: PushKeys,
  { salt, sender }: MessageSecrets,
): Buffer {
  if (plain.length > maxPlainBytes)
    throw new RangeError(`A push message of ${plain.length} bytes is too large`)
  const ours = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ours])
  const keying = hkdf(sender.computeSecret(p256dh), auth, info, 32)
  const key = hkdf(keying, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(keying, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The delimiter of the last record; no padding follows it.
  const record = [cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, ...record])
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer | string, size: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, size))
}
