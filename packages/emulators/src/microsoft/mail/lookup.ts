import type { GraphCall } from '../graph/call.ts'
import { changeKeyConflict, itemNotFound, malformedId, Refused } from '../refused.ts'
import type { Attachment } from '../mailbox/content.ts'
import { itemById } from '../mailbox/mailbox.ts'
import { computeEtag } from './message-json.ts'
import type { Folder, MailItem } from '../mailbox/mail-store.ts'
import { isWellKnown } from '../mailbox/well-known.ts'

/** The message a path names. */
export function getMessage(call: GraphCall, id = call.params['message'] ?? ''): MailItem {
  const item = itemById(call.mailbox, id)
  if (item) return item
  throw call.mailbox.store.ids.read(id) === undefined ? malformedId() : itemNotFound()
}

/** A folder by id or by well-known name; a name that this mailbox lacks is a 404 [D]. */
export function getFolder(call: GraphCall, id = call.params['folder'] ?? ''): Folder {
  const { store } = call.mailbox
  const name = id.toLowerCase()
  if (isWellKnown(name)) {
    const folder = store.wellKnown(name)
    if (folder) return folder
    throw new Refused(404, 'ErrorFolderNotFound', 'The specified folder could not be found in the store.')
  }
  const read = store.ids.read(id)
  if (read?.kind !== 'folder') throw read === undefined ? malformedId() : itemNotFound()
  const folder = store.folders.get(read.n)
  if (folder) return folder
  throw itemNotFound()
}

export function getAttachment(call: GraphCall): { item: MailItem; attachment: Attachment } {
  const item = getMessage(call)
  const id = call.params['attachment'] ?? ''
  const read = call.mailbox.store.ids.read(id)
  if (read?.kind !== 'attachment') throw malformedId()
  const attachment = call.mailbox.reader
    .content(item.raw)
    .attachments.find((candidate) => candidate.key === read.key)
  if (read.n === item.serial && attachment) return { item, attachment }
  throw itemNotFound()
}

/** `If-Match` with an older ETag is a 412 [F]. */
export function refuseStale(call: GraphCall, item: MailItem): void {
  const ifMatch = call.headers['if-match']
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== computeEtag(item)) throw changeKeyConflict()
}
