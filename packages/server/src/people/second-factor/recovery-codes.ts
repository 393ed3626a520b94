import { createHash } from 'node:crypto'
import type { Random } from '../../kit/random.ts'

/** Codes that stand in for the app once each: `xxxx-xxxx-xxxx-xxxx`, 64 random bits. Only their SHA-256 is stored. */
export interface MadeRecoveryCodes {
  codes: string[]
  /** In hexadecimal, in the order of the codes. */
  digests: string[]
}

const count = 8

export function makeRecoveryCodes(random: Random): MadeRecoveryCodes {
  const digits = Array.from({ length: count }, () => random(8).toString('hex'))
  return {
    codes: digits.map((code) => (code.match(/.{4}/g) ?? []).join('-')),
    digests: digits.map(digestOf),
  }
}

/** The digests without that of the code; undefined when it is none of theirs. Case, spaces and dashes do not count. */
export function withoutCode(digests: readonly string[], typed: string): string[] | undefined {
  const digits = typed.toLowerCase().replaceAll(/[\s\u2010-\u2015-]/g, '')
  if (!/^[0-9a-f]{16}$/.test(digits)) return undefined
  const used = digestOf(digits)
  const left = digests.filter((digest) => digest !== used)
  return left.length < digests.length ? left : undefined
}

function digestOf(digits: string): string {
  return createHash('sha256').update(digits).digest('hex')
}
