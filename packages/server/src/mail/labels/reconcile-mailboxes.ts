import type { LabelId, MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { asideStart } from '../../kit/aside-name.ts'
import type { DecidedFields, RemoteMailbox, Role } from '../types.ts'
import { settleMailboxes } from '../lists/settle-mailboxes.ts'
import { labelFor } from './label.ts'
import {
  insertMailbox,
  type MailboxRow,
  mailboxRows,
  type NewMailbox,
  getSortOrder,
  updateMailbox,
} from './mailbox-row.ts'
import { releaseVanished } from './release-vanished.ts'
import { remoteTree } from './remote-tree.ts'

/** See `Mail.mailboxes.reconcile`. Nothing is written for a mailbox that is as it was. */
export async function reconcile(
  change: Change,
  remote: readonly RemoteMailbox[],
  inUse: ReadonlySet<MailboxId> = new Set(),
  decided: DecidedFields = new Map(),
): Promise<Map<string, MailboxId>> {
  const listed = remoteTree(remote)
  const rows = await mailboxRows(change.tx, change.accountId)
  const rowByRemoteId = matchKnown(rows, listed)
  await freeRoles(change, rows, rowByRemoteId, listed)
  const roles = new Set(listed.map((mailbox) => mailbox.role))
  const ids = new Map<string, MailboxId>()
  const retrashed: MailboxId[] = []
  for (const mailbox of listed) {
    const row = rowByRemoteId.get(mailbox.remoteId)
    const fields = row && decided.get(row.id)
    if (row?.isLeaving && fields?.has('destroy-mailbox')) {
      ids.set(mailbox.remoteId, row.id)
      continue
    }
    const provided = row ? exceptDecided(mailbox, row, fields) : mailbox
    const target = await resolveRow(change, { mailbox: provided, row, ids, rows, roles })
    const id = row?.id ?? (await insertMailbox(change, target))
    if (row && differs(row, target)) await updateMailbox(change, { ...target, id, isLeaving: false })
    // Nobody is to destroy it any more, and the provider still has it.
    if (row?.isLeaving) change.created('Mailbox', [id])
    if (row && (row.role === 'trash') !== (target.role === 'trash')) retrashed.push(id)
    rows.set(id, { ...target, id, isLeaving: false, hue: row?.hue ?? null })
    ids.set(mailbox.remoteId, id)
  }
  const released = await releaseVanished(change, rows, new Set(ids.values()), inUse)
  await settleMailboxes(change, [...retrashed, ...released.filter((id) => rows.get(id)?.role === 'trash')])
  return ids
}

/**
 * Known mailboxes by remote id. A listed mailbox nobody knows is one of ours all the same when it has the place and
 * name of a row that the list lacks: the echo of a pending creation or of a renaming whose answer may still be on its
 * way, or what lies below a renamed one.
 */
function matchKnown(
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  listed: readonly RemoteMailbox[],
): Map<string, MailboxRow> {
  const rowByRemoteId = new Map<string, MailboxRow>()
  for (const row of rows.values()) if (row.remoteId !== null) rowByRemoteId.set(row.remoteId, row)
  const paths = new Set(listed.map((mailbox) => mailbox.remoteId))
  const lost = [...rows.values()].filter((row) => row.remoteId === null || !paths.has(row.remoteId))
  for (const mailbox of listed) {
    if (rowByRemoteId.has(mailbox.remoteId)) continue
    const parentId = mailbox.parentRemoteId === null ? null : rowByRemoteId.get(mailbox.parentRemoteId)?.id
    const echo = lost.findIndex((row) => row.parentId === parentId && isNamedAs(row, mailbox.name))
    const [row] = echo < 0 ? [] : lost.splice(echo, 1)
    if (row) rowByRemoteId.set(mailbox.remoteId, row)
  }
  return rowByRemoteId
}

/** One that is being deleted may have been set aside before the connection was lost. */
const isNamedAs = (row: MailboxRow, name: string): boolean =>
  row.name === name || (row.isLeaving && name.startsWith(asideStart(row.name)))

interface ProvidedMailbox extends RemoteMailbox {
  /** Parent decided by the user, wherever the provider still has the mailbox. */
  decidedParentId?: MailboxId | null
}

function exceptDecided(
  mailbox: RemoteMailbox,
  row: MailboxRow,
  fields: ReadonlySet<string> | undefined,
): ProvidedMailbox {
  return {
    ...mailbox,
    ...(fields?.has('rename-mailbox') ? { name: row.name, decidedParentId: row.parentId } : {}),
    ...(fields?.has('subscribe-mailbox') ? { isSubscribed: row.isSubscribed } : {}),
  }
}

/** Roles that move to another mailbox are given up first: the index over them allows no moment with two. */
async function freeRoles(
  change: Change,
  rows: ReadonlyMap<MailboxId, MailboxRow>,
  rowByRemoteId: ReadonlyMap<string, MailboxRow>,
  listed: readonly RemoteMailbox[],
): Promise<void> {
  const keeps = new Map<MailboxId, Role | null>()
  for (const mailbox of listed) {
    const row = rowByRemoteId.get(mailbox.remoteId)
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

interface ListedMailbox {
  mailbox: ProvidedMailbox
  row: MailboxRow | undefined
  ids: ReadonlyMap<string, MailboxId>
  rows: ReadonlyMap<MailboxId, MailboxRow>
  roles: ReadonlySet<Role | null>
}

async function resolveRow(
  change: Change,
  { mailbox, row, ids, rows, roles }: ListedMailbox,
): Promise<NewMailbox> {
  const { remoteId, name, isSelectable, isSubscribed } = mailbox
  const own =
    row?.hasOwnRole && !row.isLeaving && mailbox.role === null && !roles.has(row.role) ? row.role : null
  const role = mailbox.role ?? own
  const listedParentId = mailbox.parentRemoteId === null ? null : (ids.get(mailbox.parentRemoteId) ?? null)
  const parentId = mailbox.decidedParentId === undefined ? listedParentId : mailbox.decidedParentId
  // labels with a role stand at the top, wherever the provider keeps the folder ([Gmail]/Sent)
  const labelParentId = role || parentId === null ? null : (rows.get(parentId)?.labelId ?? null)
  const labelId =
    row && isLabelled(row, { name, role }, labelParentId)
      ? row.labelId
      : await labelFor(change, { parentId: labelParentId, name, role, after: row?.labelId ?? null })
  const shape = { labelId, labelParentId, parentId, remoteId, name, role, isSelectable, isSubscribed }
  return { ...shape, hasOwnRole: own !== null, sortOrder: getOrder(row, role) }
}

/** An order somebody chose stays; else it goes with the role. */
function getOrder(row: MailboxRow | undefined, role: Role | null): number {
  return row && row.sortOrder !== getSortOrder(row.role) ? row.sortOrder : getSortOrder(role)
}

/** Whether the label still is the one of the mailbox's role, or of its place and name. */
function isLabelled(
  row: MailboxRow,
  mailbox: Pick<MailboxRow, 'name' | 'role'>,
  parentId: LabelId | null,
): boolean {
  if (row.name !== mailbox.name || row.role !== mailbox.role) return false
  return mailbox.role !== null || row.labelParentId === parentId
}

function differs(row: MailboxRow, target: NewMailbox): boolean {
  return (
    row.isLeaving ||
    row.labelId !== target.labelId ||
    row.parentId !== target.parentId ||
    row.remoteId !== target.remoteId ||
    row.name !== target.name ||
    row.role !== target.role ||
    row.hasOwnRole !== target.hasOwnRole ||
    row.sortOrder !== target.sortOrder ||
    row.isSelectable !== target.isSelectable ||
    row.isSubscribed !== target.isSubscribed
  )
}
