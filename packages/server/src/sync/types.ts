import type { AccountId, MailboxId, UserId } from '@plmail/wire'
import type { AccountView, HealthCard } from '../accounts/index.ts'
import type { ByteCheck } from '../mail/index.ts'
import type { MailSession, ProviderErrorKind } from '../providers/contract/index.ts'

/** The accounts room as sync sees it. */
export interface SyncAccounts {
  /** Accounts that are polled: connected and not removed. */
  activeIds(): Promise<AccountId[]>
  /** Whose account it is; undefined once it is removed. */
  getOwner(id: AccountId): Promise<UserId | undefined>
  /** Records an observed fact about the account; `ok` clears any trouble and stamps the time of the last sync. */
  setCondition(id: AccountId, condition: 'ok' | ProviderErrorKind, detail?: string): Promise<void>
}

/** `live` serves looking and sending, which never run together; `backlog` keeps the first import apart. */
export type SessionPurpose = 'live' | 'backlog'

/** Opens a signed-in session to the account's provider; throws ProviderError. */
export type OpenMailSession = (id: AccountId, purpose: SessionPurpose) => Promise<MailSession>

/** How far the first import of an account has come; null when nothing is left to fetch. */
export interface ImportProgress {
  done: number
  total: number
}

/** A decision that the mail server would not carry out. It was taken back here when that became known. */
export interface RefusedOperation {
  id: number
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
  /** The subject of the message, or the folder's name; null when the message has gone or has none. */
  name: string | null
  refusedAt: Date
  /** The mail server's own words; may be empty. */
  serverSaid: string
}

/** The result of the last comparison of an account with its provider. */
export interface MirrorFigure {
  /** Messages that are here; what still waits to be fetched is not. */
  localCount: number
  /** By the provider's own count. */
  remoteCount: number
  /**
   * Items in that count that no complete listing shows: appointments in a mail folder, chats. None of them is missing.
   */
  accepted: number
  /** Listed and not fetched yet. */
  waiting: number
  checkedAt: Date
  /** When everything was last listed and compared. */
  sweptAt: Date | null
  /** Messages that were found not to be as they are at the provider, and put right, since the account was connected. */
  mended: number
  mendedAt: Date | null
}

/** The parts of an account that the provider does not let be read. */
export interface Shortfall {
  /** They could not be read to their end for several looks. */
  folders: MailboxId[]
  /** Messages of which only a note is here. */
  stubs: number
  /** Messages put together from their parts, because their bytes cannot be had. */
  rebuilt: number
}

export interface Sync {
  /** Asks for a look at the account now; bursts coalesce. */
  refresh(id: AccountId): Promise<void>
  /** Drops connections that were opened with credentials that no longer hold, in whichever process they are. */
  forget(id: AccountId): Promise<void>
  progress(ids: readonly AccountId[]): Promise<Map<AccountId, ImportProgress>>
  /** Accounts that have been compared with their provider. */
  mirror(ids: readonly AccountId[]): Promise<Map<AccountId, MirrorFigure>>
  /** The shortfall of each of these accounts. */
  shortfalls(ids: readonly AccountId[]): Promise<Map<AccountId, Shortfall>>
  /** Asks at once for every message that could not be fetched. Returns how many those are. */
  fetchAgain(id: AccountId): Promise<number>
  /** Asks for a look that compares everything and repairs what differs. */
  sweep(id: AccountId): Promise<void>
  /** Asks for messages whose stored bytes are lost to be fetched again; returns for how many accounts. */
  restoreDamaged(): Promise<number>
  /** The checks of these accounts' stored bytes, and a card for each that has damaged messages. */
  storedBytes(
    views: readonly AccountView[],
  ): Promise<{ checks: Map<AccountId, ByteCheck>; cards: HealthCard[] }>
  refused: {
    /** Newest first, at most 100. */
    list(id: AccountId): Promise<RefusedOperation[]>
    /** False when the account has no such operation. */
    dismiss(id: AccountId, operation: number): Promise<boolean>
    /** Forgets what was refused 30 days ago and nobody dismissed; returns how many. */
    purge(): Promise<number>
  }
  /** Starts listening for changes (IMAP IDLE); accounts are shared out over the processes that do. */
  watch(): Promise<void>
  /** Ends watching and closes every connection. */
  stop(): Promise<void>
}
