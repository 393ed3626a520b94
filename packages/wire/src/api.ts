/** The plain JSON interface beside JMAP: session, accounts, jobs (see docs for the routes). */
import type { Conventions, UnchosenConvention } from './conventions.ts'

/** A refused request as `application/problem+json` (RFC 9457), with two fields of our own. */
export interface Problem {
  type: string
  title: string
  status: number
  detail?: string
  /** The code of the detail and what its words are made of (`packages/wire/src/problems`). */
  problem?: string
  parameters?: Readonly<Record<string, unknown>>
  /** `pointer` is a JSON pointer into the request body, `detail` a sentence for the person who typed it. */
  errors?: {
    pointer: string
    detail: string
    problem?: string
    parameters?: Readonly<Record<string, unknown>>
  }[]
  /** Also in the server's log. */
  reference?: string
}

/** GET /api/session. */
export interface SessionInfo {
  user: Conventions & {
    id: string
    email: string
    name: string
    isAdmin: boolean
    /** The conventions nobody has decided yet: the first browser that signs in sets them to its own. */
    unchosen: readonly UnchosenConvention[]
  }
  version: string
  /** Made-up mailboxes, and nothing leaves the machine; every screen says so. */
  isDemo: boolean
  /** Goes with forms behind this session that are not sent by script, such as /logout. */
  formToken: string
  /** Kept beside the mail that a browser keeps, for POST /api/session/standing. */
  deviceMark: string
  /** When this session reaches nothing but setting up a second factor, RFC 3339; null: its user needs none. */
  enrolBy: string | null
  /** The origin at which a passkey of the user works; null: none does anywhere. */
  passkeyOrigin: string | null
  ownProof: OwnProof
}

/** How the user proves that it is them, for what takes more than a session. */
export interface OwnProof {
  /** They give it. Whoever has none signs in anew at the provider instead. */
  hasPassword: boolean
  /** The provider's name; null where there is no single sign-on. */
  provider: string | null
  /** Whether passwords are accepted here, so that whoever has none can choose one. */
  mayChoosePassword: boolean
}

/** POST /api/session/token; `expiresAt` is RFC 3339. */
export interface SessionToken {
  token: string
  expiresAt: string
}

/** POST /api/contacts/vcards: what became of a file of vCards. */
export interface ContactsImported {
  created: number
  /** Cards whose uid was there already. */
  replaced: number
  /** Number of entries that were no vCard, or larger than this server stores. */
  unreadable: number
}

/** The result of importing a calendar file. */
export interface CalendarImported {
  added: number
  /** Events whose uid was in the calendar already. */
  updated: number
  /** Events that another calendar of the account has, or that cannot be kept. */
  skipped: number
  /** Events that could not be read. */
  unreadable: number
  /** To-dos and journal entries, which are not imported. */
  tasks: number
  journals: number
  /** Imported series with a rule that is not followed: not understood, or beyond the first (RRULE) of them. */
  unreadRules: number
}

export type Encryption = 'tls' | 'starttls' | 'none'

export interface ServerAddress {
  host: string
  port: number
  encryption: Encryption
}

/** A connected mailbox as its owner sees it. */
export interface AccountView {
  /** Also its JMAP account id. */
  id: string
  provider: string
  address: string
  name: string
  /** `new` and `ok` ask nothing of anybody; everything else is explained by `conditionText`. */
  condition: string
  conditionDetail: string | null
  /** A sentence with the cause and what to do; null when all is well. */
  conditionText: string | null
  conditionSince: string
  lastSyncedAt: string | null
  import: { done: number; total: number } | null
  /**
   * Stored messages compared with the provider's count; null until the first comparison. `accepted`: number of those
   * that the provider counts and lists nowhere as messages.
   */
  mirror: { localCount: number; remoteCount: number; accepted: number; checkedAt: string } | null
  /**
   * Parts that the provider does not allow to be read: folders, messages stored as a note only, and messages rebuilt
   * from their parts. POST /api/accounts/{id}/unfetched fetches the messages again.
   */
  shortfall: { folders: number; stubs: number; rebuilt: number }
  /** How many stored messages were compared with their digests by the nightly check; null before the first. */
  storedCheck: { messages: number; restored: number; checkedAt: string } | null
  /** Null: nothing has to be registered, its server is listened to all the time. */
  instant: InstantDelivery | null
  /** How long the last messages took from the provider's time of receipt until they were here. */
  arrival: { medianMs: number; messages: number } | null
}

/** The provider announces changes by calling this server. POST /api/accounts/{id}/instant switches it. */
export interface InstantDelivery {
  isOn: boolean
  /** It should work and does not. */
  isTroubled: boolean
  /** How it stands, as sentences. */
  text: string
}

/** GET /api/admin/webhooks. Times are RFC 3339. */
export interface WebhooksView {
  /** Google's mail comes through a topic; `address` without its token, which is shown when asked for. */
  google: { topic: string | null; address: string | null }
  /** The other addresses that providers call. */
  addresses: { purpose: 'mail' | 'lifecycle' | 'calendars'; provider: ProviderName; url: string }[]
  accounts: WatchedAccount[]
  /** Newest first. */
  refusals: WebhookRefusal[]
}

export interface WatchedAccount {
  id: string
  provider: ProviderName
  address: string
  condition: 'off' | 'on' | 'silent' | 'lapsed'
  expiresAt: string | null
  announcedAt: string | null
  /** Why the last registration failed. */
  trouble: string | null
  /** Notifications in its name that were turned away. */
  refused: number
  /** How many of its calendars are announced, looked at every fifteen minutes, and never announced by their provider. */
  calendars: { push: number; polled: number; never: number }
}

