import type { AccountId, Invocation, ProblemDetail, UserId, ProviderName } from '@plmail/wire'
import type { EmailRow, Role, WithState } from '../../mail/index.ts'
import type { PushCredentials } from '../../people/index.ts'

/** Who calls, for the whole request. */
export interface Caller {
  userId: UserId
  /** Credentials that authorised the request; push subscriptions belong to them. */
  credentials: PushCredentials
  /** The mail accounts this caller may use, by id. */
  accounts: ReadonlyMap<AccountId, JmapAccount>
  /** Accounts whose calendars these credentials open: those at providers that keep some, and the personal one. */
  calendars: ReadonlyMap<AccountId, JmapAccount>
  /** The user's personal account, where these credentials open it. It holds no mail. */
  personal: AccountId | null
  /** False for credentials that may only read: every method that writes answers `accountReadOnly`. */
  mayWrite: boolean
}

/** One JMAP account as the session shows it. */
export interface JmapAccount {
  id: AccountId
  name: string
  address: string
  /** Provider that hosts the account; default: IMAP. */
  provider?: 'imap' | ProviderName
  /** The mailboxes a message can be in at once; any unless said. */
  placeLimits?: PlaceLimits
  /** Whether the automatic reply during an absence can be read and set; default: false. */
  hasVacation?: boolean
}

/** The limits of a provider on a message that is to be in several mailboxes. */
export interface PlaceLimits {
  /** How many folders it can be in; null: any number. Labels and categories are no folders. */
  mostFolders: number | null
  isFolder(remoteId: string | null): boolean
  /** Whoever is put into one of these is in no other mailbox any more. */
  hidingRoles: readonly Role[]
}

export interface CallContext {
  caller: Caller
  /** The origin that the request was made to, as the browser sees it. */
  origin(): string
  /** Capabilities named in `using`. */
  using: ReadonlySet<string>
  /** Creation ids of this request and what they became (RFC 8620 §3.3). */
  createdIds: Map<string, string>
  /**
   * The call that comes after this one in the request: what both will answer may be read in one turn. What was read for
   * it is left with `leave`, and it alone finds that in `readAhead`; nothing is written in between.
   */
  next?: Invocation | undefined
  leave?(ahead: ReadAhead): void
  readAhead?: ReadAhead | undefined
  /**
   * Runs another method right after this one, as the same caller and under the same call id; its answer follows this
   * one's (RFC 8620 §5.4 onSuccessDestroyOriginal, RFC 8621 §7.5 onSuccessUpdateEmail).
   */
  followWith(name: string, args: Arguments): void
}

/** Messages as they were at one moment, with their structure; or none, and the state of that moment. */
export interface ReadAhead extends WithState<EmailRow[]> {
  accountId: AccountId
}

export type Arguments = Readonly<Record<string, unknown>>

/** What a method does. Throws MethodFailure for method-level errors. */
export interface Method {
  /** True for methods that change something (/set, /copy, /import …). */
  writes?: boolean
  run(args: Arguments, context: CallContext): Promise<Record<string, unknown>>
}

/** Why, for a person: what a catalogue has words for. A text is the protocol's, for authors of clients. */
export type ErrorDescription = ProblemDetail | string

/** A method-level error (RFC 8620 §3.6.2): answered in place of this one call, the others go on. */
export class MethodFailure extends Error {
  readonly type: string
  readonly extra: Record<string, unknown>

  constructor(type: MethodErrorType, description?: ErrorDescription, extra: Record<string, unknown> = {}) {
    super(typeof description === 'object' ? description.problem : (description ?? type))
    this.type = type
    this.extra = description === undefined ? extra : { description, ...extra }
  }
}

export type MethodErrorType =
  | 'serverFail'
  | 'serverUnavailable'
  | 'unknownMethod'
  | 'invalidArguments'
  | 'invalidResultReference'
  | 'accountNotFound'
  | 'accountNotSupportedByMethod'
  | 'accountReadOnly'
  | 'forbidden'
  | 'fromAccountNotFound'
  | 'fromAccountNotSupportedByMethod'
  | 'requestTooLarge'
  | 'stateMismatch'
  | 'cannotCalculateChanges'
  | 'unsupportedFilter'
  | 'unsupportedSort'
  | 'anchorNotFound'
  | 'tooManyChanges'
  | 'unknownDataType'
  | 'expandDurationTooLarge'
