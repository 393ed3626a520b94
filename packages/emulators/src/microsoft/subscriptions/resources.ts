import { takeApart } from '../graph/routing.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import type { Folder } from '../mailbox/mail-store.ts'
import { isWellKnown } from '../mailbox/well-known.ts'

/** The resource of a subscription: messages or events, of the whole mailbox, or of one folder or calendar. */
export interface Watched {
  what: 'messages' | 'events'
  folder: number | undefined
}

/** Reads `/me/messages`, `me/mailFolders('inbox')/messages` and the like; `undefined` for what sends no notifications here. */
export function readResource(mailbox: GraphMailbox, resource: string): Watched | undefined {
  const parts = takeApart(resource.split('?')[0] ?? '')
  const isOwn = parts.user === 'me' || [mailbox.email, mailbox.account.oid].includes(parts.user ?? '')
  if (!isOwn) return undefined
  const segments = parts.segments.slice(1)
  const [first, id, last] = segments.map((segment) => segment.toLowerCase())
  if (first === 'messages' && segments.length === 1) return { what: 'messages', folder: undefined }
  if (first === 'events' && segments.length === 1) return { what: 'events', folder: undefined }
  if (first === 'calendars' && last === 'events' && segments.length === 3) {
    const { ids, calendars } = mailbox.calendars
    const n = ids.read(segments[1] ?? '')?.n
    return n !== undefined && calendars.has(n) ? { what: 'events', folder: n } : undefined
  }
  if (first !== 'mailfolders' || last !== 'messages' || segments.length !== 3) return undefined
  const folder = folderBy(mailbox, id ?? '', segments[1] ?? '')
  return folder && { what: 'messages', folder: folder.serial }
}

function folderBy({ store }: GraphMailbox, name: string, id: string): Folder | undefined {
  if (isWellKnown(name)) return store.wellKnown(name)
  const read = store.ids.read(id)
  return read?.kind === 'folder' ? store.folders.get(read.n) : undefined
}
