/**
 * JMAP as this server and its web client speak it: RFC 8620 (core), RFC 8621 (mail) and the extensions of
 * docs/jmap.md. Types only, except for the few names both sides must spell alike.
 */
import type { Category, ListCategoriesArgs, ListCategoriesResult, ThreadCategory } from './categories.ts'
import type { ComposingMethods } from './composing.ts'
import type { CalendarMethods } from './calendars.ts'
import type { ContactMethods } from './contacts.ts'
import type { InvitationMethods } from './invitations.ts'
import type { PersonalMethods } from './personal.ts'
import type { PushMethods } from './push.ts'
import type { ReadingMethods } from './reading.ts'
import type { EmailFilter } from './email-filter.ts'
import type { ReminderMethods } from './reminders.ts'
import type { MailboxRole } from './mailbox-role.ts'
import type { RuleMethods } from './rules.ts'
import type { SharingMethods } from './sharing.ts'
import type { VacationMethods } from './vacation.ts'
import type {
  ChangesArgs,
  ChangesResult,
  EmailAddress,
  EmailBodyPart,
  GetArgs,
  GetResult,
  SetArgs,
  SetResult,
} from './jmap-shapes.ts'

/** Capability URNs a request names in `using` (RFC 8620 §3.3). */
export const capability = {
  core: 'urn:ietf:params:jmap:core',
  mail: 'urn:ietf:params:jmap:mail',
  submission: 'urn:ietf:params:jmap:submission',
  mdn: 'urn:ietf:params:jmap:mdn',
  vacationResponse: 'urn:ietf:params:jmap:vacationresponse',
  blob: 'urn:ietf:params:jmap:blob',
  quota: 'urn:ietf:params:jmap:quota',
  websocket: 'urn:ietf:params:jmap:websocket',
  webPush: 'urn:ietf:params:jmap:webpush-vapid',
  lists: 'urn:plmail:params:jmap:lists',
  journal: 'urn:plmail:params:jmap:journal',
  reading: 'urn:plmail:params:jmap:reading',
  search: 'urn:plmail:params:jmap:search',
  rules: 'urn:plmail:params:jmap:rules',
  unsubscribe: 'urn:plmail:params:jmap:unsubscribe',
  trustedSenders: 'urn:plmail:params:jmap:trusted-senders',
  snooze: 'urn:plmail:params:jmap:snooze',
  categories: 'urn:plmail:params:jmap:categories',
  preferences: 'urn:plmail:params:jmap:preferences',
  templates: 'urn:plmail:params:jmap:templates',
  contacts: 'urn:ietf:params:jmap:contacts',
  people: 'urn:plmail:params:jmap:people',
  calendars: 'urn:ietf:params:jmap:calendars',
  shareLinks: 'urn:plmail:params:jmap:share-links',
  booking: 'urn:plmail:params:jmap:booking',
  invitations: 'urn:plmail:params:jmap:invitations',
  reminders: 'urn:plmail:params:jmap:reminders',
  push: 'urn:plmail:params:jmap:push',
  calendarTools: 'urn:plmail:params:jmap:calendars',
  calendarsParse: 'urn:ietf:params:jmap:calendars:parse',
} as const

/** A method call or response: name, arguments, the client's call id (RFC 8620 §3.2). */
export type Invocation = [name: string, args: Record<string, unknown>, callId: string]

export interface JmapRequest {
  using: string[]
  methodCalls: Invocation[]
  createdIds?: Record<string, string>
}

export interface JmapResponse {
  methodResponses: Invocation[]
  sessionState: string
  createdIds?: Record<string, string>
}

/** Method-level error (RFC 8620 §3.6.2), for instance `cannotCalculateChanges`. */
export interface MethodError {
  type: string
  description?: string
}

/** The JMAP session resource (RFC 8620 §2), as far as the web client reads it. */
export interface JmapSession {
  apiUrl: string
  /** URI template with {accountId}, {blobId}, {name}, {type}. */
  downloadUrl: string
  accounts: Record<
    string,
    { name: string; isPersonal: boolean; isReadOnly: boolean; accountCapabilities: Record<string, unknown> }
  >
  primaryAccounts: Record<string, string>
  username: string
  state: string
}

