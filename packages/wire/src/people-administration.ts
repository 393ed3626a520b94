/** Everything that the audit log records, by its code. */
export const auditActions = [
  'user-created',
  'user-invited',
  'invitation-withdrawn',
  'invitation-accepted',
  'user-disabled',
  'user-enabled',
  'administrator-made',
  'administrator-removed',
  'password-link-made',
  'password-reset',
  'deletion-started',
  'user-deleted',
  'app-password-made',
  'second-factor-policy-changed',
  'second-factor-removed',
  'single-sign-on-changed',
  'assistant-changed',
  'egress-changed',
  'provider-changed',
  'audit-log-exported',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The place an action came from: somebody's browser, the console of the server, or the server by itself. */
export type AuditSource = 'browser' | 'console' | 'server'

/** One line of the audit log, as GET /api/admin/audit lists it. */
export interface AuditEntryView {
  id: string
  /** RFC 3339. */
  at: string
  action: AuditAction
  source: AuditSource
  /** The address that the actor signed in with then; empty for the console and the server. */
  actor: string
  /** The address of whom it was done to, or the name of what; empty where there is none. */
  subject: string
  /** The IP address it came from; empty outside of browsers. */
  address: string
  userAgent: string
  /** Further facts, such as a new value. Never a secret. */
  detail: Readonly<Record<string, string | number | boolean>>
}

/** GET /api/admin/audit?action=…&person=…&from=…&to=…&before=…: newest first. */
export interface AuditPage {
  entries: AuditEntryView[]
  /** The value of `before` for the page behind this one; null on the last one. */
  next: string | null
}

/** One mailbox of a person, as an administrator sees it: its condition and nothing of its contents. */
export interface PersonAccount {
  address: string
  provider: string
  /** `ok`, `new`, or why it is not synchronized. */
  condition: string
  /** The problem in words; null without one. */
  problem: string | null
}

/** Somebody who can sign in, as GET /api/admin/people lists them. Times are RFC 3339. */
export interface PersonView {
  id: string
  name: string
  email: string
  isAdmin: boolean
  isYou: boolean
  createdAt: string
  /** Null: never. */
  lastSignedInAt: string | null
  hasSecondFactor: boolean
  /** Null: may sign in. */
  disabledAt: string | null
  isMailPaused: boolean
  /** A deletion that has begun, and how much is left of it; null for everybody else. */
  deletion: { startedAt: string; accountsLeft: number; messagesLeft: number } | null
  /** Bytes of all their messages. */
  storedBytes: number
  accounts: PersonAccount[]
}

/** GET /api/admin/people. */
export interface PeopleView {
  people: PersonView[]
  /** How many passkeys people have for which host. Those of another host than the public address has do not work. */
  passkeys: Array<{ host: string; count: number; isUsable: boolean }>
}

/** The fate of the mail of a disabled person: it is synchronized on, or rests until they are enabled. */
export type DisabledMail = 'syncs' | 'pauses'

/** A link for one use, as it is answered once. */
export interface LinkView {
  url: string
  /** RFC 3339. */
  expiresAt: string
}

/** POST /api/admin/people: null where the password was given. */
export interface CreatedPersonView {
  id: string
  link: LinkView | null
}

/** GET /api/admin/invitations: those that nobody has accepted yet, newest first. */
export interface PeopleInvitations {
  invitations: Array<{
    id: string
    /** May be empty. */
    email: string
    isAdmin: boolean
    madeBy: string
    /** RFC 3339. */
    expiresAt: string
  }>
}

/** GET /api/admin/people/{id}/belongings: what would go with the person, counted now. */
export interface PersonBelongings {
  accounts: number
  messages: number
  /** The sum of the raw bytes of all messages. */
  bytes: number
  calendars: number
  events: number
  contacts: number
  shareLinks: number
  bookingPages: number
}

/** Of whom a second factor can be required. */
export const secondFactorRequirements = ['nobody', 'administrators', 'everybody'] as const
export type SecondFactorRequirement = (typeof secondFactorRequirements)[number]

/** The longest grace period, in days. */
export const maxGraceDays = 90

/** GET and POST /api/admin/second-factor-policy; the latter without `since` and with the administrator's `password`. */
export interface SecondFactorPolicyView {
  requiredOf: SecondFactorRequirement
  /** Days to set one up in, from `since` or from the making of a user, whichever is later. */
  graceDays: number
  /** RFC 3339; null: never set. */
  since: string | null
}
