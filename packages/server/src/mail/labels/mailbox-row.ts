import type { AccountId, LabelId, MailboxId } from '@plmail/wire'
import { type Change, stateInSql } from '../../changes/index.ts'
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
  sortOrder: number
  isSelectable: boolean
  isSubscribed: boolean
  /** The role was chosen here: the provider gives the folder none. */
  hasOwnRole: boolean
  /** Destroyed here, and its folder is still at the provider: clients do not see it. */
  isLeaving: boolean
  /** Chosen here: one of twelve, 30 degrees apart. */
  hue: number | null
}

const columns = `
  b.id, b.label_id as "labelId", b.parent_id as "parentId", b.remote_id as "remoteId", b.name, b.role,
  b.sort_order as "sortOrder", b.is_selectable as "isSelectable", b.is_subscribed as "isSubscribed",
  b.has_own_role as "hasOwnRole", b.is_leaving as "isLeaving", b.hue`

export async function mailboxRows(sql: Sql, accountId: AccountId): Promise<Map<MailboxId, MailboxRow>> {
  const rows = await sql.query<MailboxRow>(
    `select ${columns}, l.parent_id as "labelParentId"
     from mailbox b join label l on l.id = b.label_id where b.account_id = $1`,
    [accountId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const counters = `
  b.total_emails as "totalEmails", b.unread_emails as "unreadEmails",
  b.total_threads as "totalThreads", b.unread_threads as "unreadThreads"`

/** See `Mail.mailboxes.list`. */
export function listMailboxes(sql: Sql, accountId: AccountId): Promise<MailboxView[]> {
  return sql.prepared<MailboxView>(
    'mail-mailboxes',
    `select ${columns}, b.account_id as "accountId", ${counters}
     from mailbox b where account_id = $1 and not is_leaving order by sort_order, lower(name), id`,
    [accountId],
  )
}

/** See `Mail.mailboxes.known`. */
export function knownMailboxes(sql: Sql, accountId: AccountId): Promise<MailboxView[]> {
  return sql.prepared<MailboxView>(
    'mail-mailboxes-known',
    `select ${columns}, b.account_id as "accountId", ${counters}
     from mailbox b where account_id = $1 order by id`,
    [accountId],
  )
}

/** See `Mail.mailboxes.at`: one statement, so that the state is the one of the rows. */
export async function mailboxesAt(
  sql: Sql,
  accountId: AccountId,
): Promise<{ state: number; mailboxes: MailboxView[] }> {
  const rows = await sql.prepared<{ state: number | null } & (MailboxView | { id: null })>(
    'mail-mailboxes-at',
    `select a.state, ${columns}, b.account_id as "accountId", ${counters}
     from (select ${stateInSql('$1')} as state) as a
     left join mailbox b on b.account_id = $1 and not b.is_leaving`,
    [accountId],
  )
  return {
    state: rows[0]?.state ?? 0,
    // the one row of an account without mailboxes has nothing but the state
    mailboxes: rows.flatMap(({ state: _state, ...mailbox }) => (mailbox.id === null ? [] : [mailbox])),
  }
}

/** Sidebar position of a role (RFC 8621 §2 sortOrder); folders without one come after. */
const order: Record<Role, number> = {
  inbox: 10,
  important: 15,
  flagged: 20,
  snoozed: 25,
  drafts: 30,
  sent: 40,
  archive: 50,
  all: 60,
  junk: 70,
  trash: 80,
}

/** The sort order of a mailbox that a client creates without naming one (RFC 8621 §2). */
export const newSortOrderOf = (role: Role | null): number => (role ? order[role] : 0)

export const sortOrderOf = (role: Role | null): number => (role ? order[role] : 100)

export type NewMailbox = Omit<MailboxRow, 'id' | 'isLeaving' | 'hue'>

export async function insertMailbox(change: Change, row: NewMailbox): Promise<MailboxId> {
  const [inserted] = await change.tx.query<{ id: MailboxId }>(
    `insert into mailbox (account_id, label_id, parent_id, remote_id, name, role, sort_order,
       is_selectable, is_subscribed, has_own_role, created_state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      change.accountId,
      row.labelId,
      row.parentId,
      row.remoteId,
      row.name,
      row.role,
      row.sortOrder,
      row.isSelectable,
      row.isSubscribed,
      row.hasOwnRole,
      change.state,
    ],
  )
  if (!inserted) throw new Error('insert returned no row')
  change.created('Mailbox', [inserted.id])
  return inserted.id
}

/** Writes everything but the colour, which nothing else depends on. */
export async function updateMailbox(change: Change, row: Omit<MailboxRow, 'hue'>): Promise<void> {
  await change.tx.query(
    `update mailbox set label_id = $3, parent_id = $4, remote_id = $5, name = $6, role = $7, sort_order = $8,
       is_selectable = $9, is_subscribed = $10, has_own_role = $11, is_leaving = $12
     where id = $1 and account_id = $2`,
    [
      row.id,
      change.accountId,
      row.labelId,
      row.parentId,
      row.remoteId,
      row.name,
      row.role,
      row.sortOrder,
      row.isSelectable,
      row.isSubscribed,
      row.hasOwnRole,
      row.isLeaving,
    ],
  )
  // To clients it is gone already.
  if (!row.isLeaving) change.updated('Mailbox', [row.id])
}

/** No provider hears of it. */
export async function paint(change: Change, { id, hue }: Pick<MailboxRow, 'id' | 'hue'>): Promise<void> {
  await change.tx.query('update mailbox set hue = $3 where id = $1 and account_id = $2', [
    id,
    change.accountId,
    hue,
  ])
  change.updated('Mailbox', [id])
}
