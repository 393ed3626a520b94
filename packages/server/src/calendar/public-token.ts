import { createHash } from 'node:crypto'
import type { Random } from '../kit/random.ts'

/** Pattern of a public page's token: 32 bytes in URL-safe base64. Nothing else is ever hashed. */
export const tokenPattern = '[A-Za-z0-9_-]{43}'

const shape = new RegExp(`^${tokenPattern}$`)

export function mintToken(random: Random): string {
  return random(32).toString('base64url')
}

/** Returns the stored digest of a token; undefined for a malformed one. */
export function computeDigest(token: string): string | undefined {
  return shape.test(token) ? createHash('sha256').update(token).digest('hex') : undefined
}
