import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

/** What a client makes of a push message (RFC 8291 §3.4, RFC 8188 §2), written apart from what encrypts. */
export function decrypted(body: Buffer, receiver: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender])
  const derive = (secret: Uint8Array, from: Buffer, purpose: Buffer | string, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, purpose, size))
  const keying = derive(receiver.computeSecret(sender), auth, info, 32)
  const key = derive(keying, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(keying, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
