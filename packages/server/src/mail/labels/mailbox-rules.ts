import type { MailboxId } from '@plmail/wire'
import type { MailboxRefusal, MailboxView, Role } from '../types.ts'
import type { MailboxRow } from './mailbox-row.ts'

/** Rules for changes to mailboxes, whoever requests them (RFC 8621 §2, §2.5). */

/** In octets of UTF-8. Below the 255 that file systems take, since some servers write names longer than we do. */
export const maxMailboxNameBytes = 200

/** RFC 8621 §2: Net-Unicode without control characters, at most maxSizeMailboxName octets. */
function isGoodName(name: string): boolean {
  if (name.trim() !== name || name === '' || Buffer.byteLength(name) > maxMailboxNameBytes) return false
  return !/[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(name)
}

/** Roles that stand for a folder anybody may choose; the others are the provider's own views of the mail. */
const choosable: readonly (Role | null)[] = ['archive', 'drafts', 'sent', 'trash', 'junk', 'snoozed', null]

/** Inbox cannot be moved or deleted (RFC 3501 §6.3.4, §6.3.5), nor can a provider's roots and views. */
export function isFixed({ role, isSelectable }: Pick<MailboxView, 'role' | 'isSelectable'>): boolean {
  const ofProvider: readonly (Role | null)[] = ['inbox', 'all', 'flagged', 'important']
  return !isSelectable || ofProvider.includes(role)
}

type Rows = ReadonlyMap<MailboxId, MailboxRow>

/** Why no mailbox may have this place and name; `self` is the one that is to be put there, if it exists. */
export function placeRefusal(
  rows: Rows,
  { name, parentId }: Pick<MailboxRow, 'name' | 'parentId'>,
  self: MailboxId | undefined,
): MailboxRefusal | undefined {
  if (!isGoodName(name)) return 'bad-name'
  const parent = parentId === null ? undefined : rows.get(parentId)
  if (parentId !== null && (!parent || parent.isLeaving)) return 'unknown-parent'
  if (self !== undefined && isWithin(rows, parentId, self)) return 'cycle'
  const folded = name.toLowerCase()
  const isTaken = present(rows).some(
    (row) => row.id !== self && row.parentId === parentId && row.name.toLowerCase() === folded,
  )
  return isTaken ? 'already-exists' : undefined
}

/** Why the mailbox may not have this role, chosen here. */
export function roleRefusal(
  rows: Rows,
  role: Role | null,
  self: MailboxId | undefined,
): MailboxRefusal | undefined {
  const isTaken = role !== null && present(rows).some((row) => row.id !== self && row.role === role)
  if (isTaken) return 'role-taken'
  return choosable.includes(role) ? undefined : 'role-fixed'
}

export const present = (rows: Rows): MailboxRow[] => [...rows.values()].filter((row) => !row.isLeaving)

/** Whether `id` is `ancestor` or lies below it. */
function isWithin(rows: Rows, id: MailboxId | null, ancestor: MailboxId): boolean {
  const visited = new Set<MailboxId>()
  for (let next = id; next !== null && !visited.has(next); next = rows.get(next)?.parentId ?? null) {
    if (next === ancestor) return true
    visited.add(next)
  }
  return false
}
