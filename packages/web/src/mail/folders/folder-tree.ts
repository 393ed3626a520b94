import type { Mailbox, MailboxRole } from '@plmail/wire'
import type { IconName } from '../../ui/index.ts'
import { labelWords, roleName } from '../../words/index.ts'

/** A folder as the sidebar and the move dialog show it. */
export interface FolderRow {
  id: string
  role: MailboxRole | null
  name: string
  /** `Work / Invoices`, for lists in which names alone would be ambiguous. */
  path: string
  depth: number
  icon: IconName
  /** Unread conversations, or all of them for drafts; 0 shows nothing. */
  badge: number
  mayReceive: boolean
  /** Not in the sidebar unless asked for. */
  isHidden: boolean
  /** One of twelve colours. */
  hue: number | null
}

const roleOrder: readonly (MailboxRole | null)[] = [
  'inbox',
  'snoozed',
  'drafts',
  'sent',
  'archive',
  'junk',
  'trash',
]
const roleIcon: Partial<Record<MailboxRole, IconName>> = {
  inbox: 'inbox',
  archive: 'archive',
  drafts: 'draft',
  sent: 'sent',
  trash: 'trash',
  junk: 'junk',
  flagged: 'star',
  snoozed: 'snooze',
  important: 'important',
  all: 'all',
}

export const iconOfRole = (role: MailboxRole): IconName => roleIcon[role] ?? 'folder'

/** The account's folders as a flat tree: those with a role first, then by name, children below their parents. */
export function folderTree(mailboxes: readonly Mailbox[]): FolderRow[] {
  const children = new Map<string | null, Mailbox[]>()
  const ids = new Set(mailboxes.map(({ id }) => id))
  for (const mailbox of mailboxes) {
    const parent = mailbox.parentId !== null && ids.has(mailbox.parentId) ? mailbox.parentId : null
    children.set(parent, [...(children.get(parent) ?? []), mailbox])
  }
  const items: FolderRow[] = []
  function add(parent: string | null, depth: number, path: string): void {
    for (const mailbox of (children.get(parent) ?? []).toSorted(byRoleThenName)) {
      const item = itemOf(mailbox, depth, path)
      items.push(item)
      add(mailbox.id, depth + 1, `${item.path} / `)
    }
  }
  add(null, 0, '')
  return items
}

function itemOf(mailbox: Mailbox, depth: number, path: string): FolderRow {
  const { role } = mailbox
  const name = (role && roleName[role]) ?? mailbox.name
  return {
    id: mailbox.id,
    role,
    name,
    path: path + name,
    depth,
    icon: (role && roleIcon[role]) ?? 'folder',
    badge: badgeOf(mailbox),
    mayReceive: mailbox.myRights.mayAddItems,
    isHidden: !mailbox.isSubscribed && role !== 'inbox',
    hue: mailbox.hue,
  }
}

/** Unread conversations, or all of them for drafts; 0 where nothing waits to be read. */
export function badgeOf({ role, totalThreads, unreadThreads }: Mailbox): number {
  if (role === 'drafts') return totalThreads
  return role === 'sent' || role === 'snoozed' || role === 'trash' || role === 'junk' ? 0 : unreadThreads
}

/** Returns the description of a folder's count for screen readers; sighted readers see it by its position. */
export const badgeSaid = (role: MailboxRole | null, badge: number): string =>
  (role === 'drafts' ? labelWords.drafts : labelWords.unread)({ count: badge })

function byRoleThenName(a: Mailbox, b: Mailbox): number {
  return rank(a) - rank(b) || a.sortOrder - b.sortOrder || a.name.localeCompare(b.name)
}

function rank({ role }: Mailbox): number {
  const index = roleOrder.indexOf(role)
  return index === -1 ? roleOrder.length : index
}
