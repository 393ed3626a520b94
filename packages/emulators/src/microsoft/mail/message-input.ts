import type { Address, Header } from '../../mime/index.ts'
import { checkEntity } from '../../schemas/graph-values.ts'
import { isRecord } from '../graph/call.ts'
import { Refused } from '../refused.ts'
import { graphTable } from '../schema.ts'
import type { GraphDraft, DraftAttachment } from './compose.ts'
import type { GraphMailChange, Flag, Importance } from '../mailbox/mail-store.ts'

/** The writable properties of a message that a client sent. */
export interface MessageInput {
  /** Values stored in the bytes of the message. */
  text: Partial<GraphDraft>
  /** Values stored beside the bytes. */
  marks: GraphMailChange
  /** Given at creation only. */
  messageId: string | undefined
  attachments: readonly DraftAttachment[] | undefined
  properties: ReadonlyMap<string, string>
}

/** Throws a 400 for a property or a value that messages do not have. */
export function readMessage(json: Record<string, unknown>, now: Date): MessageInput {
  const [problem] = checkEntity(graphTable, 'message', json, 'message')
  if (problem !== undefined)
    throw new Refused(400, 'RequestBodyRead', `The request body is not valid: ${problem}.`)
  const people = (name: string): Address[] | undefined => {
    const list = json[name]
    return Array.isArray(list) ? list.map(readRecipient) : undefined
  }
  const importance = readImportance(json['importance'])
  const text: Record<keyof GraphDraft, unknown> = {
    headers: undefined,
    subject: readText(json['subject']),
    from: json['from'] && readRecipient(json['from']),
    sender: json['sender'] && readRecipient(json['sender']),
    to: people('toRecipients'),
    cc: people('ccRecipients'),
    bcc: people('bccRecipients'),
    replyTo: people('replyTo'),
    sentAt: undefined,
    importance,
    wantsReadReceipt: json['isReadReceiptRequested'] ?? undefined,
    body: readBody(json['body']),
    attachments: undefined,
  }
  const marks: Record<string, unknown> = {
    isRead: json['isRead'] ?? undefined,
    flag: json['flag'] ? readFlag(json['flag'], now) : undefined,
    categories: json['categories'] ?? undefined,
    importance,
    inference: readMember(json['inferenceClassification']),
  }
  const headers = readHeaders(json['internetMessageHeaders'])
  return {
    text: { ...presentFields<Partial<GraphDraft>>(text), ...(headers && { headers }) },
    marks: presentFields<GraphMailChange>(marks),
    messageId: readText(json['internetMessageId']),
    attachments: Array.isArray(json['attachments']) ? json['attachments'].map(readAttachment) : undefined,
    properties: readProperties(json['singleValueExtendedProperties']),
  }
}

/** Without what was not given. What was, the table has already judged. */
function presentFields<Shape>(fields: Record<string, unknown>): Shape {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Shape
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Members of enumerations are taken in any case, as Microsoft's own samples write them (`"contentType": "Text"`) [D]. */
function readMember(value: unknown): string | undefined {
  const text = readText(value)
  return text === undefined ? undefined : text.charAt(0).toLowerCase() + text.slice(1)
}

function readImportance(value: unknown): Importance | undefined {
  const importance = readMember(value)
  return importance === 'low' || importance === 'normal' || importance === 'high' ? importance : undefined
}

function readRecipient(value: unknown): Address {
  const address = isRecord(value) ? value['emailAddress'] : undefined
  if (!isRecord(address)) throw new Refused(400, 'ErrorInvalidRecipients', 'A recipient has no emailAddress.')
  return { name: readText(address['name']) ?? '', address: readText(address['address']) ?? '' }
}

function readBody(value: unknown): GraphDraft['body'] | undefined {
  if (!isRecord(value)) return undefined
  const contentType = readMember(value['contentType']) === 'html' ? 'html' : 'text'
  return { contentType, content: readText(value['content']) ?? '' }
}

function readFlag(value: unknown, now: Date): Flag {
  const flag = normalFlag(value as Flag)
  if (flag.dueDateTime && !flag.startDateTime)
    throw new Refused(400, 'ErrorInvalidProperty', 'A flag with dueDateTime needs startDateTime.')
  if (flag.flagStatus !== 'complete' || flag.completedDateTime) return flag
  return { ...flag, completedDateTime: { dateTime: now.toISOString().replace('Z', '0000'), timeZone: 'UTC' } }
}

const normalFlag = (flag: Flag): Flag => ({
  ...flag,
  flagStatus: readMember(flag.flagStatus) as Flag['flagStatus'],
})

/** [D] Custom ones only, and not many. */
const maxHeaders = 5

function readHeaders(value: unknown): Header[] | undefined {
  if (!Array.isArray(value)) return undefined
  const headers = value.filter(isRecord).map((header) => ({
    name: readText(header['name']) ?? '',
    value: (readText(header['value']) ?? '').replace(/[\r\n]+/g, ' '),
  }))
  const wrong = headers.find((header) => !/^x-[\x21-\x7e]+$/i.test(header.name))
  if (wrong)
    throw new Refused(
      400,
      'InvalidInternetMessageHeader',
      `The internet message header name '${wrong.name}' should start with 'x-' or 'X-'.`,
    )
  if (headers.length > maxHeaders)
    throw new Refused(
      400,
      'InvalidInternetMessageHeaderCollection',
      `Maximum number of headers in one message should be less than or equal to ${maxHeaders}.`,
    )
  return headers
}

function readProperties(value: unknown): ReadonlyMap<string, string> {
  const all = Array.isArray(value) ? value.filter(isRecord) : []
  return new Map(all.map((property) => [readText(property['id']) ?? '', readText(property['value']) ?? '']))
}

/** A `fileAttachment` as clients post it. Links and embedded items are not taken here. */
export function readAttachment(value: unknown): DraftAttachment {
  const item = isRecord(value) ? value : {}
  const type = String(item['@odata.type'] ?? '')
  if (!/^#?microsoft\.graph\.fileAttachment$/i.test(type))
    throw new Refused(400, 'ErrorInvalidArgument', 'Only a microsoft.graph.fileAttachment can be attached.')
  const bytes = Buffer.from(readText(item['contentBytes']) ?? '', 'base64')
  if (bytes.length > maxAttachmentSize)
    throw new Refused(
      413,
      'RequestEntityTooLarge',
      'The attachment is larger than 3 MB: use an upload session.',
    )
  return {
    kind: 'file',
    name: readText(item['name']) ?? 'attachment',
    contentType: readText(item['contentType']) ?? 'application/octet-stream',
    contentId: readText(item['contentId']),
    isInline: item['isInline'] === true,
    bytes: () => bytes,
  }
}

/** [F] Measured: 3,145,611 bytes are taken, one more is 413 (msgraph-sdk-java, pull request 52). */
export const maxAttachmentSize = 3_145_611
