import type { AccountId, MailboxId, RuleAction } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { MailboxView, OutboxDoor, Role } from '../types.ts'
import { create } from '../labels/create.ts'
import { listMailboxes } from '../labels/mailbox-row.ts'

/** The names from the top down, as rules name mailboxes. */
function getPath(box: MailboxView, boxes: readonly MailboxView[]): string {
  const parent = boxes.find(({ id }) => id === box.parentId)
  return parent ? `${getPath(parent, boxes)}/${box.name}` : box.name
}

const foldPath = (path: string): string => path.normalize('NFC').toLowerCase()

export function boxAt(path: string, boxes: readonly MailboxView[]): MailboxView | undefined {
  const foldedPath = foldPath(path)
  return boxes.find((box) => box.isSelectable && foldPath(getPath(box, boxes)) === foldedPath)
}

/** The paths of folders that the actions name. */
export const pathsIn = (actions: readonly RuleAction[]): string[] =>
  actions.flatMap((action) => ('mailbox' in action ? [action.mailbox] : []))

/** The first of these folders that none of the accounts has. */
export async function missingPath(
  sql: Sql,
  accountIds: readonly AccountId[],
  paths: readonly string[],
): Promise<string | undefined> {
  if (paths.length === 0) return undefined
  const lists = await Promise.all(accountIds.map((id) => listMailboxes(sql, id)))
  return paths.find((path) => !lists.some((boxes) => boxAt(path, boxes)))
}

/** The mailbox at the path; where the account lacks what another one has, it is made. Undefined when it cannot be. */
export async function ensuredBox(
  change: Change,
  outbox: OutboxDoor,
  path: string,
): Promise<MailboxId | undefined> {
  const boxes = await listMailboxes(change.tx, change.accountId)
  const mailbox = boxAt(path, boxes)
  if (mailbox) return mailbox.id
  let parentId: MailboxId | null = null
  for (const name of path.split('/')) {
    const existing = boxes.find((box) => box.parentId === parentId && foldPath(box.name) === foldPath(name))
    if (existing) {
      parentId = existing.id
      continue
    }
    const created = await create(change, outbox, { name, parentId, role: null })
    if (!created.ok) return undefined
    parentId = created.id
  }
  return parentId ?? undefined
}

/** The mailbox with the role, made under its usual name where the account has none. */
export async function ensuredRole(
  change: Change,
  outbox: OutboxDoor,
  role: 'archive' | 'trash' | 'junk',
): Promise<MailboxId | undefined> {
  const boxes = await listMailboxes(change.tx, change.accountId)
  const roles: readonly Role[] = role === 'archive' ? ['archive', 'all'] : [role]
  const mailbox = roles.flatMap((candidate) =>
    boxes.filter((box) => box.role === candidate && box.isSelectable),
  )[0]
  if (mailbox) return mailbox.id
  const named = boxAt(usualName[role], boxes)
  if (named) return named.id
  const created = await create(change, outbox, { name: usualName[role], parentId: null, role })
  return created.ok ? created.id : undefined
}

const usualName = { archive: 'Archive', trash: 'Trash', junk: 'Spam' } as const
