import type { ProblemDetail } from '@plmail/wire'
import type { FetchedRaw, MailboxWrites, Position, ProviderError } from './folder-session.ts'

/**
 * A provider whose id of a message stays the same wherever in the account it lies (Gmail; Graph with immutable ids), so
 * that a message is one thing in several places: labels, or a folder and categories.
 */
export interface AccountSession extends MailboxWrites {
  readonly names: 'in-account'
  /** In how many folders a message can be at once, labels and categories not counted (Graph: 1; Gmail has none). */
  readonly foldersPerMessage: 1 | null
  /**
   * Lists the parts of the account that have a cursor of their own, in the order to be read: the whole account (null;
   * Gmail's history), or each folder (its remote id; Graph's delta). The argument is the list of mailboxes.
   */
  cursors(listed: readonly ListedIn[]): Array<string | null>
  /**
   * Lists the changes under one cursor since `position`; undefined reads it from the start, newest first. Lists, never
   * fetches bodies. `isKnown`: some of its mail is stored already, so a read from the start reports `state` of every
   * item. Pages come as the provider gives them; only the last carries a position.
   */
  pull(cursor: string | null, position: Position | undefined, isKnown: boolean): AsyncIterable<ItemPage>
  /**
   * Fetches whole messages; yields one result per id, in any order. What the provider will not hand out costs itself
   * alone: it is `failed`, and the rest goes on.
   */
  fetch(ids: readonly string[]): AsyncIterable<FetchedItem>
  /**
   * Puts a message together from what the provider tells of it when its bytes cannot be had: readable, and not what was
   * sent. Absent where the provider tells nothing beside the bytes.
   */
  rebuild?(id: string): Promise<FetchedItem>
  /**
   * Which of these ids still exist, and where: the probe behind every deletion. An id that is left out is gone; undefined
   * is one that the provider has no answer about.
   */
  states(ids: readonly string[]): Promise<Map<string, ItemState | undefined>>
  /**
   * The newest messages by the provider's own order, some fifty to some hundred, at the price of a few requests;
   * undefined is one that the provider has no answer about.
   */
  newest(): Promise<Map<string, ItemState | undefined>>
  /** Whether the provider has anything that the keyword can be kept as; the others are kept here only. */
  keeps(keyword: string): boolean
  /** Sets or clears one keyword on a set of messages. */
  setKeyword(ids: readonly string[], keyword: string, present: boolean): Promise<{ gone: string[] }>
  /**
   * Puts messages into mailboxes and takes them out of others, in one step for each message. `renamed`: old id → new id
   * where the provider gave a new one nevertheless.
   */
  place(
    ids: readonly string[],
    change: { add: readonly string[]; remove: readonly string[] },
  ): Promise<{ gone: string[]; renamed: Map<string, string> }>
  /** Deletes for good, wherever they lie. Ids that are gone already are no error. */
  destroy(ids: readonly string[]): Promise<void>
  /**
   * Stores a message made here. Keywords that the provider cannot keep are left out; a draft (`$draft` in a Drafts
   * mailbox) is stored as the provider's own kind of draft. Throws `gone` when a mailbox is not there.
   */
  append(
    mailboxes: readonly string[],
    raw: Buffer,
    keywords: readonly string[],
    receivedAt: Date,
  ): Promise<{ id: string }>
  /** Ids of messages with this Message-ID, anywhere in the account; how a lost answer is resolved. */
  findByMessageId(messageId: string): Promise<string[]>
  /**
   * Sends a message; the provider keeps the copy in Sent by itself. `accepted`: it is sent, and the answer names the copy;
   * `taken`: the provider has it, and only its copy in Sent will prove that it went out; `refused`: it will not send it,
   * whatever is tried; `unknown`: the request went out and no answer came that says either; `stopped`: the hand-over said
   * no. Other trouble throws: then nothing was sent.
   */
  send(raw: Buffer, handOver?: HandOver): Promise<Sent>
  /** How many messages the account has by the provider's own count, trash and spam included. */
  total(): Promise<number>
  /** Asks the provider to announce changes by itself. */
  readonly push: PushRegistration | undefined
}

interface ListedIn {
  remoteId: string
  role: string | null
  isSelectable: boolean
}

export interface ItemPage {
  items: Item[]
  /** Deleted for good, by the provider's own word. */
  deleted: string[]
  /** Not under this cursor any more: moved or deleted. */
  left: string[]
  /** True on the first page when the position given was unusable; the pages are a reading from the start. */
  reset: boolean
  /** On the last page only: everything up to here has been told. */
  position: Position | undefined
}

export interface Item {
  id: string
  /** Larger is fetched first; newer is larger. Below 2^52. */
  rank: number
  /**
   * Mailboxes and keywords of the item. Undefined in a first read, and where the provider did not report them: call
   * `states`.
   */
  state: ItemState | undefined
}

export interface ItemState {
  /** Remote ids of mailboxes; never empty. */
  mailboxes: string[]
  keywords: string[]
}

export type FetchedItem =
  | (Extract<FetchedRaw, { kind: 'message' }> & {
      mailboxes: string[]
      /** Why it had to be put together from its parts, when its bytes could not be had. */
      rebuiltBecause?: string
    })
  | Extract<FetchedRaw, { kind: 'gone' }>
  /** `trouble`: what it means if every message fails like this one, so that it is the account's. */
  | (Extract<FetchedRaw, { kind: 'failed' }> & { trouble?: ProviderError })

/** Awaited right before the one request after which a message may have gone out; false stops it. */
export type HandOver = () => Promise<boolean>

export type Sent =
  | { outcome: 'stopped' }
  | { outcome: 'accepted'; id: string }
  | { outcome: 'taken' }
  | { outcome: 'refused'; problem: ProblemDetail }
  | { outcome: 'unknown'; said: string }

/** One registration an account; registering again renews. */
export interface PushRegistration {
  /**
   * `address`: where the provider shall call (Graph) or the topic it shall publish to (Gmail). Throws `refused` with the
   * provider's words when it will not.
   */
  register(options: {
    address: string
    lifecycleAddress: string
    clientState: string
    known: string | undefined
  }): Promise<Registered>
  unregister(registrationId: string): Promise<void>
}

export interface Registered {
  /** The provider's id of the registration; Gmail has none, so the topic's name. */
  id: string
  expiresAt: Date
}
