import type { AccountId, LabelId, MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { MailboxView, Role } from '../door.ts'

/** The identity and shape of a mailbox; everything but its counters. */
export interface MailboxRow {
  id: MailboxId
  labelId: LabelId
  labelParentId: LabelId | null
  parentId: MailboxId | null
  remoteId: string | null
  name: string
  role: Role | null
  isSelectable: boolean
  isSubscribed: boolean
}

const columns = `
  b.id, b.label_id as "labelId", b.parent_id as "parentId", b.remote_id as "remoteId", b.name, b.role,
  b.is_selectable as "isSelectable", b.is_subscribed as "isSubscribed"`

export async function mailboxRows(sql: Sql, accountId: AccountId): Promise<Map<MailboxId, MailboxRow>> {
  const rows = await sql.query<MailboxRow>(
    `select ${columns}, l.parent_id as "labelParentId"
     from mailbox b join label l on l.id = b.label_id where b.account_id = $1`,
    [accountId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** See `Mail.mailboxes.list`. */
export function listMailboxes(sql: Sql, accountId: AccountId): Promise<MailboxView[]> {
  return sql.prepared<MailboxView>(
    'mail-mailboxes',
    `select ${columns}, account_id as "accountId", sort_order as "sortOrder",
       total_emails as "totalEmails", unread_emails as "unreadEmails",
       total_threads as "totalThreads", unread_threads as "unreadThreads"
     from mailbox b where account_id = $1 order by sort_order, lower(name), id`,
    [accountId],
  )
}

/** Where a role stands in the sidebar (RFC 8621 §2 sortOrder); folders without one come after. */
const order: Record<Role, number> = {
  inbox: 10,
  important: 15,
  flagged: 20,
  drafts: 30,
  sent: 40,
  archive: 50,
  all: 60,
  junk: 70,
  trash: 80,
}

const sortOrder = (role: Role | null) => (role ? order[role] : 100)

export type NewMailbox = Omit<MailboxRow, 'id'>

export async function insertMailbox(change: Change, row: NewMailbox): Promise<MailboxId> {
  const [inserted] = await change.tx.query<{ id: MailboxId }>(
    `insert into mailbox (account_id, label_id, parent_id, remote_id, name, role, sort_order,
       is_selectable, is_subscribed, created_state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      change.accountId,
      row.labelId,
      row.parentId,
      row.remoteId,
      row.name,
      row.role,
      sortOrder(row.role),
      row.isSelectable,
      row.isSubscribed,
      change.state,
    ],
  )
  if (!inserted) throw new Error('insert returned no row')
  change.created('Mailbox', [inserted.id])
  return inserted.id
}

export async function updateMailbox(change: Change, row: MailboxRow): Promise<void> {
  await change.tx.query(
    `update mailbox set label_id = $3, parent_id = $4, remote_id = $5, name = $6, role = $7, sort_order = $8,
       is_selectable = $9, is_subscribed = $10
     where id = $1 and account_id = $2`,
    [
      row.id,
      change.accountId,
      row.labelId,
      row.parentId,
      row.remoteId,
      row.name,
      row.role,
      sortOrder(row.role),
      row.isSelectable,
      row.isSubscribed,
    ],
  )
  change.updated('Mailbox', [row.id])
}
