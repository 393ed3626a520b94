import { createHash } from 'node:crypto'
import type { RawMessage } from '../../blobs/raw.ts'
import {
  eachPart,
  headerValue,
  isAttachment,
  readAddresses,
  readHeaders,
  readMessageIds,
  readParts,
  decodeWords,
  getText,
  type Address,
  type Header,
  type EmulatedPart,
} from '../../mime/index.ts'

/** Fields of a message's header. */
interface Head {
  headers: readonly Header[]
  messageId: string | null
  /** Id of the whole conversation: the first message it references, or itself. */
  conversation: string
  subject: string
  from: Address | undefined
  sender: Address | undefined
  to: Address[]
  cc: Address[]
  bcc: Address[]
  replyTo: Address[]
  /** Time of the Date field. */
  sentAt: number | undefined
  importance: 'low' | 'normal' | 'high'
  wantsReadReceipt: boolean
}

/** What a list of flags shows of the bytes of a message. */
interface Marks extends Pick<Head, 'importance'>, Pick<Content, 'meetingMethod'> {}

/** Contents of a message's parts. */
interface Content {
  html: string | undefined
  text: string | undefined
  attachments: readonly Attachment[]
  /** Method of a text/calendar part: `REQUEST`, `REPLY`, `CANCEL`. */
  meetingMethod: string | undefined
  /** The answer in a meeting reply. */
  meetingAnswer: string | undefined
}

export interface Attachment {
  /** Told from its content: stays the same when others are taken away. Never 0. */
  key: number
  kind: 'file' | 'item'
  name: string
  contentType: string
  contentId: string | undefined
  isInline: boolean
  bytes(): Buffer
}

/** Rendering and reading a message costs; a page of a list asks for the same message a dozen times. */
export interface Reader {
  /** Kept of every message: a listing of a whole mailbox from the start, which is made every day, shows no more of it. */
  marks(raw: RawMessage): Marks
  head(raw: RawMessage): Head
  content(raw: RawMessage): Content
}

const maxHeads = 500
const maxContents = 50

export function createReader(): Reader {
  const marksByMessage = new WeakMap<RawMessage, Marks>()
  return {
    marks: (raw) => {
      const marks = marksByMessage.get(raw) ?? readMarks(raw.render())
      marksByMessage.set(raw, marks)
      return marks
    },
    head: createCache(readHead, maxHeads),
    content: createCache((raw) => readContent(raw.render()), maxContents),
  }
}

function readMarks(bytes: Buffer): Marks {
  const { headers } = readHeaders(bytes)
  return {
    importance: readImportance(headers),
    meetingMethod: bytes.includes('text/calendar') ? readContent(bytes).meetingMethod : undefined,
  }
}

function createCache<Value>(read: (raw: RawMessage) => Value, max: number): (raw: RawMessage) => Value {
  const cache = new Map<RawMessage, Value>()
  return (raw) => {
    const cached = cache.get(raw)
    if (cached !== undefined) return cached
    const value = read(raw)
    cache.set(raw, value)
    const [oldest] = cache.keys()
    if (cache.size > max && oldest) cache.delete(oldest)
    return value
  }
}

function readHead(raw: RawMessage): Head {
  const bytes = raw.render()
  const { headers } = readHeaders(bytes)
  const value = (name: string): string | undefined => headerValue(headers, name)
  const [messageId = null] = readMessageIds(value('message-id'))
  const mentioned = [...readMessageIds(value('references')), ...readMessageIds(value('in-reply-to'))]
  const from = readAddresses(value('from'))[0]
  const sentAt = Date.parse(value('date') ?? '')
  return {
    headers,
    messageId,
    conversation: mentioned[0] ?? messageId ?? sha256(bytes).toString('hex'),
    subject: decodeWords(value('subject') ?? ''),
    from,
    sender: readAddresses(value('sender'))[0] ?? from,
    to: readAddresses(value('to')),
    cc: readAddresses(value('cc')),
    bcc: readAddresses(value('bcc')),
    replyTo: readAddresses(value('reply-to')),
    sentAt: Number.isNaN(sentAt) ? undefined : sentAt,
    importance: readImportance(headers),
    wantsReadReceipt: value('disposition-notification-to') !== undefined,
  }
}

