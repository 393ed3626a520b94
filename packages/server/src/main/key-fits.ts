import { CannotDecrypt, EncryptionKeyUnusable } from '../store/index.ts'

/** The encryption key in force does not open what is stored (spec, Key probe). */
export class KeyProbeFailed extends Error {}

/**
 * Runs the probe and tells a key that does not fit from a probe that could not run. Fatal where a server starts;
 * a console command only warns, so that `app:reset --full` can still run.
 */
export async function requireFittingKey(probe: () => Promise<void>): Promise<void> {
  try {
    await probe()
  } catch (error) {
    if (error instanceof CannotDecrypt || error instanceof EncryptionKeyUnusable) {
      throw new KeyProbeFailed(error.message, { cause: error })
    }
    throw error
  }
}

/** The sentence to warn with when the key does not fit; undefined when it does. */
export async function keyWarning(probe: () => Promise<void>): Promise<string | undefined> {
  try {
    await requireFittingKey(probe)
    return undefined
  } catch (error) {
    if (error instanceof KeyProbeFailed) return `Warning: ${error.message}.`
    throw error
  }
}