/** The properties of a message that a list row shows; the subset of Email for which the server stores ready values. */
export interface EmailListItem {
  id: string
  threadId: string
  mailboxIds: Record<string, true>
  keywords: Record<string, true>
  /** UTC, RFC 3339. */
  receivedAt: string
  subject: string | null
  from: EmailAddress[] | null
  to: EmailAddress[] | null
  preview: string
  hasAttachment: boolean
  size: number
  /** Snooze extension: while it is among the snoozed, and after it came back while it is in the Inbox. */
  snoozed?: Snoozed | null
  /** Snooze extension: when to be reminded that nobody answered. */
  followUp?: FollowUp | null
}

export interface Snoozed {
  /** UTCDate. */
  until: string
  /** When and why it came back; null while it is away. */
  wokenAt: string | null
  wokenBy: 'time' | 'answer' | null
}

export interface FollowUp {
  /** UTCDate. */
  at: string
  /** Nobody answered by then. */
  isDue: boolean
}

/** The further properties that an open message shows. */
export interface EmailReading {
  cc: EmailAddress[] | null
  bcc: EmailAddress[] | null
  replyTo: EmailAddress[] | null
  sentAt: string | null
  attachments: EmailBodyPart[]
  /** By which it is answered without a network. Missing in what an older client has kept. */
  messageId?: string[] | null
  inReplyTo?: string[] | null
  references?: string[] | null
}

export type Email = EmailListItem & Partial<EmailReading>

/** `properties` of Email/get for a row of a list. */
export const emailListProperties = [
  'id',
  'threadId',
  'mailboxIds',
  'keywords',
  'receivedAt',
  'subject',
  'from',
  'to',
  'preview',
  'hasAttachment',
  'size',
  'snoozed',
  'followUp',
] as const satisfies readonly (keyof EmailListItem)[]

/** `properties` of Email/get for an open message. */
export const emailReadingProperties = [
  ...emailListProperties,
  'cc',
  'bcc',
  'replyTo',
  'sentAt',
  'attachments',
  'messageId',
  'inReplyTo',
  'references',
] as const satisfies readonly (keyof Email)[]

/** `properties` of Thread/get for a conversation that is held. */
export const threadProperties = ['id', 'emailIds', 'category'] as const satisfies readonly (keyof Thread)[]

export interface Mailbox {
  id: string
  name: string
  parentId: string | null
  role: MailboxRole | null
  sortOrder: number
  totalEmails: number
  unreadEmails: number
  totalThreads: number
  unreadThreads: number
  isSubscribed: boolean
  /** Lists extension: the colour somebody chose, one of twelve, 30 degrees apart. */
  hue: number | null
  myRights: MailboxRights
}

export interface MailboxRights {
  mayReadItems: boolean
  mayAddItems: boolean
  mayRemoveItems: boolean
  maySetSeen: boolean
  maySetKeywords: boolean
  mayCreateChild: boolean
  mayRename: boolean
  mayDelete: boolean
  maySubmit: boolean
}

export interface Thread {
  id: string
  /** Oldest first (RFC 8621 §3). */
  emailIds: string[]
  /** Categories extension, where it is asked for by name. */
  category?: ThreadCategory
}

/** RFC 8621 §4.2: the texts of a message come when asked for. */
export interface EmailGetArgs extends GetArgs {
  fetchTextBodyValues?: boolean
  fetchHTMLBodyValues?: boolean
  /** 0 for all. */
  maxBodyValueBytes?: number
}

export interface EmailQueryArgs {
  accountId: string
  filter?: EmailFilter | null
  sort?: { property: string; isAscending?: boolean; keyword?: string }[]
  collapseThreads?: boolean
  position?: number
  anchor?: string | null
  anchorOffset?: number
  limit?: number
  calculateTotal?: boolean
}

/** RFC 8621 §5.1: HTML with `<mark>`; null where nothing was found. */
export interface SearchSnippet {
  emailId: string
  subject: string | null
  preview: string | null
}

export interface SearchSnippetGetArgs {
  accountId: string
  filter: EmailFilter
  emailIds: readonly string[]
}

export interface SearchSnippetGetResult {
  accountId: string
  list: SearchSnippet[]
  notFound: string[] | null
}

