import type { AccountId, IdentityId, UserId, EmailAddress } from '@plmail/wire'

/** As whom an account sends (RFC 8621 §6). */
export interface IdentityView {
  id: IdentityId
  name: string
  email: string
  replyTo: EmailAddress[] | null
  bcc: EmailAddress[] | null
  textSignature: string
  htmlSignature: string
  mayDelete: boolean
}

/** Fields of an identity that a person decides. */
export type IdentityFields = Omit<IdentityView, 'id' | 'email' | 'mayDelete'>

export type IdentityRefusal =
  /** The account does not send from this address. */
  | 'forbidden-from'
  /** It is no address. */
  | 'invalid-address'
  | 'too-many'
  | 'not-found'
  /** The first one stays. */
  | 'not-to-be-deleted'

/** Whose account it is, as mail sent from it says. */
export interface AccountHolder {
  address: string
  /** Empty when nobody has a name. */
  name: string
  /**
   * Its server is handed the message as it is and decides itself from which other addresses it lets it go (SMTP). Without
   * that there are none: Google and Microsoft put the account's own address in the place of one that they do not know.
   */
  hasAliases?: boolean
}

export interface IdentityRequest {
  create: ReadonlyArray<{ email: string } & IdentityFields>
  update: ReadonlyMap<IdentityId, Partial<IdentityFields>>
  destroy: readonly IdentityId[]
}

/** In the order asked for; refusals in the place of what was to be. */
interface IdentityOutcome {
  created: Array<IdentityView | IdentityRefusal>
  refusedUpdates: Map<IdentityId, IdentityRefusal>
  refusedDestroys: Map<IdentityId, IdentityRefusal>
  oldState: number
  newState: number
}

export interface Identities {
  /** The addresses that these accounts send from, in lower case. */
  listAddresses(accountIds: readonly AccountId[]): Promise<string[]>
  /** Oldest first; the first one is made here when the account has none yet. */
  list(accountId: AccountId): Promise<IdentityView[]>
  /** Creates, updates, destroys, in one write. */
  set(
    userId: UserId,
    accountId: AccountId,
    request: IdentityRequest,
    ifState?: number,
  ): Promise<IdentityOutcome | 'state-mismatch'>
}
