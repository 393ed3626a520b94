import type { ConnectionOutcome } from '../../kit/connection-fault.ts'
import { ConnectionError } from './classify.ts'
import { openConnection } from './connect.ts'
import type { ImapOptions, ImapSettings } from './settings.ts'

/** Signs in and out again: proof that an account can be read, made before anything is saved. */
export async function probeImap(
  settings: ImapSettings,
  password: string,
  options: ImapOptions = {},
): Promise<ConnectionOutcome> {
  try {
    const { client } = await openConnection(settings, password, options)
    await client.logout().catch(() => {}) // signed in is all that was asked
    client.close()
    return { ok: true }
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    return { ok: false, ...error.failure }
  }
}