export interface WebhookRefusal {
  endpoint: string
  /** The caller's address. */
  source: string
  /** A sentence. */
  reason: string
  account: string | null
  times: number
  firstAt: string
  lastAt: string
}

/** POST /api/admin/webhooks/address: the address with its token, to be entered at Google. */
export interface RevealedAddress {
  url: string
}

/**
 * The providers that people sign in to. The two neutral words are fixed from outside: they stand in addresses,
 * environment variables, console commands, stored rows and answers of the API. This is the one place that spells them
 * for the code; SQL, routes and documentation spell them where a reader must see the exact text.
 */
export const ProviderName = { google: 'provA', microsoft: 'provB' } as const
export type ProviderName = (typeof ProviderName)[keyof typeof ProviderName]

/** GET /api/accounts. */
export interface AccountsAnswer {
  accounts: AccountView[]
  /** Problems of the accounts, each cause once, worst first. */
  health: HealthCard[]
  /** Providers at which mailboxes can be connected by signing in; empty where this server offers none. */
  signIns: SignInOffer[]
}

export interface SignInOffer {
  provider: ProviderName
  name: string
  /** False: the administrator has not entered this server's registration yet. */
  isReady: boolean
}

/** One cause of trouble, however many accounts suffer from it. */
export interface HealthCard {
  id: string
  kind: string
  severity: 'critical' | 'warning' | 'notice'
  title: string
  text: string
  /** `at` is RFC 3339. */
  facts: ({ label: string; at: string } | { label: string; text: string })[]
  /** The provider's own words. */
  said: string | null
  accounts: { id: string; address: string }[]
  /** Null: it passes by itself, or somebody else has to act. `reconnect` is for each of the accounts. */
  repair:
    | { kind: 'reconnect'; provider: ProviderName; label: string }
    | { kind: 'password'; label: string }
    | { kind: 'providers'; label: string }
    | { kind: 'push'; label: string }
    | null
}

/** DELETE /api/accounts/{id}, where there is something to add: what became of the permission at the provider. */
export interface AccountRemoved {
  notice: string
}

/** Source of a value in force; null: there is none. */
export type ValueSource = 'stored' | 'environment' | null

/** GET /api/admin/providers: this server's registration with each provider. Secrets are never sent. */
export interface ProviderSettings {
  provider: ProviderName
  name: string
  clientId: { value: string | null; from: ValueSource }
  clientSecret: { isSet: boolean; from: ValueSource }
  /** Microsoft only: `YYYY-MM-DD`. */
  secretExpiresOn: string | null
  tenant: { value: string | null; from: ValueSource } | null
  /** Microsoft only: `global`, `us-government`, `us-dod` or `china`. */
  cloud: { value: string | null; from: ValueSource } | null
  topic: { value: string | null; from: ValueSource } | null
  pushToken: { isSet: boolean; from: ValueSource } | null
  pushServiceAccount: { value: string | null; from: ValueSource } | null
  pushAudience: { value: string | null; from: ValueSource } | null
  isReady: boolean
  redirectUri: string | null
  pushAddresses: { purpose: 'mail' | 'lifecycle' | 'calendars'; url: string }[]
  accounts: number
}

/** POST /api/admin/providers/{provider}. Left out: stays; empty: is removed. */
export interface ProviderForm {
  clientId?: string
  clientSecret?: string
  /** `YYYY-MM-DD`. A new secret without it has no known end. */
  secretExpiresOn?: string
  tenant?: string
  cloud?: string
  topic?: string
  pushToken?: string
  pushServiceAccount?: string
  pushAudience?: string
}

/** POST /api/admin/providers/{provider}/check. */
export interface ConsoleStep {
  step:
    | 'client'
    | 'redirect-uri'
    | 'cloud'
    | 'consent'
    | 'permissions'
    | 'mail-api'
    | 'calendar-api'
    | 'topic'
    | 'publisher'
    | 'push-address'
    | 'calendar-channels'
  outcome: 'works' | 'wrong' | 'unknown'
  sentence: string
}

/** A change that the mail server would not carry out, as GET /api/accounts/{id}/refused lists it. */
export interface RefusedChange {
  id: string
  what:
    | 'move'
    | 'delete'
    | 'mark-read'
    | 'mark-unread'
    | 'star'
    | 'unstar'
    | 'mark'
    | 'store'
    | 'create-folder'
    | 'rename-folder'
    | 'subscribe-folder'
    | 'delete-folder'
  /** The subject of the message or the name of the folder; null when there is none any more. */
  name: string | null
  refusedAt: string
  /** The mail server's words; may be empty. */
  serverSaid: string
}

/** `isSwitchedOff`: nobody was asked, because the administrator does not allow it. */
export interface DiscoveredServers {
  found: boolean
  source: string
  isSwitchedOff?: true
  imap: ServerAddress
  smtp: ServerAddress
  username: string
}

export interface NewAccount {
  address: string
  name?: string
  username?: string
  password: string
  imap: ServerAddress
  smtp: ServerAddress
}

/** A job that gave up, as GET /api/admin/jobs lists it. */
export interface FailedJob {
  id: string
  kind: string
  queue: string | null
  attempts: number
  maxAttempts: number
  lastError: string | null
  failedAt: string
}

export interface JobsView {
  /** Waiting jobs by lane. */
  waiting: Record<string, number>
  failed: FailedJob[]
}
