import type { AccountId, ProblemDetail, UserId, Encryption, ProviderName } from '@plmail/wire'
import type { ConnectionOutcome } from '../kit/connection-fault.ts'
import type { CalendarSources, CalendarSourcesOfUser } from './calendar-sources/types.ts'
import type { FieldProblem } from './field-problem.ts'
import type { Grants, HandedBack } from './grants/types.ts'
import type { HealthCard } from './health/types.ts'
import type { Providers } from './providers/types.ts'

export type { FieldProblem }

export interface ServerSettings {
  host: string
  port: number
  encryption: Encryption
}

/** A server that the administrator allows whatever the rules say; any port of it when none is named. */
export interface AllowedServer {
  host: string
  port: number | undefined
}

/** A mailbox to connect, as a person or the console gives it. Nothing in it is trusted. */
export interface AccountForm {
  address: string
  /** How the account is called in lists; the address unless given. */
  name?: string
  /** The address unless given. */
  username?: string
  password: string
  imap: ServerSettings
  smtp: ServerSettings
}

/**
 * Which ports the servers of a new account may have: those that mail servers usually listen on, or any. Only who runs the
 * machine may name any (docs/decisions/0010).
 */
export type Ports = 'usual' | 'any'

export type AddedAccount = { ok: true; account: AccountView } | { ok: false; problems: FieldProblem[] }

/** Last observed condition at the provider. The words are ProviderErrorKind's; `new` until the first sync. */
export type Condition =
  | 'new'
  | 'ok'
  | 'wrong-credentials'
  | 'expired-grant'
  | 'denied'
  | 'blocked'
  | 'wrong-client'
  | 'unreachable'
  | 'switched-off'
  | 'tls'
  | 'throttled'
  | 'busy'
  | 'gone'
  | 'malformed'
  | 'refused'

/** An account as its owner sees it. */
export interface AccountView {
  id: AccountId
  userId: UserId
  provider: 'imap' | ProviderName
  address: string
  name: string
  condition: Condition
  /** The server's own words, when it had some. */
  conditionDetail: string | null
  /** The problem and its remedy; null without a problem. */
  conditionText: ProblemDetail | null
  conditionSince: Date
  lastSyncedAt: Date | null
}

/** Credentials of an account. Never logged, never sent to a browser. */
interface Credentials {
  address: string
  username: string
  password: string
  imap: ServerSettings
  smtp: ServerSettings
}

/** Signs in to a server and out again; never throws for what the other side does. */
export type Probe = (
  server: ServerSettings & { username: string },
  password: string,
  owner: UserId,
) => Promise<ConnectionOutcome>

export interface Discovered {
  /** False: the servers are guessed from the domain, nobody has confirmed them. */
  found: boolean
  source: 'provider-table' | 'autoconfig' | 'srv' | 'mx' | 'guess'
  /** Nobody was asked, because an administrator does not allow it. */
  isSwitchedOff?: true
  imap: ServerSettings
  smtp: ServerSettings
  username: string
}

/** The servers of an address; undefined when it is no address. */
export type DiscoverMailServers = (address: string) => Promise<Discovered | undefined>

export interface Accounts {
  discover(userId: UserId, address: string): ReturnType<DiscoverMailServers>
  /** Checks the form, signs in to both servers, and only then saves. */
  add(userId: UserId, form: AccountForm, ports: Ports): Promise<AddedAccount>
  /** In the user's order. */
  list(userId: UserId): Promise<AccountView[]>
  get(userId: UserId, id: AccountId): Promise<AccountView | undefined>
  /** Signs in with it first, as `add` does. Undefined: not an account of this user. */
  updatePassword(userId: UserId, id: AccountId, password: string): Promise<AddedAccount | undefined>
  /**
   * With all mail kept here; at the provider no mail changes. The permission of an account that was signed in to is handed
   * back, as far as the provider can be reached. Undefined: not an account of this user.
   */
  remove(userId: UserId, id: AccountId): Promise<Removed | undefined>
  /** How it is signed in to; undefined once the account is removed. */
  getProvider(id: AccountId): Promise<AccountView['provider'] | undefined>
  /** For sync and sending; undefined once the account is removed, and for accounts that are signed in to by OAuth. */
  credentials(id: AccountId): Promise<Credentials | undefined>
  /**
   * Records what was observed. An equal condition keeps its time; a change between good and bad is told to the user.
   * `ok` also stamps the time of the last sync.
   */
  setCondition(id: AccountId, condition: Exclude<Condition, 'new'>, detail?: string): Promise<void>
  /** Every connected account, for schedules. */
  activeIds(): Promise<AccountId[]>
  getOwner(id: AccountId): Promise<UserId | undefined>
  /** The user's own addresses, lower-cased. */
  ownAddresses(userId: UserId): Promise<Set<string>>
  /** Lists problems of the user's accounts, one card per cause; for an administrator also those of the installation. */
  health(user: { id: UserId; isAdmin: boolean }): Promise<HealthCard[]>
  /** Signing in to Google and Microsoft, and the tokens that come of it. */
  grants: Grants
  /** This installation's registrations with them. */
  providers: Providers
  /** Sources of calendars: these accounts, CalDAV servers, feeds. */
  calendarSources: CalendarSources & CalendarSourcesOfUser
}

export interface Removed {
  /** Outcome of revoking the permission at the provider; null: the account had a password. */
  handedBack: HandedBack | null
}
