import { createHash, createHmac } from 'node:crypto'

/** The token is made, not kept: a message that is sent again names the same address, and the database cannot. */
export function manageToken(key: Buffer, nonce: Buffer): string {
  return createHmac('sha256', key).update(nonce).digest('base64url')
}

/** Returns the UID of a booking's event for all messages about it, even after the event is gone. */
export function deriveUid(nonce: Buffer): string {
  return `${createHash('sha256').update(nonce).digest('hex').slice(0, 32)}@booking`
}
