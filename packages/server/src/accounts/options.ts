import type { ProviderName, UserId } from '@plmail/wire'
import type { Changes } from '../changes/index.ts'
import type { Owner } from '../egress/network/index.ts'
import type { Events } from '../events/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Random } from '../kit/random.ts'
import type { OAuthProvider } from '../providers/contract/index.ts'
import type { Cache, Cipher, Database, Locks } from '../store/index.ts'
import type { CalendarProbes } from './calendar-sources/types.ts'
import type { AllowedServer, DiscoverMailServers, Probe } from './types.ts'
import type { ProviderEnvironment } from './providers/effective-settings.ts'

/** Dependencies of the accounts module. */
export interface AccountsOptions {
  database: Database
  changes: Pick<Changes, 'open' | 'close' | 'announce' | 'personal'>
  cipher: Cipher
  cache: Pick<Cache, 'increment'>
  locks: Pick<Locks, 'withLock'>
  clock: Clock
  random: Random
  log: Log
  discover: (owner: UserId) => DiscoverMailServers
  probes: { imap: Probe; smtp: Probe }
  calendarProbes: CalendarProbes
  /** MAIL_ALLOW_PLAINTEXT. */
  allowPlaintext: boolean
  /** MAIL_ALLOWED_SERVERS. */
  allowedServers: readonly AllowedServer[]
  /** Every address of a host, or itself when it is one; none when it cannot be found. */
  listAddresses(host: string): Promise<readonly string[]>
  /** Signing in by OAuth on somebody's behalf, a provider each. */
  oauth(owner: Owner): Readonly<Record<ProviderName, OAuthProvider>>
  /** Registrations from the environment; stored ones take precedence. */
  environment: Readonly<Record<ProviderName, ProviderEnvironment>>
  /** Asked on every use; undefined until somebody set one. */
  publicAddress(): string | undefined
  /** Told what happened to accounts and sources of calendars. */
  events: Pick<Events, 'publish'>
}