function readImportance(headers: readonly Header[]): Head['importance'] {
  const value = headerValue(headers, 'importance') ?? headerValue(headers, 'x-priority') ?? ''
  if (/^\s*(high|1|2)\b/i.test(value)) return 'high'
  return /^\s*(low|4|5)\b/i.test(value) ? 'low' : 'normal'
}

function readContent(bytes: Buffer): Content {
  const parts = [...eachPart(readParts(bytes))]
  const shown = (type: string): EmulatedPart | undefined =>
    parts.find((part) => part.type === type && !isAttachment(part))
  const html = shown('text/html')
  const text = shown('text/plain')
  const calendar = parts.find((part) => part.type === 'text/calendar')
  const invitation = calendar && getText(calendar).replace(/\r?\n[ \t]/g, '')
  return {
    html: html && getText(html),
    text: text && getText(text),
    attachments: readAttachments(
      parts.filter((part) => isAttachment(part)),
      html !== undefined,
    ),
    meetingMethod: invitation && /^METHOD:(\w+)/im.exec(invitation)?.[1]?.toUpperCase(),
    meetingAnswer: invitation && /PARTSTAT=([\w-]+)/i.exec(invitation)?.[1]?.toUpperCase(),
  }
}

function readAttachments(parts: readonly EmulatedPart[], hasHtml: boolean): Attachment[] {
  const seenParts = new Map<number, number>()
  return parts.map((part) => {
    const isMessage = part.type === 'message/rfc822'
    const subject = isMessage && headerValue(readHeaders(part.content()).headers, 'subject')
    const name = part.filename || (subject ? decodeWords(subject) : '') || 'attachment'
    const content = part.content()
    const digest = sha256(Buffer.concat([Buffer.from(`${name}\0${part.contentId ?? ''}\0`), content]))
    const equal = seenParts.get(digest.readUInt32BE(0)) ?? 0
    seenParts.set(digest.readUInt32BE(0), equal + 1)
    return {
      key: (digest.readUInt32BE(0) + equal) >>> 0 || 1,
      kind: isMessage ? 'item' : 'file',
      name,
      contentType: part.type,
      contentId: part.contentId,
      isInline: hasHtml && part.contentId !== undefined && part.disposition !== 'attachment',
      bytes: () => content,
    }
  })
}

/**
 * Renders `$value`: Exchange's own version, not the received bytes [D]. Its own fields come first and long fields are
 * unfolded, so a signature over the header no longer verifies.
 */
export function exchangeMime(raw: RawMessage, n: number): Buffer {
  const bytes = raw.render()
  const { bodyAt } = readHeaders(bytes)
  const head = bytes
    .subarray(0, bodyAt)
    .toString('latin1')
    .replace(/\r?\n/g, '\r\n')
    .replace(/\r\n[ \t]+(?=\S)/g, ' ')
  const id = sha256(`message ${n}`).toString('hex')
  const stamp = `X-MS-Exchange-Organization-Network-Message-Id: ${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20, 32)}\r\n`
  return Buffer.concat([Buffer.from(stamp + head, 'latin1'), bytes.subarray(bodyAt)])
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest()
}

/** HTML as text, about as Exchange does it. */
export function textFromHtml(html: string): string {
  return html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|tr|h\d|li)>/gi, '\r\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .trim()
}

/** Text as the HTML that Exchange makes of it. */
export function htmlFromText(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return `<html><head>\r\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><div class="PlainText">${escaped.replace(/\r?\n/g, '<br>\r\n')}</div></body></html>`
}
