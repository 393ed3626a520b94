import type { InvitationPlacing } from '../../delivery/meeting-mail.ts'
import type { Truth } from '../../mailbox.ts'
import type { World } from '../../world.ts'
import type { Account } from '../identity/accounts.ts'
import { createCalendarStore, type CalendarStore } from './calendar-store.ts'
import type { Contact } from './contact.ts'
import { createCategories, type Categories } from './categories.ts'
import { createReader, type Reader } from './content.ts'
import type { MessageRule } from './message-rule.ts'
import { createMessageIndex } from './message-index.ts'
import { createStore, type MailItem, type MailStore } from './mail-store.ts'
import type { FolderLanguage } from './well-known.ts'

/** Options that differ between mailboxes. */
export interface MailboxOptions {
  /** Language of the folder names. German by default, so that nobody finds the inbox by its English name. */
  language: FolderLanguage
  /** Some mailboxes have no archive folder. */
  archive: boolean
  /** False: a person who can sign in and has no mailbox [F]. */
  hasMailbox: boolean
  /** [F] Met on personal accounts: `Prefer: IdType="ImmutableId"` does nothing. */
  ignoresImmutableId: boolean
  /** Real milliseconds that each request takes: what overlaps counts as in flight. */
  latencyMs: number
  /** How often, from 0 to 1, a delta has an empty page or says something twice. */
  deltaNoise: number
  /** How invitations that come by mail are treated. */
  placing: InvitationPlacing
  /** How long a delta link is good for, in milliseconds; then 410 [K]. */
  deltaLifeMs: number
}

export const usualMailbox: MailboxOptions = {
  language: 'de',
  archive: true,
  hasMailbox: true,
  ignoresImmutableId: false,
  latencyMs: 2,
  deltaNoise: 0.1,
  placing: 'at-once',
  deltaLifeMs: 30 * 24 * 3600_000,
}

/** A mailbox as the operations of Graph work on it. */
export interface GraphMailbox {
  readonly email: string
  readonly account: Account
  readonly world: World
  readonly options: MailboxOptions
  readonly store: MailStore
  readonly reader: Reader
  readonly categories: Categories
  readonly calendars: CalendarStore
  /** The message rules of the inbox; nothing is sorted by them. */
  readonly rules: MessageRule[]
  /** Oldest first. */
  readonly contacts: Contact[]
  /** Whatever the case; newest first. */
  byMessageId(messageId: string): Promise<readonly MailItem[]>
  /** Settings that PATCH wrote over the defaults. */
  settings: Readonly<Record<string, unknown>>
  readonly sent: Truth['sent']
}

export function createMailbox(world: World, account: Account, options: MailboxOptions): GraphMailbox {
  const store = createStore(world, account.email, options)
  const reader = createReader()
  return {
    email: account.email,
    account,
    world,
    options,
    store,
    reader,
    byMessageId: createMessageIndex(store, reader),
    categories: createCategories(world),
    calendars: createCalendarStore(world, account.email, account.displayName),
    rules: [],
    contacts: [],
    settings: {},
    sent: [],
  }
}

/** The id of the message as its own client would know it: the immutable id, where the mailbox knows such ids. */
export function ownId(mailbox: GraphMailbox, item: MailItem): string {
  return mailbox.store.ids.message(item.serial, item.moves, !mailbox.options.ignoresImmutableId)
}

/** Finds a message by an id of either form; a rest id from before a move finds nothing [D]. */
export function itemById(mailbox: GraphMailbox, id: string): MailItem | undefined {
  const read = mailbox.store.ids.read(id)
  if (read === undefined || read.kind === 'folder') return undefined
  const item = mailbox.store.items.get(read.n)
  return item && (read.moves === undefined || read.moves === item.moves) ? item : undefined
}
