import type { AccountId } from '@plmail/wire'
import type { Changes } from '../changes/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Cipher, Database } from '../store/index.ts'
import type { AllowedServer, Discover, Probe } from './door.ts'

/** What the room needs. */
export interface AccountsOptions {
  database: Database
  changes: Pick<Changes, 'open' | 'close' | 'announce'>
  cipher: Cipher
  clock: Clock
  discover: Discover
  probes: { imap: Probe; smtp: Probe }
  /** MAIL_ALLOW_PLAINTEXT. */
  allowPlaintext: boolean
  /** MAIL_ALLOWED_SERVERS. */
  allowedServers: readonly AllowedServer[]
  /** Every address of a host, or itself when it is one; none when it cannot be found. */
  addressesOf(host: string): Promise<readonly string[]>
  /** Called once it is committed. What is lost when the process dies in between, the next poll makes up for. */
  on: {
    added(id: AccountId): Promise<void>
    passwordChanged(id: AccountId): Promise<void>
    removed(id: AccountId): Promise<void>
  }
}
