/**
 * Mail accounts: connecting a mailbox by password or by signing in to its provider, its secrets (sealed), this
 * installation's registrations with providers, and what was last observed about an account, in words for its owner.
 * Owns mail_account, account_grant, oauth_state, provider_configuration and calendar_source. Called by http, console and sync; never reads
 * mail itself.
 */
export { createAccounts } from './create-accounts.ts'
export { toCondition } from './grants/grant-condition.ts'
export { createDiscovery } from './discovery/discover.ts'
export type {
  AccountForm,
  Accounts,
  AllowedServer,
  AccountView,
  AddedAccount,
  Probe,
  Removed,
} from './types.ts'
export type {
  CalendarProbes,
  CalendarSource,
  CalendarSources,
  CalendarSourceView,
  Connected,
} from './calendar-sources/types.ts'
export { providerNames } from './providers/provider-names.ts'
export type { Asking, Completed, Grants } from './grants/types.ts'
export { diskCard } from './health/disk-card.ts'
export type { HealthCard } from './health/types.ts'
export type { CodedStep, Providers, RegistrationView } from './providers/types.ts'
export { isProviderName, screenName } from './providers/provider-names.ts'
export type { AccountsOptions } from './options.ts'
export { createVacations } from './vacation/create-vacations.ts'
export { findSieveServers, getSieveServer } from './vacation/sieve-servers.ts'
export type { Answered, ProvidedVacation, Vacations } from './vacation/types.ts'
export { probeKey } from './key-probe.ts'
export { probeSmtp } from './probe-smtp.ts'
