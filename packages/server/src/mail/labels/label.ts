import type { LabelId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Role } from '../door.ts'

/** What identifies a label among the user's: its role, else its place and name. */
export interface WantedLabel {
  parentId: LabelId | null
  name: string
  role: Role | null
  /** The label before a rename: a new one takes over its colour and order. */
  after: LabelId | null
}

/**
 * The user's label with this role, else the one of this path (names compared without case), made when there is none.
 * Accounts share labels this way: their Inboxes are one label, and so are two folders called Work. Two accounts that
 * sync for the first time side by side meet at the unique indexes: the second waits, then finds the first one's row.
 */
export async function labelFor(change: Change, wanted: WantedLabel): Promise<LabelId> {
  const name = wanted.name.slice(0, 255)
  // a name taken by another role must not take over that role's label
  for (const candidate of [name, `${name} (${wanted.role ?? 'folder'})`]) {
    const found =
      (await find(change, wanted, candidate)) ??
      (await insert(change, wanted, candidate)) ??
      (await find(change, wanted, candidate))
    if (found !== undefined) return found
  }
  throw new Error('no label could be found or made for a mailbox')
}

async function find(change: Change, wanted: WantedLabel, name: string): Promise<LabelId | undefined> {
  if (!wanted.role) {
    const rows = await change.tx.query<{ id: LabelId }>(
      `select id from label where user_id = $1 and parent_id is not distinct from $2 and lower(name) = lower($3)`,
      [change.userId, wanted.parentId, name],
    )
    return rows[0]?.id
  }
  const byRole = await change.tx.query<{ id: LabelId }>(
    'select id from label where user_id = $1 and role = $2',
    [change.userId, wanted.role],
  )
  return byRole[0]?.id ?? (await adopt(change, wanted, name))
}

/** A plain label of the same path, known from another account's ordinary folder, becomes the one of the role. */
async function adopt(change: Change, wanted: WantedLabel, name: string): Promise<LabelId | undefined> {
  const rows = await change.tx.query<{ id: LabelId }>(
    `update label set role = $4
     where user_id = $1 and parent_id is not distinct from $2 and lower(name) = lower($3) and role is null
     returning id`,
    [change.userId, wanted.parentId, name, wanted.role],
  )
  return rows[0]?.id
}

/** Undefined when somebody else's row is in the way; a later look finds it. */
async function insert(change: Change, wanted: WantedLabel, name: string): Promise<LabelId | undefined> {
  const rows = await change.tx.query<{ id: LabelId }>(
    `insert into label (user_id, parent_id, name, role, color, sort_order)
     select $1, $2, $3, $4, old.color, coalesce(old.sort_order, 0)
     from (select 1) as one left join label old on old.id = $5 and old.user_id = $1
     on conflict do nothing returning id`,
    [change.userId, wanted.parentId, name, wanted.role, wanted.after],
  )
  return rows[0]?.id
}
