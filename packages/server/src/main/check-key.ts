import type { ConsoleWords } from '../console/index.ts'
import { CannotDecrypt, EncryptionKeyUnusable } from '../store/index.ts'

/** The encryption key in force does not open what is stored (spec, Key probe). */
export class KeyProbeFailed extends Error {
  override readonly cause: CannotDecrypt | EncryptionKeyUnusable
  constructor(cause: CannotDecrypt | EncryptionKeyUnusable) {
    super(cause.message, { cause })
    this.cause = cause
  }
}

/** Says why the key does not fit. */
export function keySentence({ cause }: KeyProbeFailed, exits: ConsoleWords['exits']): string {
  if (cause instanceof CannotDecrypt) return exits.keyDoesNotFit({ column: cause.column })
  return cause.fault === 'missing' ? exits.keyMissing : exits.keyUnusable
}

/**
 * Runs the probe and tells a key that does not fit from a probe that could not run. Fatal where a server starts;
 * a console command only warns, so that `app:reset --full` can still run.
 */
export async function requireFittingKey(probe: () => Promise<void>): Promise<void> {
  try {
    await probe()
  } catch (error) {
    if (error instanceof CannotDecrypt || error instanceof EncryptionKeyUnusable) {
      throw new KeyProbeFailed(error)
    }
    throw error
  }
}

/** The sentence to warn with when the key does not fit; undefined when it does. */
export async function keyWarning(
  probe: () => Promise<void>,
  exits: ConsoleWords['exits'],
): Promise<string | undefined> {
  try {
    await requireFittingKey(probe)
    return undefined
  } catch (error) {
    if (error instanceof KeyProbeFailed) return exits.keyWarning({ problem: keySentence(error, exits) })
    throw error
  }
}
