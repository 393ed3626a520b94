import type { AccountId, UserId } from '@plmail/wire'

/** Who calls, for the whole request. */
export interface Caller {
  userId: UserId
  /** The mail accounts this caller may use, by id. */
  accounts: ReadonlyMap<AccountId, JmapAccount>
}

/** One JMAP account as the session shows it. */
export interface JmapAccount {
  id: AccountId
  name: string
  address: string
}

export interface CallContext {
  caller: Caller
  /** Capabilities named in `using`. */
  using: ReadonlySet<string>
  /** Creation ids of this request and what they became (RFC 8620 §3.3). */
  createdIds: Map<string, string>
}

export type Arguments = Readonly<Record<string, unknown>>

/** One method: the capability it belongs to and what it does. Throws MethodFailure for method-level errors. */
export interface Method {
  capability: string
  run(args: Arguments, context: CallContext): Promise<Record<string, unknown>>
}

/** A method-level error (RFC 8620 §3.6.2): answered in place of this one call, the others go on. */
export class MethodFailure extends Error {
  readonly type: string
  readonly extra: Record<string, unknown>

  constructor(type: MethodErrorType, description?: string, extra: Record<string, unknown> = {}) {
    super(description ?? type)
    this.type = type
    this.extra = description === undefined ? extra : { description, ...extra }
  }
}

export type MethodErrorType =
  | 'serverFail'
  | 'unknownMethod'
  | 'invalidArguments'
  | 'invalidResultReference'
  | 'accountNotFound'
  | 'requestTooLarge'
  | 'stateMismatch'
  | 'cannotCalculateChanges'
  | 'unsupportedFilter'
  | 'unsupportedSort'
  | 'anchorNotFound'
