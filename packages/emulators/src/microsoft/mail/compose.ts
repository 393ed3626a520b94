import { createHash } from 'node:crypto'
import { toRawMessage, type RawMessage } from '../../blobs/raw.ts'
import type { Address, Header } from '../../mime/index.ts'
import { createReader, type Attachment } from '../mailbox/content.ts'

/** A message as clients write it by JSON: one body, people, attachments. */
export interface GraphDraft {
  /** Beyond those the other fields stand for: Message-ID, In-Reply-To, References, `X-…`. */
  headers: readonly Header[]
  subject: string
  from: Address | undefined
  sender: Address | undefined
  to: readonly Address[]
  cc: readonly Address[]
  bcc: readonly Address[]
  replyTo: readonly Address[]
  sentAt: number
  importance: 'low' | 'normal' | 'high'
  wantsReadReceipt: boolean
  body: { contentType: 'text' | 'html'; content: string }
  attachments: readonly DraftAttachment[]
}

export type DraftAttachment = Omit<Attachment, 'key'>

/** Fields that `Draft` holds by other names, or that belong to the transport of the body. */
const retained =
  /^(subject|from|sender|to|cc|bcc|reply-to|date|importance|x-priority|disposition-notification-to|mime-version|content-.*|x-ms-exchange-organization-.*)$/i

/** Takes a message apart, so that a change of one property can be written into it. */
export function getDraft(raw: RawMessage): GraphDraft {
  const reader = createReader()
  const head = reader.head(raw)
  const content = reader.content(raw)
  return {
    ...head,
    headers: head.headers.filter((header) => !retained.test(header.name)),
    sentAt: head.sentAt ?? 0,
    body:
      content.html === undefined
        ? { contentType: 'text', content: content.text ?? '' }
        : { contentType: 'html', content: content.html },
    attachments: content.attachments,
  }
}

/** The bytes of a draft: the same for the same draft. */
export function compose(draft: GraphDraft): RawMessage {
  const mark = createHash('sha256')
    .update(
      `${draft.subject}\0${draft.body.content}\0${draft.attachments.map((attachment) => attachment.name).join('\0')}`,
    )
    .digest('hex')
    .slice(0, 24)
  const text = textPart(draft)
  const inline = draft.attachments.filter((attachment) => attachment.isInline)
  const beside = draft.attachments.filter((attachment) => !attachment.isInline)
  const related = inline.length === 0 ? text : container('related', `_r_${mark}`, [text, ...inline.map(part)])
  const whole =
    beside.length === 0 ? related : container('mixed', `_m_${mark}`, [related, ...beside.map(part)])
  return toRawMessage(Buffer.concat([Buffer.from(fields(draft), 'utf8'), whole]))
}

function fields(draft: GraphDraft): string {
  const lines = [
    people('From', draft.from ? [draft.from] : []),
    draft.sender && draft.sender.address !== draft.from?.address ? people('Sender', [draft.sender]) : '',
    people('To', draft.to),
    people('Cc', draft.cc),
    people('Bcc', draft.bcc),
    people('Reply-To', draft.replyTo),
    `Subject: ${encodeWord(draft.subject)}`,
    `Date: ${new Date(draft.sentAt).toUTCString().replace('GMT', '+0000')}`,
    draft.importance === 'normal' ? '' : `Importance: ${draft.importance}`,
    draft.wantsReadReceipt && draft.from ? `Disposition-Notification-To: <${draft.from.address}>` : '',
    ...draft.headers.map((header) => `${header.name}: ${header.value}`),
    'MIME-Version: 1.0',
  ]
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\r\n`)
    .join('')
}

function people(name: string, addresses: readonly Address[]): string {
  if (addresses.length === 0) return ''
  const written = addresses.map((address) =>
    address.name === '' || address.name === address.address
      ? `<${address.address}>`
      : `${phrase(address.name)} <${address.address}>`,
  )
  return `${name}: ${written.join(',\r\n ')}`
}

function phrase(name: string): string {
  return /^[ -~]*$/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodeWord(name)
}

/** RFC 2047, cut between characters so that no word is longer than 75. */
function encodeWord(text: string): string {
  const clean = text.replace(/[\r\n]+/g, ' ')
  if (/^[ -~]*$/.test(clean)) return clean
  const pieces: string[] = []
  let piece = ''
  for (const sign of clean) {
    if (Buffer.byteLength(piece + sign) > 42) {
      pieces.push(piece)
      piece = ''
    }
    piece += sign
  }
  pieces.push(piece)
  return pieces.map((chunk) => `=?utf-8?B?${Buffer.from(chunk).toString('base64')}?=`).join('\r\n ')
}

function textPart(draft: GraphDraft): Buffer {
  const type = draft.body.contentType === 'html' ? 'text/html' : 'text/plain'
  return Buffer.from(
    `Content-Type: ${type}; charset="utf-8"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(Buffer.from(draft.body.content, 'utf8'))}\r\n`,
  )
}

function part(attachment: DraftAttachment): Buffer {
  const name = /^[ -~]*$/.test(attachment.name)
    ? `filename="${attachment.name.replace(/["\\]/g, '\\$&')}"`
    : `filename*=utf-8''${encodeURIComponent(attachment.name)}`
  const head = [
    `Content-Type: ${attachment.contentType}`,
    `Content-Disposition: ${attachment.isInline ? 'inline' : 'attachment'}; ${name}`,
    ...(attachment.contentId === undefined ? [] : [`Content-ID: <${attachment.contentId}>`]),
  ]
  // An embedded message is never encoded (RFC 2046, 5.2.1).
  if (attachment.kind === 'item')
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), attachment.bytes()])
  head.push('Content-Transfer-Encoding: base64')
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${base64(attachment.bytes())}\r\n`)
}

function container(subtype: string, boundary: string, parts: readonly Buffer[]): Buffer {
  const line = Buffer.from(`--${boundary}\r\n`)
  return Buffer.concat([
    Buffer.from(`Content-Type: multipart/${subtype}; boundary="${boundary}"\r\n\r\n`),
    ...parts.flatMap((partBytes) => [line, partBytes, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/(.{76})(?=.)/g, '$1\r\n')
}

/** Header fields of a message replaced, added or (undefined) taken out, the rest left byte for byte. */
export function withFields(
  raw: RawMessage,
  changes: Readonly<Record<string, string | undefined>>,
): RawMessage {
  const bytes = raw.render()
  const blank = bytes.indexOf('\r\n\r\n')
  const end = blank >= 0 ? blank : bytes.indexOf('\n\n')
  const head = (end < 0 ? bytes : bytes.subarray(0, end)).toString('latin1').split(/\r?\n(?![ \t])/)
  const rest = end < 0 ? Buffer.from('\r\n\r\n') : bytes.subarray(end)
  const names = new Set(Object.keys(changes).map((name) => name.toLowerCase()))
  const remainingLines = head.filter(
    (line) => !names.has(line.slice(0, line.indexOf(':')).trim().toLowerCase()),
  )
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return toRawMessage(
    Buffer.concat([Buffer.from([...added, ...remainingLines].join('\r\n'), 'latin1'), rest]),
  )
}
