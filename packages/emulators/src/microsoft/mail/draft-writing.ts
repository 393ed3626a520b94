import { toRawMessage, type RawMessage } from '../../blobs/raw.ts'
import type { EmulatedAnswer } from '../../http/answer.ts'
import type { GraphCall } from '../graph/call.ts'
import { Refused } from '../refused.ts'
import { compose, getDraft, withFields, type GraphDraft, type DraftAttachment } from './compose.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import type { MessageInput } from './message-input.ts'
import type { Folder, MailItem, NewItem } from '../mailbox/mail-store.ts'

/** A message made of JSON: with a Message-ID from the start, as Exchange gives it [F]. */
export function composed(mailbox: GraphMailbox, input: MessageInput): RawMessage {
  const { email, account, world } = mailbox
  const messageId = input.messageId ?? newMessageId(mailbox)
  const blank: GraphDraft = {
    headers: [],
    subject: '',
    from: { name: account.displayName, address: email },
    sender: undefined,
    to: [],
    cc: [],
    bcc: [],
    replyTo: [],
    sentAt: world.clock.now().getTime(),
    importance: 'normal',
    wantsReadReceipt: false,
    body: { contentType: 'text', content: '' },
    attachments: input.attachments ?? [],
  }
  const headers = [
    { name: 'Message-ID', value: messageId },
    ...getHeaders(input.properties),
    ...(input.text.headers ?? []),
  ]
  const sentAt = getTime(input.properties, 'SystemTime 0x0039') ?? blank.sentAt
  return compose({ ...blank, ...input.text, sentAt, headers })
}

/** Header fields that JSON takes as MAPI properties only: PidTagInReplyToId, PidTagInternetReferences [D]. */
function getHeaders(properties: MessageInput['properties']): GraphDraft['headers'] {
  const fields = { 'In-Reply-To': 'String 0x1042', References: 'String 0x1039' }
  return Object.entries(fields).flatMap(([name, id]) => {
    const value = properties.get(id)
    return value === undefined ? [] : [{ name, value: value.replace(/[\r\n]+/g, ' ') }]
  })
}

function getTime(properties: MessageInput['properties'] | undefined, id: string): number | undefined {
  const time = Date.parse(properties?.get(id) ?? '')
  return Number.isNaN(time) ? undefined : time
}

/** Puts a composed or uploaded message into a folder. A property can make it one that is no draft [D]. */
export function placed(
  mailbox: GraphMailbox,
  raw: RawMessage,
  folder: Folder,
  input?: MessageInput,
): MailItem {
  const properties = new Map(input?.properties ?? [])
  // PidTagMessageFlags: bit 1 is "unmodified since it arrived", without bit 8, "unsent" [D].
  const flags = properties.get('Integer 0x0E07')
  const isDraft = flags === undefined || (Number(flags) & 8) !== 0
  // PidTagMessageDeliveryTime, as programs that move mailboxes set it [D].
  const receivedAt = getTime(input?.properties, 'SystemTime 0x0E06') ?? mailbox.world.clock.now().getTime()
  const item: NewItem = { raw, folder, receivedAt, isRead: true, isDraft, extended: properties }
  const placedItem = mailbox.store.add({ ...item, ...input?.marks })
  return placedItem
}

/** Writes changes of the text into the bytes of a draft. */
export function rewritten(item: MailItem, input: MessageInput): RawMessage {
  return compose({ ...getDraft(item.raw), ...input.text })
}

export function withAttachments(
  item: MailItem,
  change: (attachments: GraphDraft['attachments']) => readonly DraftAttachment[],
): RawMessage {
  const draft = getDraft(item.raw)
  return compose({ ...draft, attachments: change(draft.attachments) })
}

/** [D] A whole message in MIME is sent as base64 in text/plain, about 4 MB at most. */
const maxMimeSize = 4 * 1024 * 1024

/**
 * [F] Above 2,240 kB `sendMail` and "create message" answer 200 to MIME, instead of 202 and 201, and do nothing
 * (microsoft-graph-docs issue 13979). Counted as what travels, in the smaller of the two readings of a kilobyte.
 */
const maxTakenMimeSize = 2_240_000

/** The answer for a message in MIME that is dropped without a word. */
export function droppedSilently(call: GraphCall): EmulatedAnswer | undefined {
  if (!isMime(call) || !Buffer.isBuffer(call.body)) return undefined
  return call.body.length > maxTakenMimeSize ? { status: 200 } : undefined
}

const isMime = (call: GraphCall): boolean => /^text\/plain\b/i.test(call.headers['content-type'] ?? '')

export function mimeBody(call: GraphCall): RawMessage | undefined {
  if (!isMime(call)) return undefined
  const text = Buffer.isBuffer(call.body) ? call.body.toString('latin1').replace(/\s+/g, '') : ''
  if (text.length > maxMimeSize) throw new Refused(413, 'RequestEntityTooLarge', 'The request is too large.')
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new Refused(
      400,
      'ErrorMimeContentInvalidBase64String',
      'MIME content is not a valid base64 string.',
    )
  const raw = toRawMessage(Buffer.from(text, 'base64'))
  const { messageId } = call.mailbox.reader.head(raw)
  return messageId === null ? withFields(raw, { 'Message-ID': newMessageId(call.mailbox) }) : raw
}

function newMessageId({ world, email }: GraphMailbox): string {
  return `<${world.nextHex(16).toUpperCase()}@${email.split('@')[1] ?? 'outlook.com'}>`
}
