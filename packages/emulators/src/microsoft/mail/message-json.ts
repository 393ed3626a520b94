import { createHash } from 'node:crypto'
import type { Address } from '../../mime/index.ts'
import { findMember } from '../../schemas/graph-paths.ts'
import { drill, matches, parseFilter } from '../graph/filter.ts'
import type { ExpandOption, FieldSelection } from '../graph/selection.ts'
import { graphTable } from '../schema.ts'
import { attachmentJson } from './attachment-json.ts'
import { htmlFromText, textFromHtml } from '../mailbox/content.ts'
import type { MailItem } from '../mailbox/mail-store.ts'
import type { View } from '../mailbox/view.ts'

/** A message as Graph shows it: the usual properties, or those selected. */
export function messageJson(item: MailItem, view: View, selection: FieldSelection): Record<string, unknown> {
  const names = selection.fields ?? usual
  const type = selection.fields && isBesideText(selection.fields) ? 'message' : getType(item, view)
  const json: Record<string, unknown> = {
    ...(type === 'message' ? {} : { '@odata.type': `#microsoft.graph.${type}` }),
    '@odata.etag': computeEtag(item),
    id: getId(item, view),
  }
  for (const name of names) {
    const value = readProperty(item, view, name)
    if (value !== undefined) json[name] = value
  }
  for (const expansion of selection.expand) json[expansion.name] = expanded(item, view, expansion)
  return json
}

export function getId(item: MailItem, view: View): string {
  return view.store.ids.message(item.serial, item.moves, view.immutableIds)
}

export function computeEtag(item: MailItem): string {
  return `W/"${computeChangeKey(item)}"`
}

export function computeChangeKey(item: MailItem): string {
  const version = Buffer.alloc(8)
  version.writeUInt32BE(item.version, 4)
  return `CQAAABYAAA${version.toString('base64').slice(0, 11)}`
}

/** The value at a path such as `from/emailAddress/address`, for filters and orders. */
export function messagePath(item: MailItem, view: View, path: string): unknown {
  const [first = '', ...rest] = path.split('/')
  if (/^singleValueExtendedProperties$/i.test(first)) return getExtendedProperties(item, view)
  const name = findMember(graphTable, 'message', first)?.name ?? first
  return drill(name === 'id' ? getId(item, view) : readProperty(item, view, name), rest)
}

/** A property by its name; `undefined` when the message lacks it. */
export function readProperty(item: MailItem, view: View, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name]?.(item, view) : undefined
}

type Read = (item: MailItem, view: View) => unknown

const properties: Record<string, Read> = {
  createdDateTime: (item) => instant(item.createdAt),
  lastModifiedDateTime: (item) => instant(item.modifiedAt),
  changeKey: computeChangeKey,
  categories: (item) => item.categories,
  receivedDateTime: (item) => instant(item.receivedAt),
  sentDateTime: (item, view) => instant(head(item, view).sentAt ?? item.receivedAt),
  // False for a message that has inline pictures only [F].
  hasAttachments: (item, view) => content(item, view).attachments.some((attachment) => !attachment.isInline),
  internetMessageId: (item, view) => head(item, view).messageId ?? undefined,
  subject: (item, view) => head(item, view).subject,
  bodyPreview: (item, view) => plainText(item, view).replace(/\s+\n/g, '\r\n').slice(0, 255),
  importance: (item, view) => item.importance ?? marks(item, view).importance,
  parentFolderId: (item) => item.folder.id,
  conversationId: (item, view) => `AAQkAD${digits(head(item, view).conversation)}AQAA=`,
  conversationIndex: (item, view) => `AQHa${digits(head(item, view).conversation).slice(0, 24)}`,
  isDeliveryReceiptRequested: () => false,
  isReadReceiptRequested: (item, view) => head(item, view).wantsReadReceipt,
  isRead: (item) => item.isRead,
  isDraft: (item) => item.isDraft,
  webLink: (item, view) =>
    `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(getId(item, view))}&exvsurl=1&viewmodel=ReadMessageItem`,
  inferenceClassification: (item) => item.inference,
  body: getBody,
  sender: (item, view) => recipient(head(item, view).sender),
  from: (item, view) => recipient(head(item, view).from),
  toRecipients: (item, view) => head(item, view).to.map(recipient),
  ccRecipients: (item, view) => head(item, view).cc.map(recipient),
  bccRecipients: (item, view) => (isOwn(item) ? head(item, view).bcc.map(recipient) : []),
  replyTo: (item, view) => head(item, view).replyTo.map(recipient),
  flag: (item) => item.flag,
  uniqueBody: getBody,
  internetMessageHeaders: (item, view) =>
    head(item, view).headers.map(({ name, value }) => ({ name, value })),
  meetingMessageType: (item, view) => meetingType(item, view),
}

