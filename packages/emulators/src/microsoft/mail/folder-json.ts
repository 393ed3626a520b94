import type { FieldSelection } from '../graph/selection.ts'
import type { Folder } from '../mailbox/mail-store.ts'

/** A folder as Graph v1.0 shows it. There is no `wellKnownName` in v1.0 [S]. */
export function folderJson(folder: Folder, selection: FieldSelection): Record<string, unknown> {
  const all: Record<string, unknown> = {
    displayName: folder.name,
    parentFolderId: folder.parent?.id ?? folder.id,
    childFolderCount: [...folder.children].filter((child) => !child.isHidden).length,
    unreadItemCount: folder.unread,
    totalItemCount: folder.messages.items.length + folder.otherItems,
    isHidden: folder.isHidden,
  }
  const { fields } = selection
  const shown = Object.entries(all).filter(([name]) => fields?.has(name) ?? true)
  const inside = selection.expand.some((expansion) => /^childFolders$/i.test(expansion.name))
    ? { childFolders: visibleChildren(folder, false).map((child) => folderJson(child, everything)) }
    : {}
  const type = folder.isSearch ? { '@odata.type': '#microsoft.graph.mailSearchFolder' } : {}
  return { ...type, id: folder.id, ...Object.fromEntries(shown), ...inside }
}

export const everything: FieldSelection = { fields: undefined, expand: [] }

/** By name, as lists have them. */
export function visibleChildren(folder: Folder, withHidden: boolean): Folder[] {
  return [...folder.children]
    .filter((child) => withHidden || !child.isHidden)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
