import { CannotDecrypt, type Cipher } from '../../store/index.ts'

/** The plain text of a sealed column of `calendar_source`; undefined when the key in force does not open it. */
export function openSealed(
  cipher: Cipher,
  stored: string | null,
  column: 'address' | 'secret',
): string | undefined {
  try {
    return cipher.open(stored ?? '', `calendar_source.${column}`)
  } catch (error) {
    if (error instanceof CannotDecrypt) return undefined
    throw error
  }
}