/** Without what must be asked for by name [D]. */
const usual = Object.keys(properties).filter(
  (name) => !['uniqueBody', 'internetMessageHeaders', 'meetingMessageType'].includes(name),
)

/** Properties available without rendering the message: a list of flags must not parse whole mailboxes. */
const besideText: ReadonlySet<string> = new Set([
  'id',
  'createdDateTime',
  'lastModifiedDateTime',
  'changeKey',
  'categories',
  'receivedDateTime',
  'parentFolderId',
  'isRead',
  'isDraft',
  'webLink',
  'inferenceClassification',
  'flag',
])

function isBesideText(fields: ReadonlySet<string>): boolean {
  return [...fields].every((name) => besideText.has(name))
}

const marks = (item: MailItem, view: View) => view.reader.marks(item.raw)
const head = (item: MailItem, view: View) => view.reader.head(item.raw)
const content = (item: MailItem, view: View) => view.reader.content(item.raw)

/** Seconds and no more, as Exchange keeps them. */
function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** Returns a recipient; a missing name is replaced by the address [F]. */
function recipient(address: Address | undefined): object | undefined {
  return address && { emailAddress: { name: address.name || address.address, address: address.address } }
}

function isOwn(item: MailItem): boolean {
  return item.isDraft || item.folder.wellKnown === 'sentitems'
}

/** HTML, unless text is asked for, whatever the message holds [D]. */
function getBody(item: MailItem, view: View): object {
  const { html, text } = content(item, view)
  if (view.bodyAsText) return { contentType: 'text', content: plainText(item, view) }
  return { contentType: 'html', content: html ?? htmlFromText(text ?? '') }
}

function plainText(item: MailItem, view: View): string {
  const { html, text } = content(item, view)
  return text ?? textFromHtml(html ?? '')
}

function digits(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 40)
}

function getType(item: MailItem, view: View): string {
  const method = marks(item, view).meetingMethod
  if (method === 'REQUEST') return 'eventMessageRequest'
  if (method === 'REPLY') return 'eventMessageResponse'
  return method === 'CANCEL' ? 'eventMessage' : 'message'
}

/** Misspelt in the metadata itself [S]. */
const answers: Record<string, string> = {
  ACCEPTED: 'meetingAccepted',
  TENTATIVE: 'meetingTenativelyAccepted',
  DECLINED: 'meetingDeclined',
}

function meetingType(item: MailItem, view: View): string | undefined {
  const { meetingMethod, meetingAnswer } = content(item, view)
  if (meetingMethod === 'REQUEST') return 'meetingRequest'
  if (meetingMethod === 'CANCEL') return 'meetingCancelled'
  return meetingMethod === 'REPLY' ? (answers[meetingAnswer ?? ''] ?? 'none') : undefined
}

function expanded(item: MailItem, view: View, { name, options }: ExpandOption): unknown {
  if (/^attachments$/i.test(name)) {
    const select = options.get('$select')
    const fields = select === undefined ? undefined : new Set(select.split(',').map((part) => part.trim()))
    return content(item, view).attachments.map((attachment) => attachmentJson(item, attachment, view, fields))
  }
  if (!/^singleValueExtendedProperties$/i.test(name)) return []
  const filter = parseFilter(options.get('$filter') ?? 'id eq null')
  return getExtendedProperties(item, view).filter((property) =>
    matches(filter, (path) => drill(property, path.split('/'))),
  )
}

/** Legacy properties: those that were set, and some that every message has [D]. */
function getExtendedProperties(item: MailItem, view: View): Array<{ id: string; value: string }> {
  const { messageId, headers } = head(item, view)
  const computed: Array<[string, string]> = [
    ['Integer 0x0E08', String(item.raw.size)],
    ['Long 0x0E08', String(item.raw.size)],
    ['String 0x007D', headers.map((header) => `${header.name}: ${header.value}`).join('\r\n')],
    ...(messageId === null ? [] : ([['String 0x1035', messageId]] satisfies Array<[string, string]>)),
  ]
  return [...computed, ...item.extended].map(([id, value]) => ({ id, value }))
}
