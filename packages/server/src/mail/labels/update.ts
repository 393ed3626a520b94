import type { MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { MailboxPatch, MailboxRefusal, OutboxDoor, OutboxIntent } from '../types.ts'
import { settleMailboxes } from '../lists/settle-mailboxes.ts'
import { subscription } from './create.ts'
import { labelFor } from './label.ts'
import { type MailboxRow, mailboxRows, paint, getSortOrder, updateMailbox } from './mailbox-row.ts'
import { isFixed, placeRefusal, roleRefusal } from './mailbox-rules.ts'

/** See `Mail.mailboxes.update`. */
export async function update(
  change: Change,
  outbox: OutboxDoor,
  id: MailboxId,
  patch: MailboxPatch,
): Promise<MailboxRefusal | undefined> {
  const rows = await mailboxRows(change.tx, change.accountId)
  const row = rows.get(id)
  if (!row || row.isLeaving) return 'not-found'
  const next = patchMailbox(row, patch)
  const why = refusal(rows, row, next)
  if (why) return why
  const fields = changedFields(row, next)
  if (fields.length === 0) return undefined
  if (row.hue !== next.hue) await paint(change, next)
  if (fields.some((field) => field !== 'hue')) await place(change, rows, next)
  if ((row.role === 'trash') !== (next.role === 'trash')) await settleMailboxes(change, [id])
  change.journal([{ type: 'Mailbox', id, before: only(row, fields), after: only(next, fields) }])
  await outbox.enqueue(change, intents(row, next))
  return undefined
}

/** See `Mail.mailboxes.restore`. */
export async function restorePlace(change: Change, id: MailboxId, provided: MailboxPatch): Promise<void> {
  const rows = await mailboxRows(change.tx, change.accountId)
  const row = rows.get(id)
  if (!row || row.isLeaving) return
  const next = { ...row, ...provided }
  // The parent it had may be gone; the next list says where the folder is.
  const isParentThere = next.parentId === null || rows.has(next.parentId)
  await place(change, rows, isParentThere ? next : { ...next, parentId: null })
}

function patchMailbox(row: MailboxRow, patch: MailboxPatch): MailboxRow {
  const next = { ...row, ...patch, name: (patch.name ?? row.name).normalize('NFC') }
  if (next.role === row.role) return next
  // An order nobody chose goes with the role.
  const isUsual = patch.sortOrder === undefined && row.sortOrder === getSortOrder(row.role)
  return {
    ...next,
    hasOwnRole: next.role !== null,
    ...(isUsual ? { sortOrder: getSortOrder(next.role) } : {}),
  }
}

const isMoved = (row: MailboxRow, next: MailboxRow): boolean =>
  row.name !== next.name || row.parentId !== next.parentId

function refusal(
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  row: MailboxRow,
  next: MailboxRow,
): MailboxRefusal | undefined {
  if (isMoved(row, next)) {
    if (isFixed(row)) return 'forbidden'
    const why = placeRefusal(rows, next, row.id)
    if (why) return why
  }
  if (row.role === next.role) return undefined
  // The provider would name the role again with its next list.
  if (row.role !== null && !row.hasOwnRole) return 'role-fixed'
  return roleRefusal(rows, next.role, row.id)
}

const fieldNames = ['name', 'parentId', 'role', 'sortOrder', 'isSubscribed', 'hue'] as const
type Field = (typeof fieldNames)[number]

const changedFields = (row: MailboxRow, next: MailboxRow): Field[] =>
  fieldNames.filter((field) => row[field] !== next[field])

const only = (row: MailboxRow, fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, row[field]]))

function intents(row: MailboxRow, next: MailboxRow): OutboxIntent[] {
  const { id: mailboxId, name, parentId, role } = next
  const all: OutboxIntent[] = []
  if (isMoved(row, next)) {
    // What the provider has not got yet is made where it shall be.
    if (row.remoteId === null)
      all.push({ field: 'create-mailbox', mailboxId, base: null, desired: { name, parentId, role } })
    else {
      const base = { name: row.name, parentId: row.parentId }
      all.push({ field: 'rename-mailbox', mailboxId, base, desired: { name, parentId } })
    }
  }
  if (row.isSubscribed !== next.isSubscribed)
    all.push(subscription(mailboxId, name, row.isSubscribed, next.isSubscribed))
  return all
}

/** Writes the row with the label of its new place, and gives what lies below labels of theirs. */
async function place(
  change: Change,
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  next: MailboxRow,
): Promise<void> {
  const { name, parentId, role } = next
  const parent = parentId === null ? undefined : rows.get(parentId)
  const labelParentId = role ? null : (parent?.labelId ?? null)
  const labelId = await labelFor(change, { parentId: labelParentId, name, role, after: next.labelId })
  await updateMailbox(change, { ...next, labelId })
  if (labelId !== rows.get(next.id)?.labelId) await relabelBelow(change, rows, next.id, labelId)
}

async function relabelBelow(
  change: Change,
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  parentId: MailboxId,
  parentLabelId: MailboxRow['labelId'],
): Promise<void> {
  for (const child of rows.values()) {
    if (child.parentId !== parentId || child.role !== null) continue
    const replacement = { parentId: parentLabelId, name: child.name, role: null, after: child.labelId }
    const labelId = await labelFor(change, replacement)
    await change.tx.query('update mailbox set label_id = $2 where id = $1', [child.id, labelId])
    await relabelBelow(change, rows, child.id, labelId)
  }
}
