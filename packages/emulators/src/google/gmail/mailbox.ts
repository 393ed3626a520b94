import type { RawMessage } from '../../blobs/raw.ts'
import type { InvitationPlacing, MeetingMail } from '../../delivery/meeting-mail.ts'
import type { EmulatedMailbox } from '../../mailbox.ts'
import type { Alias } from './outgoing.ts'
import type { MailboxSettings } from './settings.ts'
import type { Quota } from './quota.ts'
import type { GmailStore } from './store.ts'
import type { Stored } from './stored.ts'

export interface GmailMailboxOptions {
  /** Addresses besides the primary one that it may write from. */
  aliases?: readonly Alias[]
  /** False for an account without Gmail: every call answers "Mail service not enabled" [D]. */
  hasMail?: boolean
  /** How invitations that come by mail are treated; default: into the calendar at once. */
  placing?: InvitationPlacing
  /** Takes what such a message says into the calendar of the account. */
  takeInvitation?: (meeting: MeetingMail) => void
  /** Units a minute; 6,000 for new projects, 15,000 for older ones [D]. */
  unitsPerMinute?: number
}

/** A mailbox with what the API does to it; `EmulatedMailbox` is what everybody else does. */
export interface GmailMailbox extends EmulatedMailbox {
  readonly store: GmailStore
  readonly quota: Quota
  readonly settings: MailboxSettings
  readonly hasMail: boolean
  readonly name: string
  readonly aliases: readonly Alias[]
  /** The value of `messagesTotal`: not always how many there are. */
  total(): number
  send(raw: RawMessage, how?: { threadId?: string | undefined; recipients?: readonly string[] }): Stored
  createDraft(raw: RawMessage, threadId?: string): { id: string; message: Stored }
  /** The message inside is another one afterwards, in the same thread [D]. */
  updateDraft(id: string, raw: RawMessage): { id: string; message: Stored }
  sendDraft(id: string): Stored
  /** Throws 404. */
  draft(id: string): { id: string; message: Stored }
}
