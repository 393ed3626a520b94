import type { AccountId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { ListItem, ListPage, ListWanted, Role } from '../types.ts'
import { allMail, flagged, inMailboxes, inboxes, type ListStatements, snoozed } from './list-rows.ts'

export interface UnifiedList {
  items: ListItem[]
  total: number
  states: Map<AccountId, number>
}

/**
 * See `Mail.read.list`. The states are read first, so that what happens meanwhile is told again by the next /changes
 * rather than missed.
 */
export async function unifiedList(
  sql: Sql,
  changes: Changes,
  userId: UserId,
  list: ListWanted,
  page: ListPage,
): Promise<UnifiedList> {
  const accountStates = await changes.states(userId)
  const open = accountStates.filter(({ accountId }) => !page.within || page.within.includes(accountId))
  const accountIds = open.map(({ accountId }) => accountId)
  const { name, items, total } = statementsFor(list)
  const which = 'mailboxId' in list ? list.mailboxId : list.role
  const ofCategory = list.category === undefined ? [] : [list.category]
  const [rows, [counted]] = await Promise.all([
    sql.prepared<ListItem>(`mail-list-${name}`, items, [
      accountIds,
      which,
      page.limit,
      page.position,
      ...ofCategory,
    ]),
    sql.prepared<{ total: number; accountIds: AccountId[] }>(`mail-list-${name}-total`, total, [
      accountIds,
      which,
      ...ofCategory,
    ]),
  ])
  const shown = new Set(counted?.accountIds)
  return {
    items: rows,
    total: counted?.total ?? 0,
    states: new Map(
      open.filter(({ accountId }) => shown.has(accountId)).map(({ accountId, state }) => [accountId, state]),
    ),
  }
}

function statementsFor(list: ListWanted): ListStatements {
  const { isUnread, category } = list
  const part = { isUnread, isOfCategory: category !== undefined }
  if ('mailboxId' in list) return inMailboxes('mailbox', part)
  if (list.role === 'inbox') return inboxes(part)
  if (!isSplittable(list.role)) {
    if (category !== undefined) throw new Error(`no categories in ${list.role}`)
    if (list.role === 'snoozed') return snoozed(isUnread)
    return list.role === 'flagged' ? flagged(isUnread) : allMail(isUnread)
  }
  return inMailboxes('role', part)
}

/** Whether the list of a role has parts by category; views, and mail in the order in which it comes back, have none. */
export const isSplittable = (role: Role): boolean =>
  role !== 'snoozed' && role !== 'flagged' && role !== 'all'
