import type { RawMessage } from './blobs/raw.ts'

/** A client registered at a provider, as its console would hold it. */
export interface OAuthClient {
  id: string
  secret: string
  redirectUris: string[]
  /** Microsoft: the only tenant that may sign in; absent means any. */
  tenant?: string
  /** Google: the project that owns the client, where its Pub/Sub topics must be. */
  project?: string
}

/** What the control API, the truth query and the generator do with a mailbox of either provider. */
export interface EmulatedMailbox {
  readonly email: string
  /** Puts a message into the mailbox as its provider's own delivery would. Answers the provider's id. */
  deliver(raw: RawMessage, options?: DeliverOptions): string
  /** Everything the mailbox holds, for the convergence oracle. */
  truth(): Truth
  /** Another client's doing. Throws when an id or a folder is not there. */
  act(op: ActAs): void
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

/** Ids are the provider's; folders and labels are named by role or display name. */
export type ActAs =
  | { kind: 'mark' | 'unmark'; ids: string[]; keyword: string }
  | { kind: 'move'; ids: string[]; to: string }
  | { kind: 'archive' | 'trash' | 'delete'; ids: string[] }
  | { kind: 'label' | 'unlabel'; ids: string[]; label: string }
  | { kind: 'create-folder' | 'delete-folder'; name: string }
  | { kind: 'rename-folder'; name: string; to: string }
  | { kind: 'create-draft'; raw: RawMessage }
  | { kind: 'edit-draft'; id: string; raw: RawMessage }
  | { kind: 'send'; raw: RawMessage; recipients: string[] }
