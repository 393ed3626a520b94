/** The plain JSON interface beside JMAP: session, accounts, jobs (see docs for the routes). */

/** RFC 9457, with the fields of contract.md §3. */
export interface Problem {
  type: string
  title: string
  status: number
  detail?: string
  /** `pointer` is a JSON pointer into the request body, `detail` a sentence for the person who typed it. */
  errors?: { pointer: string; detail: string }[]
  /** Also in the server's log. */
  reference?: string
}

/** How dates and numbers are written for a user; POST /api/session/conventions changes it. */
export interface Conventions {
  /** BCP 47 tag. */
  locale: string
  /** IANA time zone name. */
  timeZone: string
}

/** The locales to choose from; any other well-formed tag is kept too. */
// prettier-ignore
export const localeTags = [
  'en-US', 'en-GB', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'es', 'fi', 'fr', 'fr-CA', 'hu', 'it', 'ja', 'ko', 'nb',
  'nl', 'pl', 'pt-BR', 'pt-PT', 'ro', 'sv', 'tr', 'uk', 'zh-Hans', 'zh-Hant',
] as const

/** GET /api/session. */
export interface SessionInfo {
  user: Conventions & {
    id: string
    email: string
    name: string
    isAdmin: boolean
  }
  version: string
  /** Goes with forms behind this session that are not sent by script, such as /logout. */
  formToken: string
}

/** POST /api/session/token; `expiresAt` is RFC 3339. */
export interface AccessToken {
  token: string
  expiresAt: string
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

export interface DiscoveredServers {
  found: boolean
  source: string
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

/** What an app password opens besides being limited to an account: reading, mail or calendars only. */
export type AppPasswordScope = 'read' | 'mail' | 'calendar'

/** A password for a program, as GET /api/app-passwords lists it. Times are RFC 3339. */
export interface AppPasswordView {
  id: string
  name: string
  /** The first six digits of the secret, to tell one from another. */
  hint: string
  /** Null opens everything. */
  scope: AppPasswordScope | null
  /** Null opens every account. */
  accountId: string | null
  createdAt: string
  expiresAt: string | null
  /** Written at most every five minutes. */
  lastUsedAt: string | null
  /** Where it was used from, newest first; `client` is what the program said it was. */
  uses: { address: string; client: string; at: string }[]
}

/** Body of POST /api/app-passwords. */
export interface NewAppPassword {
  name: string
  scope?: AppPasswordScope | null
  accountId?: string | null
  expiresAt?: string | null
}

/** Its answer: the only time the secret is told. */
export type CreatedAppPassword = AppPasswordView & { secret: string }
