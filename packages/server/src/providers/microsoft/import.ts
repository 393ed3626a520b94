import { readObject, readString } from '../contract/read-json.ts'
import { attachmentJson, toRefusal } from './assemble-message.ts'
import type { Graph } from './graph.ts'
import { segment } from './graph.ts'
import type { MailFormat, GraphPerson } from './graph-messages.ts'
import { categoryName, isCategory, keywordPatch } from './places.ts'

/** The body of one request, base64 of the files included. */
const maxBytes = 4_000_000

/** Properties of MAPI by the names Graph has for them ([MS-OXPROPS]). */
const property = {
  /** PidTagMessageFlags: 1 is "read"; without 8, "unsent", the message is no draft. Can be set at creation only. */
  flags: 'Integer 0x0E07',
  receivedAt: 'SystemTime 0x0E06',
  sentAt: 'SystemTime 0x0039',
  inReplyTo: 'String 0x1042',
  references: 'String 0x1039',
}

/**
 * Stores a message that is no draft. Graph makes a draft of every message it is given as MIME, so this one is told field
 * by field: the copy there has one form of the text and the usual fields, while plMail keeps its bytes as they are.
 */
export async function importMessage(
  { graph, mailFormat }: { graph: Graph; mailFormat: MailFormat },
  { folder, mailboxes }: { folder: string; mailboxes: readonly string[] },
  raw: Buffer,
  keywords: readonly string[],
  receivedAt: Date,
): Promise<{ id: string }> {
  const message = mailFormat.describe(raw)
  if (message.isSealed) throw toRefusal({ problem: 'mail-limit/microsoft-sealed' })
  const { parts } = mailFormat.takeApart(raw, 0)
  const properties = [
    [property.flags, '1'],
    [property.receivedAt, receivedAt.toISOString()],
    [property.sentAt, (message.sentAt ?? receivedAt).toISOString()],
    [property.inReplyTo, ids(message.inReplyTo)],
    [property.references, ids(message.references)],
  ].flatMap(([id, value]) => (value === '' ? [] : [{ id, value }]))
  const marks = keywords.map((keyword) => keywordPatch(keyword, true))
  const body = JSON.stringify({
    subject: message.subject,
    isRead: false,
    ...(message.messageId === null ? {} : { internetMessageId: `<${message.messageId}>` }),
    body: { contentType: message.text.type, content: message.text.content },
    ...personIn('from', message.from),
    ...personIn('sender', message.sender.length > 0 ? message.sender : message.from),
    toRecipients: all(message.to),
    ccRecipients: all(message.cc),
    bccRecipients: all(message.bcc),
    replyTo: all(message.replyTo),
    categories: mailboxes.filter(isCategory).map(categoryName),
    ...(parts.length === 0 ? {} : { attachments: parts.map(attachmentJson) }),
    singleValueExtendedProperties: properties,
    ...Object.assign({}, ...marks),
  })
  if (Buffer.byteLength(body) > maxBytes) throw toRefusal({ problem: 'mail-limit/microsoft-largest' })
  const answer = await graph.call({
    method: 'POST',
    path: `me/mailFolders/${segment(folder)}/messages`,
    body,
    headers: { 'content-type': 'application/json' },
    doing: 'storing a message',
  })
  return { id: readString(readObject(await answer.json())['id']) }
}

const ids = (messageIds: readonly string[]): string => messageIds.map((id) => `<${id}>`).join(' ')

const recipient = ({ name, email }: GraphPerson) => ({
  emailAddress: { name: name ?? email, address: email },
})
const all = (people: readonly GraphPerson[]) => people.map(recipient)
const personIn = (name: 'from' | 'sender', [first]: readonly GraphPerson[]) =>
  first === undefined ? {} : { [name]: recipient(first) }
