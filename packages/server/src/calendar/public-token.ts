import { createHash } from 'node:crypto'
import type { Random } from '../kit/random.ts'

/** What a token of a public page looks like: 32 bytes in URL-safe base64. Nothing else is ever made a digest of. */
export const tokenPattern = '[A-Za-z0-9_-]{43}'

const shape = new RegExp(`^${tokenPattern}$`)

export function mintToken(random: Random): string {
  return random(32).toString('base64url')
}

/** What is stored of a token; undefined for what is none. */
export function digestOf(token: string): string | undefined {
  return shape.test(token) ? createHash('sha256').update(token).digest('hex') : undefined
}
