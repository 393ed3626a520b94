import type { MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { OutboxDoor, Role } from '../door.ts'
import { labelFor } from './label.ts'
import { insertMailbox, type MailboxRow, mailboxRows } from './mailbox-row.ts'

export interface WantedMailbox {
  name: string
  parentId: MailboxId | null
  role: Role | null
}

export type CreateOutcome =
  | { ok: true; id: MailboxId }
  | { ok: false; why: 'already-exists' | 'unknown-parent' | 'bad-name' | 'role-taken' }

/** See `Mail.mailboxes.create`. */
export async function create(
  change: Change,
  outbox: OutboxDoor,
  wanted: WantedMailbox,
): Promise<CreateOutcome> {
  const rows = await mailboxRows(change.tx, change.accountId)
  const name = wanted.name.normalize('NFC')
  const why = refusal(rows, { ...wanted, name })
  if (why) return { ok: false, why }
  const { parentId, role } = wanted
  const labelParentId = role || parentId === null ? null : (rows.get(parentId)?.labelId ?? null)
  const labelId = await labelFor(change, { parentId: labelParentId, name, role, after: null })
  const shape = { name, parentId, role }
  const id = await insertMailbox(change, {
    ...shape,
    labelId,
    labelParentId,
    remoteId: null,
    isSelectable: true,
    isSubscribed: true,
  })
  change.journal([{ type: 'Mailbox', id, before: null, after: shape }])
  await outbox.enqueue(change, [{ field: 'create-mailbox', mailboxId: id, base: null, desired: shape }])
  return { ok: true, id }
}

function refusal(
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  { name, parentId, role }: WantedMailbox,
): Extract<CreateOutcome, { ok: false }>['why'] | undefined {
  if (!isGoodName(name)) return 'bad-name'
  if (parentId !== null && !rows.has(parentId)) return 'unknown-parent'
  const all = [...rows.values()]
  if (role && all.some((row) => row.role === role)) return 'role-taken'
  const folded = name.toLowerCase()
  const isTaken = all.some((row) => row.parentId === parentId && row.name.toLowerCase() === folded)
  return isTaken ? 'already-exists' : undefined
}

/** In octets of UTF-8. Below the 255 that file systems take, since some servers write names longer than we do. */
export const maxMailboxNameBytes = 200

/** RFC 8621 §2: Net-Unicode without control characters, at most maxSizeMailboxName octets. */
function isGoodName(name: string): boolean {
  if (name.trim() !== name || name === '' || Buffer.byteLength(name) > maxMailboxNameBytes) return false
  return !/[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(name)
}
