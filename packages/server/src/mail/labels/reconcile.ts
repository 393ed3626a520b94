import type { LabelId, MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { RemoteMailbox, Role } from '../door.ts'
import { settleMailboxes } from '../lists/settle-mailboxes.ts'
import { labelFor } from './label.ts'
import { insertMailbox, type MailboxRow, mailboxRows, type NewMailbox, updateMailbox } from './mailbox-row.ts'
import { releaseVanished } from './release-vanished.ts'
import { remoteTree } from './remote-tree.ts'

/** See `Mail.mailboxes.reconcile`. Nothing is written for a mailbox that is as it was. */
export async function reconcile(
  change: Change,
  remote: readonly RemoteMailbox[],
  inUse: ReadonlySet<MailboxId> = new Set(),
): Promise<Map<string, MailboxId>> {
  const listed = remoteTree(remote)
  const rows = await mailboxRows(change.tx, change.accountId)
  const known = matchKnown(rows, listed)
  await freeRoles(change, rows, known, listed)
  const ids = new Map<string, MailboxId>()
  const retrashed: MailboxId[] = []
  for (const mailbox of listed) {
    const row = known.get(mailbox.remoteId)
    const wanted = await wantedRow(change, mailbox, row, ids, rows)
    const id = row?.id ?? (await insertMailbox(change, wanted))
    if (row && differs(row, wanted)) await updateMailbox(change, { ...wanted, id })
    if (row && (row.role === 'trash') !== (wanted.role === 'trash')) retrashed.push(id)
    rows.set(id, { ...wanted, id })
    ids.set(mailbox.remoteId, id)
  }
  const released = await releaseVanished(change, rows, new Set(ids.values()), inUse)
  await settleMailboxes(change, [...retrashed, ...released.filter((id) => rows.get(id)?.role === 'trash')])
  return ids
}

/**
 * Known mailboxes by remote id. A listed mailbox nobody knows is the echo of a pending creation when parent and name
 * are the same: the answer to the CREATE may still be on its way.
 */
function matchKnown(
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  listed: readonly RemoteMailbox[],
): Map<string, MailboxRow> {
  const known = new Map<string, MailboxRow>()
  for (const row of rows.values()) if (row.remoteId !== null) known.set(row.remoteId, row)
  const pending = [...rows.values()].filter((row) => row.remoteId === null)
  for (const mailbox of listed) {
    if (known.has(mailbox.remoteId)) continue
    const parentId = mailbox.parentRemoteId === null ? null : known.get(mailbox.parentRemoteId)?.id
    const echo = pending.findIndex((row) => row.parentId === parentId && row.name === mailbox.name)
    const [row] = echo < 0 ? [] : pending.splice(echo, 1)
    if (row) known.set(mailbox.remoteId, row)
  }
  return known
}

/** Roles that move to another mailbox are given up first: the index over them allows no moment with two. */
async function freeRoles(
  change: Change,
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  known: ReadonlyMap<string, MailboxRow>,
  listed: readonly RemoteMailbox[],
): Promise<void> {
  const keeps = new Map<MailboxId, Role | null>()
  for (const mailbox of listed) {
    const row = known.get(mailbox.remoteId)
    if (row) keeps.set(row.id, mailbox.role)
  }
  const taken = new Set(listed.map((mailbox) => mailbox.role))
  const losing = [...rows.values()].filter(
    (row) => row.role && taken.has(row.role) && keeps.get(row.id) !== row.role,
  )
  if (losing.length === 0) return
  const ids = losing.map((row) => row.id)
  await change.tx.query('update mailbox set role = null where account_id = $1 and id = any ($2::bigint[])', [
    change.accountId,
    ids,
  ])
  change.updated('Mailbox', ids)
}

async function wantedRow(
  change: Change,
  mailbox: RemoteMailbox,
  row: MailboxRow | undefined,
  ids: ReadonlyMap<string, MailboxId>,
  rows: ReadonlyMap<MailboxId, MailboxRow>,
): Promise<NewMailbox> {
  const { remoteId, name, role, isSelectable, isSubscribed } = mailbox
  const parentId = mailbox.parentRemoteId === null ? null : (ids.get(mailbox.parentRemoteId) ?? null)
  // labels with a role stand at the top, wherever the provider keeps the folder ([Gmail]/Sent)
  const labelParentId = role || parentId === null ? null : (rows.get(parentId)?.labelId ?? null)
  const labelId =
    row && isLabelled(row, mailbox, labelParentId)
      ? row.labelId
      : await labelFor(change, { parentId: labelParentId, name, role, after: row?.labelId ?? null })
  return { labelId, labelParentId, parentId, remoteId, name, role, isSelectable, isSubscribed }
}

/** Whether the label still is the one of the mailbox's role, or of its place and name. */
function isLabelled(row: MailboxRow, mailbox: RemoteMailbox, parentId: LabelId | null): boolean {
  if (row.name !== mailbox.name || row.role !== mailbox.role) return false
  return mailbox.role !== null || row.labelParentId === parentId
}

function differs(row: MailboxRow, wanted: NewMailbox): boolean {
  return (
    row.labelId !== wanted.labelId ||
    row.parentId !== wanted.parentId ||
    row.remoteId !== wanted.remoteId ||
    row.name !== wanted.name ||
    row.role !== wanted.role ||
    row.isSelectable !== wanted.isSelectable ||
    row.isSubscribed !== wanted.isSubscribed
  )
}
