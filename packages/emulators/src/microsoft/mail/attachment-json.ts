import type { Attachment } from '../mailbox/content.ts'
import type { View } from '../mailbox/view.ts'
import type { MailItem } from '../mailbox/mail-store.ts'

/** An attachment as Graph shows it, its bytes included unless only some properties are asked for. */
export function attachmentJson(
  item: MailItem,
  attachment: Attachment,
  view: View,
  fields: ReadonlySet<string> | undefined,
): Record<string, unknown> {
  const isFile = attachment.kind === 'file'
  const bytes = attachment.bytes()
  const shared = {
    name: attachment.name,
    contentType: isFile ? attachment.contentType : null,
    size: bytes.length,
    isInline: attachment.isInline,
    lastModifiedDateTime: `${new Date(item.modifiedAt).toISOString().slice(0, 19)}Z`,
  }
  const ofFile = {
    contentId: attachment.contentId ?? null,
    contentLocation: null,
    contentBytes: bytes.toString('base64'),
  }
  const all: Record<string, unknown> = isFile ? { ...shared, ...ofFile } : shared
  const shown = Object.entries(all).filter(([name]) => fields?.has(name) ?? true)
  return {
    '@odata.type': `#microsoft.graph.${isFile ? 'fileAttachment' : 'itemAttachment'}`,
    ...(isFile && fields === undefined ? { '@odata.mediaContentType': attachment.contentType } : {}),
    id: attachmentId(item, attachment, view),
    ...Object.fromEntries(shown),
  }
}

export function attachmentId(item: MailItem, attachment: Attachment, view: View): string {
  return view.store.ids.attachment(item.serial, attachment.key, item.moves, view.immutableIds)
}
