import type { Attachment } from './content.ts'
import type { View } from './view.ts'
import type { Item } from './store.ts'

/** An attachment as Graph shows it, its bytes included unless only some properties are asked for. */
export function attachmentJson(
  item: Item,
  one: Attachment,
  view: View,
  fields: ReadonlySet<string> | undefined,
): Record<string, unknown> {
  const isFile = one.kind === 'file'
  const bytes = one.bytes()
  const shared = {
    name: one.name,
    contentType: isFile ? one.contentType : null,
    size: bytes.length,
    isInline: one.isInline,
    lastModifiedDateTime: `${new Date(item.modifiedAt).toISOString().slice(0, 19)}Z`,
  }
  const ofFile = {
    contentId: one.contentId ?? null,
    contentLocation: null,
    contentBytes: bytes.toString('base64'),
  }
  const all: Record<string, unknown> = isFile ? { ...shared, ...ofFile } : shared
  const shown = Object.entries(all).filter(([name]) => fields?.has(name) ?? true)
  return {
    '@odata.type': `#microsoft.graph.${isFile ? 'fileAttachment' : 'itemAttachment'}`,
    ...(isFile && fields === undefined ? { '@odata.mediaContentType': one.contentType } : {}),
    id: attachmentId(item, one, view),
    ...Object.fromEntries(shown),
  }
}

export function attachmentId(item: Item, one: Attachment, view: View): string {
  return view.store.ids.attachment(item.n, one.key, item.moves, view.immutableIds)
}
