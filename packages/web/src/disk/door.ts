import type {
  AccountsAnswer,
  Email,
  Identity,
  Mailbox,
  RenderedBody,
  SessionInfo,
  Thread,
} from '@plmail/wire'

/** A conversation with its emails, as the server last reported them: unconfirmed local changes are in the outbox. */
export interface KeptThread {
  /** `A1/T3` */
  readonly key: string
  readonly accountId: string
  readonly thread: Thread
  readonly emails: readonly Email[]
}

/** One conversation at its place in a kept list. */
interface KeptEntry {
  readonly accountId: string
  readonly threadId: string
  readonly emailId: string
  readonly newestAt: string
}

/** The newest conversations of a list that was opened, newest first. */
export interface KeptList {
  readonly key: string
  readonly total: number
  readonly entries: readonly KeptEntry[]
}

/** As whom the user may write from an account. */
export interface KeptIdentity {
  readonly accountId: string
  readonly identity: Identity
}

/** The stored data for a start without the network. */
export interface KeptStart {
  readonly session: SessionInfo
  readonly accounts: AccountsAnswer | undefined
  readonly identities: readonly KeptIdentity[] | undefined
  /** By account: the state up to which everything kept of it is true. */
  readonly states: ReadonlyMap<string, string>
  readonly mailboxes: ReadonlyMap<string, readonly Mailbox[]>
}

/** Changes to what is kept, written together. */
export interface Saving {
  readonly states: ReadonlyMap<string, string>
  readonly threads: readonly KeptThread[]
  readonly mailboxes: ReadonlyMap<string, readonly Mailbox[]>
  readonly lists: readonly KeptList[]
  /** `A1/M12`: kept conversations with these emails are no longer true. */
  readonly outdatedEmails: readonly string[]
  /** `A1/T3` */
  readonly outdatedThreads: readonly string[]
  readonly forgottenAccounts: readonly string[]
}

/** Why nothing (more) is kept on this device. `unwanted`: the user wants it so. */
export type DiskTrouble = 'unwanted' | 'missing' | 'full'

/**
 * The part of one user's mail that this device stores between visits. When the disk fails, the client works on without
 * it: reads return nothing, writes do nothing, and `trouble` holds the reason.
 */
export interface MailDisk {
  readonly trouble: DiskTrouble | undefined
  onTrouble(listener: () => void): void
  start(): Promise<KeptStart | undefined>
  /** Only entries whose conversation is kept too. */
  list(key: string): Promise<KeptList | undefined>
  threads(keys: readonly string[]): Promise<KeptThread[]>
  body(key: string): Promise<RenderedBody | undefined>
  hasBody(key: string): Promise<boolean>
  keepBody(key: string, body: RenderedBody): Promise<void>
  keepSession(session: SessionInfo): Promise<void>
  keepAccounts(accounts: AccountsAnswer): Promise<void>
  keepIdentities(identities: readonly KeptIdentity[]): Promise<void>
  /**
   * Answers the accounts of which nothing was written because another tab has followed the server further: what is held
   * here of them may be older than what is kept.
   */
  save(saving: Saving): Promise<ReadonlySet<string>>
  /** For a page that may be gone in the next turn: on its way to the disk when this returns, and part of the next start. */
  leave(saving: Saving): void
  /** Lets go of conversations that no kept list names any more. */
  prune(): Promise<void>
  /** Number of octets stored, as the browser counts them; undefined when it does not. */
  usage(): Promise<number | undefined>
  close(): void
}

/** As in the records' `EmailChange`: paths of a patch, or the end of the email. */
type KeptChange = Readonly<Record<string, unknown>> | 'destroy'

/** Something the user decided, until the server has confirmed it. Holds ids and flags, no mail. */
export interface KeptDeed {
  /** Its name at the server, where it is done once however often it is sent. */
  readonly id: string
  readonly accountId: string
  /** The word under which history lists it. */
  readonly verb: string
  readonly changes: readonly (readonly [emailId: string, change: KeptChange])[]
  /** Changes that undo it, from the emails as they were before. */
  readonly back: readonly (readonly [emailId: string, change: KeptChange])[]
  /** The name of the deed that this one takes back. */
  readonly undoes?: string
  readonly journalId?: string
}

/** Deeds in the order in which they were done, by all tabs of this browser. */
export interface DeedStore {
  /** Whether deeds outlive the window. */
  readonly isLasting: boolean
  /** On its way to the disk when this returns; resolves when it is there. */
  add(deed: KeptDeed): Promise<void>
  all(): Promise<KeptDeed[]>
  /** The oldest, up to `most`; from now on they count as sent. */
  take(most: number): Promise<KeptDeed[]>
  remove(ids: readonly string[]): Promise<void>
  /** Takes back one that was never sent; false when it may have been, or is gone. */
  withdraw(id: string): Promise<boolean>
}

/** A message sent while the server could not be reached. */
export interface QueuedMessage {
  /** The name of its submission at the server, which is created once however often it is asked for. */
  readonly id: string
  readonly queuedAt: Date
  /** As the composer wrote it; only the composer reads it. */
  readonly content: unknown
  /** Whether a request for its submission has left: the server may have it. */
  readonly isTried: boolean
  /** Why the server would not take it; it waits for its writer then. */
  readonly refusal?: { readonly type: string; readonly description?: string | null }
}

/** Queued messages of all tabs of this browser. */
export interface QueuedMessages {
  all(): Promise<QueuedMessage[]>
  /** False when this device would not keep it. */
  add(message: QueuedMessage): Promise<boolean>
  /** As it is then; undefined when it is gone. Throws when the disk fails. */
  change(
    id: string,
    changes: Partial<Pick<QueuedMessage, 'content' | 'isTried' | 'refusal'>>,
  ): Promise<QueuedMessage | undefined>
  /** Whether it was there; `untried`: leaves alone what the server may have. Throws when the disk fails. */
  remove(id: string, which?: 'any' | 'untried'): Promise<boolean>
}
