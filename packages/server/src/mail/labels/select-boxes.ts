import type { AccountId, MailboxId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { Role } from '../types.ts'

/** Fields of a mailbox that writing mail needs. */
export interface Box {
  id: MailboxId
  role: Role | null
  isSelectable: boolean
}

/** The account's mailboxes by id: what an id from outside is checked against. */
export async function selectBoxes(sql: Sql, accountId: AccountId): Promise<Map<MailboxId, Box>> {
  const rows = await sql.prepared<Box>(
    'mail-boxes',
    'select id, role, is_selectable and not is_leaving as "isSelectable" from mailbox where account_id = $1',
    [accountId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export function getRoles(
  boxes: ReadonlyMap<MailboxId, Box>,
  ids: readonly MailboxId[],
): ReadonlySet<Role | null> {
  return new Set(ids.map((id) => boxes.get(id)?.role ?? null))
}
