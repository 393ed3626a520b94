import { hash, verify } from '@node-rs/argon2'
import type { Random } from '../kit/random.ts'

// OWASP password storage: Argon2id, 19 MiB, two passes, one lane. The algorithm is the library's default,
// which the test beside this file pins down.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  /** A PHC string with a fresh salt. */
  hash(password: string): Promise<string>
  /** With no hash to compare to it takes as long and answers false, so an unknown user cannot be told by the clock. */
  matches(password: string, stored: string | undefined): Promise<boolean>
}

export function createPasswords(random: Random): Passwords {
  const hashed = (password: string) => hash(password.normalize('NFC'), { ...cost, salt: random(16) })
  let nobody: Promise<string> | undefined
  return {
    hash: hashed,
    matches: async (password, stored) => {
      nobody ??= hashed(random(16).toString('hex'))
      const matched = await verify(stored ?? (await nobody), password.normalize('NFC'))
      return matched && stored !== undefined
    },
  }
}
