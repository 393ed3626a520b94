import { ProviderError } from '../contract/index.ts'
import { openSieve } from './connection.ts'
import type { SieveOptions, SieveSettings } from './settings.ts'

/** `unknown`: it may be there another time. `switched-off`: an administrator does not allow to look. */
export type SieveProbe = 'vacation' | 'none' | 'unknown' | 'switched-off'

/** Signs in and out again: whether the server takes scripts of this user that answer (RFC 5230). */
export async function probeSieve(
  settings: SieveSettings,
  password: string,
  options: SieveOptions = {},
): Promise<SieveProbe> {
  try {
    const sieve = await openSieve(settings, password, options)
    await sieve.close()
    const extensions = (sieve.capabilities.get('SIEVE') ?? '').toLowerCase().split(' ')
    return extensions.includes('vacation') ? 'vacation' : 'none'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'switched-off') return error.kind
    return error.kind === 'busy' || error.kind === 'unreachable' ? 'unknown' : 'none'
  }
}
