/**
 * Mail accounts: connecting a mailbox, finding its servers, its password (sealed), and what was last observed about
 * it, in words for its owner. Owns mail_account. Called by http, console and sync; never reads mail itself.
 */
export { createAccounts } from './create-accounts.ts'
export { type DiscoveryNeeds, createDiscovery } from './discovery/discover.ts'
export type {
  AccountForm,
  Accounts,
  AccountView,
  Added,
  Credentials,
  Discovered,
  FieldProblem,
  Ports,
  Probe,
  ServerSettings,
} from './door.ts'
export type { AccountsOptions } from './options.ts'
export { probeKey } from './key-probe.ts'
export { probeSmtp } from './probe-smtp.ts'
