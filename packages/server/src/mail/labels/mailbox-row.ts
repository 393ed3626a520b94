import type { AccountId, LabelId, MailboxId } from '@plmail/wire'
import { type Change, stateInSql } from '../../changes/index.ts'
import { type Sql, insertRow, named } from '../../store/index.ts'
import type { MailboxView, Role } from '../types.ts'

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
export function selectMailboxes(sql: Sql, accountId: AccountId): Promise<MailboxView[]> {
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
export const getNewSortOrder = (role: Role | null): number => (role ? order[role] : 0)

export const getSortOrder = (role: Role | null): number => (role ? order[role] : 100)

export type NewMailbox = Omit<MailboxRow, 'id' | 'isLeaving' | 'hue'>

export async function insertMailbox(change: Change, row: NewMailbox): Promise<MailboxId> {
  const [inserted] = await change.tx.query<{ id: MailboxId }>(
    ...insertRow(
      'mailbox',
      {
        account_id: change.accountId,
        label_id: row.labelId,
        parent_id: row.parentId,
        remote_id: row.remoteId,
        name: row.name,
        role: row.role,
        sort_order: row.sortOrder,
        is_selectable: row.isSelectable,
        is_subscribed: row.isSubscribed,
        has_own_role: row.hasOwnRole,
        created_state: change.state,
      },
      'returning id',
    ),
  )
  if (!inserted) throw new Error('insert returned no row')
  change.created('Mailbox', [inserted.id])
  return inserted.id
}

/** Writes everything but the colour, which nothing else depends on. */
export async function updateMailbox(change: Change, row: Omit<MailboxRow, 'hue'>): Promise<void> {
  await change.tx.query(
    ...named(
      `update mailbox set label_id = $labelId, parent_id = $parentId, remote_id = $remoteId, name = $name, role = $role,
         sort_order = $sortOrder, is_selectable = $isSelectable, is_subscribed = $isSubscribed,
         has_own_role = $hasOwnRole, is_leaving = $isLeaving
       where id = $id and account_id = $accountId`,
      {
        accountId: change.accountId,
        id: row.id,
        labelId: row.labelId,
        parentId: row.parentId,
        remoteId: row.remoteId,
        name: row.name,
        role: row.role,
        sortOrder: row.sortOrder,
        isSelectable: row.isSelectable,
        isSubscribed: row.isSubscribed,
        hasOwnRole: row.hasOwnRole,
        isLeaving: row.isLeaving,
      },
    ),
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