export interface QueryResult {
  accountId: string
  queryState: string
  canCalculateChanges: boolean
  position: number
  ids: string[]
  total?: number
  /** Search extension: messages that could not be asked for their words yet. */
  notSearched?: number
  /** Search extension: messages whose attachments could not be asked yet. */
  attachmentsNotSearched?: number
}

/** `verb` (journal extension) is the word of docs/words.md under which history lists the change. */
export interface EmailSetArgs extends SetArgs {
  verb?: string
  /** The client's own name for this change: sent again it does nothing and has the first answer. */
  operation?: string
}

export interface EmailSetResult extends SetResult {
  /** The journal entry that Journal/undo takes back; null when nothing undoable happened. */
  journalId?: string | null
}

export interface MailboxCreate {
  name: string
  parentId?: string | null
  role?: MailboxRole | null
  hue?: number | null
}

/** `onDestroyMoveEmailsTo` (lists extension): where mail goes that is nowhere else. */
export interface MailboxSetArgs extends SetArgs<MailboxCreate> {
  onDestroyRemoveEmails?: boolean
  onDestroyMoveEmailsTo?: string
}

/** The unified list of one role over every mail account of the user (lists extension; no accountId). */
export interface ListQueryArgs {
  role?: MailboxRole
  accountId?: string
  mailboxId?: string
  isUnread?: boolean
  /** Categories extension: only conversations of it; of the Inbox, and of lists of one mailbox or a role. */
  category?: Category
  /** 0 unless given. */
  position?: number
  /** 50 unless given. */
  limit?: number
}

/** One conversation of a unified list. */
export interface ListQueryItem {
  accountId: string
  threadId: string
  /** The newest message of the thread in that list. */
  emailId: string
  newestAt: string
  /** Date by which it is sorted: when it was newest, or when it returned to the Inbox. */
  listedAt: string
  total: number
  unread: number
}

export interface ListQueryResult {
  items: ListQueryItem[]
  total: number
  /** `emailId`s of this page by account, made for result references. */
  byAccount: Record<string, string[]>
  states: Record<string, string>
}

/** Takes journal entries back (journal extension; no accountId: ids are the user's). */
export interface JournalUndoArgs {
  ids: string[]
  /** Whether participants of events hear that it was taken back. */
  sendSchedulingMessages?: boolean
}

export interface JournalUndone {
  id: string
  accountId: string
  /** Email ids put back, and those left alone because somebody changed them since. */
  restored: string[]
  skipped: string[]
  newState: string
}

export interface JournalUndoResult {
  undone: JournalUndone[]
  notUndone: Record<
    string,
    { type: 'alreadyUndone' | 'expired' | 'notFound' | 'notUndoable'; description?: string }
  >
}

/** Every method the web client calls, with what goes in and what comes out. */
export interface JmapMethods
  extends
    CalendarMethods,
    ComposingMethods,
    ContactMethods,
    InvitationMethods,
    PersonalMethods,
    PushMethods,
    ReadingMethods,
    ReminderMethods,
    RuleMethods,
    SharingMethods,
    VacationMethods {
  'Mailbox/get': { args: GetArgs; result: GetResult<Mailbox> }
  'Mailbox/changes': { args: ChangesArgs; result: ChangesResult }
  'Mailbox/set': { args: MailboxSetArgs; result: SetResult }
  'Thread/get': { args: GetArgs; result: GetResult<Thread> }
  'Thread/changes': { args: ChangesArgs; result: ChangesResult }
  'Email/get': { args: EmailGetArgs; result: GetResult<Partial<Email> & { id: string }> }
  'Email/changes': { args: ChangesArgs; result: ChangesResult }
  'Email/query': { args: EmailQueryArgs; result: QueryResult }
  'Email/set': { args: EmailSetArgs; result: EmailSetResult }
  'SearchSnippet/get': { args: SearchSnippetGetArgs; result: SearchSnippetGetResult }
  /** The conversations of one list over all accounts of the user, newest first. */
  'List/query': { args: ListQueryArgs; result: ListQueryResult }
  /** The categories of a list, with how many conversations each has and how many are new. */
  'List/categories': { args: ListCategoriesArgs; result: ListCategoriesResult }
  /** Takes changes back, each by its entry in the journal. */
  'Journal/undo': { args: JournalUndoArgs; result: JournalUndoResult }
}

export type JmapMethod = keyof JmapMethods
