import type { EmulatedAnswer } from '../../http/answer.ts'
import {
  bodyObject,
  created,
  noContent,
  ok,
  parameter,
  isRecord,
  readMail,
  toView,
  writeMail,
  type GraphCall,
  type Route,
} from '../graph/call.ts'
import { getContext, pageOfAll } from '../graph/paging.ts'
import { badRequest, Refused } from '../refused.ts'
import { readSelection } from '../graph/selection.ts'
import { attachmentJson } from './attachment-json.ts'
import type { DraftAttachment } from './compose.ts'
import { withAttachments } from './draft-writing.ts'
import { getAttachment, getMessage } from './lookup.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import { maxAttachmentSize, readAttachment } from './message-input.ts'
import type { MailItem } from '../mailbox/mail-store.ts'
import type { UploadSessions } from './uploads.ts'

const read = { scopes: readMail }
const write = { scopes: writeMail }

/** Attachments of a message; large ones go through an upload session on another origin. */
export function attachmentRoutes(uploads: UploadSessions): readonly Route[] {
  const path = 'messages/:message/attachments'
  return [
    { method: 'GET', path, operation: 'graph.attachments.list', ...read, run: list },
    { method: 'POST', path, operation: 'graph.attachments.create', ...write, run: create },
    {
      method: 'POST',
      path: `${path}/createUploadSession`,
      operation: 'graph.attachments.createUploadSession',
      ...write,
      run: (call) => openSession(call, uploads),
    },
    { method: 'GET', path: `${path}/:attachment`, operation: 'graph.attachments.get', ...read, run: get },
    {
      method: 'GET',
      path: `${path}/:attachment/$value`,
      operation: 'graph.attachments.value',
      ...read,
      run: value,
    },
    {
      method: 'DELETE',
      path: `${path}/:attachment`,
      operation: 'graph.attachments.delete',
      ...write,
      run: remove,
    },
  ]
}

function list(call: GraphCall): EmulatedAnswer {
  const item = getMessage(call)
  const { fields } = readSelection('attachment', call.query)
  const all = call.mailbox.reader.content(item.raw).attachments
  return pageOfAll(
    call,
    all.map((attachment) => attachmentJson(item, attachment, toView(call), fields)),
  )
}

function get(call: GraphCall): EmulatedAnswer {
  const { item, attachment } = getAttachment(call)
  const { fields } = readSelection('fileAttachment', call.query)
  return ok({ '@odata.context': getContext(call), ...attachmentJson(item, attachment, toView(call), fields) })
}

function value(call: GraphCall): EmulatedAnswer {
  const { attachment } = getAttachment(call)
  return { status: 200, headers: { 'content-type': attachment.contentType }, body: attachment.bytes() }
}

function create(call: GraphCall): EmulatedAnswer {
  const item = needDraft(getMessage(call))
  const draft = readAttachment(bodyObject(call))
  const added = attach(call.mailbox, item, draft)
  return created({
    '@odata.context': getContext(call),
    ...attachmentJson(item, added, toView(call), undefined),
  })
}

/** Adds an attachment and answers it as the message now has it. */
export function attach(mailbox: GraphMailbox, item: MailItem, draft: DraftAttachment) {
  const before = new Set(mailbox.reader.content(item.raw).attachments.map((attachment) => attachment.key))
  mailbox.store.change(item, { raw: withAttachments(item, (all) => [...all, draft]) })
  const after = mailbox.reader.content(item.raw).attachments
  const added = after.find((attachment) => !before.has(attachment.key))
  if (added === undefined) throw new Error('An attachment that was added is not there')
  return added
}

function remove(call: GraphCall): EmulatedAnswer {
  const { item, attachment } = getAttachment(call)
  needDraft(item)
  const withoutUsed = (all: readonly DraftAttachment[]): DraftAttachment[] => {
    const keys = call.mailbox.reader.content(item.raw).attachments.map(({ key }) => key)
    return all.filter((_, at) => keys[at] !== attachment.key)
  }
  call.mailbox.store.change(item, { raw: withAttachments(item, withoutUsed) })
  return noContent
}

function openSession(call: GraphCall, uploads: UploadSessions): EmulatedAnswer {
  const item = needDraft(getMessage(call))
  const about = parameter(call, 'AttachmentItem')
  if (!isRecord(about)) throw badRequest('The parameter AttachmentItem is missing.')
  const { name, size, attachmentType, contentType, contentId, isInline } = about
  if (attachmentType !== 'file' || typeof name !== 'string' || typeof size !== 'number')
    throw new Refused(400, 'ErrorInvalidArgument', 'AttachmentItem needs attachmentType, name and size.')
  if (size > maxUploadSize)
    throw new Refused(413, 'ErrorMessageSizeExceeded', 'The attachment is larger than 150 MB.')
  if (size < smallestUpload)
    throw new Refused(
      400,
      'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize',
      'The attachment is too small for an upload session.',
    )
  const session = uploads.open({
    mailbox: call.mailbox,
    item,
    size,
    name,
    contentType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
    contentId: typeof contentId === 'string' ? contentId : undefined,
    isInline: isInline === true,
    immutableIds: toView(call).immutableIds,
    graphBase: call.base,
  })
  return created({ '@odata.context': `${call.base}/$metadata#microsoft.graph.uploadSession`, ...session })
}

/**
 * [D] "Under 3 MB" a file is posted, and a session for it is refused ("Attach large files to Outlook messages"). Which
 * megabytes is not said; here the two limits meet without overlap.
 */
const smallestUpload = maxAttachmentSize + 1

/** [D] */
const maxUploadSize = 150 * 1024 * 1024

function needDraft(item: MailItem): MailItem {
  if (item.isDraft) return item
  throw new Refused(400, 'ErrorInvalidOperation', 'Attachments can be changed on drafts only.')
}
