import type { ActAs } from './acts.ts'
import type { RawMessage } from './blobs/raw.ts'
import type { Oddity } from './faults/oddities.ts'

export type { ActAs } from './acts.ts'

/** A client registered at a provider, as its console would hold it. */
export interface EmulatedClient {
  id: string
  secret: string
  redirectUris: string[]
  /** Microsoft: the only tenant that may sign in; absent means any. */
  tenant?: string
  /** Google: the project that owns the client, where its Pub/Sub topics must be. */
  project?: string
}

/** A mailbox of either provider, as the control API, the truth query and the generator use it. */
export interface EmulatedMailbox {
  readonly email: string
  /** Puts a message into the mailbox as its provider's own delivery would. Answers the provider's id. */
  deliver(raw: RawMessage, options?: DeliverOptions): string
  /** Everything the mailbox holds, for the convergence oracle. */
  truth(): Truth
  /** Another client's doing. Throws when an id or a folder is not there. */
  act(op: ActAs): void
  /** Makes the mailbox as odd as they are in the field. Throws as `act` does. */
  turnOdd(oddity: Oddity): void
}

export interface DeliverOptions {
  /** Default: now. */
  receivedAt?: Date
  /** Label or folder by role (`inbox`, `junk`, `sent`, `drafts`, `trash`, `archive`) or by display name, which is made when absent. Default: inbox. */
  to?: string
  /** `$seen`, `$flagged`, `$draft`; anything else is a user label or a category. */
  keywords?: readonly string[]
}

export interface Truth {
  messages: Array<{
    id: string
    /** As it stands in its header, with the angle brackets. */
    messageId: string | null
    sha256: string
    /** Labels, or the folder path with `/` between; by role where there is one, else by display name. */
    places: string[]
    /** `$seen` `$flagged` `$draft`, and categories as keywords. */
    keywords: string[]
    receivedAt: string
  }>
  mailboxes: Array<{ name: string; role: string | null }>
  sent: Array<{ messageId: string; recipients: string[]; at: string }>
}
