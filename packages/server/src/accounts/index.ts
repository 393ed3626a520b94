/**
 * Mail accounts: connecting a mailbox by password or by signing in to its provider, its secrets (sealed), this
 * installation's registrations with providers, and what was last observed about an account, in words for its owner.
 * Owns mail_account, account_grant, oauth_state, provider_configuration and calendar_source. Called by http, console and sync; never reads
 * mail itself.
 */
export { createAccounts } from './create-accounts.ts'
export { conditionOf } from './grants/condition-of.ts'
export { type DiscoveryNeeds, createDiscovery } from './discovery/discover.ts'
export type {
  AccountForm,
  Accounts,
  AllowedServer,
  AccountView,
  AddedAccount,
  Probe,
  Removed,
} from './door.ts'
export type {
  CalendarProbes,
  CalendarSource,
  CalendarSources,
  CalendarSourceView,
  Connected,
} from './calendar-sources/door.ts'
export { providerNames } from './providers/names.ts'
export type { Asking, Completed, Grants } from './grants/door.ts'
export type { ProviderName } from './providers/names.ts'
export { diskCard } from './health/disk-card.ts'
export type { HealthCard } from './health/door.ts'
export type { CodedStep, Providers, ProviderSettings } from './providers/door.ts'
export { isProviderName, screenName } from './providers/names.ts'
export type { AccountsOptions } from './options.ts'
export { createVacations } from './vacation/create-vacations.ts'
export { lookForSieveServers, sieveServerOf } from './vacation/sieve-servers.ts'
export type { Answered, ProvidedVacation, Vacations } from './vacation/door.ts'
export { probeKey } from './key-probe.ts'
export { probeSmtp } from './probe-smtp.ts'
