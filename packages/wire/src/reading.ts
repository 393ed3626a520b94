/** Reading what strangers sent: safe bodies, what their frames tell, previews, trusted senders (docs/jmap.md). */
import type { EmailAddress } from './jmap-shapes.ts'
import type {
  ChangesArgs,
  ChangesResult,
  GetArgs,
  GetResult,
  SetArgs,
  SetError,
  SetResult,
} from './jmap-shapes.ts'

/** Safe documents for the reading frame (reading extension). */
export interface RenderedBodyArgs {
  accountId: string
  ids?: string[]
  /** Messages that are attached to others, or were uploaded. */
  blobIds?: string[]
  images?: 'blocked' | 'proxied'
  theme?: 'light' | 'dark'
  /**
   * With the dark theme: gives dark colours to HTML that has none of its own; `simple`: only where it has no background of
   * its own, as newsletters have.
   */
  darken?: boolean | 'simple'
  /** Plain text in a monospaced font. */
  fixedWidth?: boolean
}

/** Why the sender's name cannot be trusted: it claims a domain or a brand the address does not have. */
export interface SenderWarning {
  kind: 'domainInName' | 'brandInName'
  /** The domain or the company the display name claims. */
  claimed: string
  /** The domain the message comes from. */
  actual: string
}

/** The receiving server's findings about the sender (RFC 8601), as far as a trusted server reports them. */
export interface Authentication {
  /** The host that vouches: the authserv-id. */
  by: string
  /** Whether that host is the mailbox's own; anybody can write such a header. */
  isBelieved: boolean
  /** `pass`, `fail`, `none` …; null where the header says nothing of it. */
  spf: string | null
  dkim: string | null
  dmarc: string | null
  /** Domains whose DKIM signature passed. */
  signedBy: string[]
}

/**
 * A day, or a date and time. Without a zone it is on the clocks of the place. With one it is in UTC, and `placeLocal` is what
 * those clocks show, where the message says how far they are from UTC.
 */
export interface ReservationTime {
  local: string
  timeZone: 'Etc/UTC' | null
  placeLocal?: string
}

/** The booking that a message from a proven sender contains (schema.org Reservation). */
export interface ReservationView {
  kind: 'flight' | 'train' | 'bus' | 'lodging' | 'event' | 'restaurant'
  name: string
  from: string
  to: string
  place: string
  reference: string
  start: ReservationTime
  end: ReservationTime | null
  isCancelled: boolean
  /** The same for every message about the same thing. */
  uid: string
}

/** A day or a time after the message was written that its text mentions, found by patterns (reading extension). */
export interface MentionedTime {
  /** `2026-12-05`, or with a time `2026-12-05T15:00:00`. */
  start: string
  end: string | null
  /** IANA name, where the text names a zone; null: the clocks of whoever wrote it. */
  timeZone: string | null
  /** Minutes that the clocks of the writer are ahead of UTC; null: the message does not say. */
  offset: number | null
  /** Empty where the text names no place, or more than one. */
  place: string
}

/** A link whose text is the address of another site than the one it leads to. */
export interface FalseLink {
  /** The host in the text. */
  shown: string
  /** The registrable domain of the address. */
  leadsTo: string
}

/** The body of a message, made safe to show. */
export interface RenderedBody {
  /** The email's id, or the blob's. */
  id: string
  /** A whole document for an iframe's `srcdoc`; see `bodySandbox`. */
  srcdoc: string
  blockedImages: number
  /** Pictures are not fetched for anybody: an administrator has switched that off. Missing otherwise. */
  areImagesOff?: true
  isPlainText: boolean
  /** Content-IDs of the pictures that came along and stand in the text: no attachments to a reader. */
  inlineImages: string[]
  /** Drawn on a dark background. */
  isDark: boolean
  /** HTML without dark colours of its own: `darken` makes a difference. */
  mayDarken: boolean
  warning: SenderWarning | null
  /** At most 10, each pair once. Missing in what an older client has kept. */
  falseLinks?: FalseLink[]
  /** The registrable domains that links lead to, at most 200. Missing in what an older client has kept. */
  linkSites?: string[]
  /** The reader always wants this sender's images. Never for mail in Spam. */
  isTrusted: boolean
  authentication: Authentication | null
  /** Who asks to hear that it was read (RFC 8098); `mayAnswer` is false where the reader should not be bothered with it. */
  receipt: { to: EmailAddress[]; mayAnswer: boolean } | null
  /** Missing in what an older client has kept. */
  reservations?: ReservationView[]
  /** At most 5; none of mail in bulk or in Spam. Missing in what an older client has kept. */
  mentionedTimes?: MentionedTime[]
  /** The server has lost the stored bytes of the message and is fetching them again; the body is empty until then. */
  problem?: 'damaged'
}

/** A sender whose images load without being asked for; in the personal account (trusted-senders extension). */
export interface TrustedSender {
  id: string
  /** In lower case. */
  address: string
  /** UTC, RFC 3339. */
  createdAt: string
}

/** The preview of an attachment other than a picture (reading extension). */
export type AttachmentPreview =
  | { blobId: string; kind: 'text'; text: string; isClipped: boolean }
  | { blobId: string; kind: 'event'; events: EventPreview[] }
  | { blobId: string; kind: 'message' }
  | { blobId: string; kind: 'none' }

/** An event of a calendar file, for reading; times are as written. */
export interface EventPreview {
  method: string | null
  title: string | null
  /** `2026-11-21`, `2026-11-21T10:00:00` or the same with `Z`. */
  start: string | null
  end: string | null
  /** The zone the file names for `start`; null for UTC, whole days and floating times. */
  timeZone: string | null
  location: string | null
  organizer: string | null
  attendees: string[]
  description: string | null
  isRepeating: boolean
  isCancelled: boolean
}

/** The one sandbox a rendered body may run in: without allow-same-origin its origin is opaque. */
export const bodySandbox = 'allow-popups allow-popups-to-escape-sandbox allow-scripts'

/** The messages that a body's frame sends its parent by postMessage. */
export type BodyMessage =
  | { plmail: 'height'; height: number }
  /** `says`: the site that the link's text names, when it leads to another one. */
  | { plmail: 'link'; href: string | null; says: string | null }
  /** A link whose text names another site was clicked: the page asks before it opens it. */
  | { plmail: 'open'; href: string; says: string }
  | { plmail: 'key'; key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }
  /** The focus came into the frame, which the page around it is not told when it was in another frame before. */
  | { plmail: 'focus' }
  /** How many pictures did not come. */
  | { plmail: 'pictures'; failed: number }

/** Taller than any real message and far below Chromium's limit for an element's height (33,554,428 px). */
const maxBodyHeight = 1_000_000

/** The message, or undefined for anything a body's frame would not send. The sender is hostile ground. */
export function parseBodyMessage(data: unknown): BodyMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const fields = data as Record<string, unknown>
  const { plmail, height, href, says, failed } = fields
  if (plmail === 'height' && typeof height === 'number' && height >= 0 && height <= maxBodyHeight)
    return { plmail, height }
  if (plmail === 'link' && isTextOrNull(href) && isTextOrNull(says)) return { plmail, href, says }
  if (plmail === 'open' && typeof says === 'string' && typeof href === 'string' && /^https?:/i.test(href))
    return { plmail, href, says }
  if (plmail === 'key') return parseKey(fields)
  if (plmail === 'focus') return { plmail }
  if (plmail === 'pictures' && typeof failed === 'number' && Number.isInteger(failed) && failed > 0)
    return { plmail, failed }
  return undefined
}

function parseKey({ key, ctrlKey, metaKey, shiftKey }: Record<string, unknown>): BodyMessage | undefined {
  if (typeof key !== 'string' || !/^(?:[!-~]|Escape|F6)$/.test(key)) return undefined
  if (typeof ctrlKey !== 'boolean' || typeof metaKey !== 'boolean' || typeof shiftKey !== 'boolean')
    return undefined
  return { plmail: 'key', key, ctrlKey, metaKey, shiftKey }
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** The properties of a message attached to another, requested by name (RFC 8621 §4.9). */
export interface ParsedEmail {
  subject: string | null
  from: EmailAddress[] | null
  to: EmailAddress[] | null
  sentAt?: string | null
}

/** A receipt as RFC 9007 §2 has it, as far as the web client reads and writes one. */
export interface Mdn {
  /** `rfc822; ann@example.org`. */
  finalRecipient: string | null
  disposition: { actionMode: string; sendingMode: string; type: string }
}

export interface MdnSendArgs {
  accountId: string
  identityId: string
  send: Record<string, { forEmailId: string; disposition: Mdn['disposition'] }>
  onSuccessUpdateEmail: Record<string, Record<string, true>>
}

export interface ReadingMethods {
  /** The bodies of messages as documents that a frame may show. */
  'RenderedBody/get': {
    args: RenderedBodyArgs
    result: { accountId: string; list: RenderedBody[]; notFound: string[] }
  }
  'Email/parse': {
    args: { accountId: string; blobIds: string[]; properties?: string[] }
    result: { accountId: string; parsed: Record<string, ParsedEmail> | null; notFound: string[] | null }
  }
  'MDN/send': {
    args: MdnSendArgs
    result: {
      accountId: string
      sent: Record<string, unknown> | null
      notSent: Record<string, SetError> | null
    }
  }
  'MDN/parse': {
    args: { accountId: string; blobIds: string[] }
    result: { accountId: string; parsed: Record<string, Mdn> | null }
  }
  /** The content of attachments: text, events or a message. */
  'AttachmentPreview/get': {
    args: { accountId: string; blobIds: string[] }
    result: { accountId: string; list: AttachmentPreview[]; notFound: string[] }
  }
  /** The senders whose images are loaded. */
  'TrustedSender/get': { args: GetArgs; result: GetResult<TrustedSender> }
  /** Ids of those that were made, changed or removed since a state. */
  'TrustedSender/changes': { args: ChangesArgs; result: ChangesResult }
  /** Trusts senders and takes trust away; nothing is updated. */
  'TrustedSender/set': { args: SetArgs<Pick<TrustedSender, 'address'>>; result: SetResult }
}
