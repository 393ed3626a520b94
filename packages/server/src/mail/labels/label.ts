import type { LabelId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Role } from '../types.ts'

/** Properties that identify a label among the user's: its role, else its parent and name. */
export interface WantedLabel {
  parentId: LabelId | null
  name: string
  role: Role | null
  /** The label before a rename: a new one takes over its colour and order. */
  after: LabelId | null
}

/**
 * The user's label with this role, else the one of this path (names compared without case), made when there is none.
 * Accounts share labels this way: their Inboxes are one label, and so are two folders called Work.
 */
export async function labelFor(change: Change, label: WantedLabel): Promise<LabelId> {
  const name = label.name.slice(0, 255)
  return (await find(change, label, name)) ?? (await findOrMake(change, label, name))
}

/**
 * One account of a user at a time: accounts that sync for the first time side by side would wait for each other's
 * rows in different orders. The unique indexes forbid twins whatever happens here.
 */
async function findOrMake(change: Change, label: WantedLabel, name: string): Promise<LabelId> {
  await change.tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `labels of ${change.userId}`,
  ])
  // a name taken by another role must not take over that role's label
  for (const candidate of [name, `${name} (${label.role ?? 'folder'})`]) {
    const labelId =
      (await find(change, label, candidate)) ??
      (label.role ? await adopt(change, label, candidate) : undefined) ??
      (await insert(change, label, candidate))
    if (labelId !== undefined) return labelId
  }
  throw new Error('no label could be found or made for a mailbox')
}

async function find(change: Change, label: WantedLabel, name: string): Promise<LabelId | undefined> {
  const [where, values] = label.role
    ? ['role = $2', [label.role]]
    : ['parent_id is not distinct from $2 and lower(name) = lower($3)', [label.parentId, name]]
  const rows = await change.tx.query<{ id: LabelId }>(
    `select id from label where user_id = $1 and ${where}`,
    [change.userId, ...values],
  )
  return rows[0]?.id
}

/** A plain label of the same path, known from another account's ordinary folder, becomes the one of the role. */
async function adopt(change: Change, label: WantedLabel, name: string): Promise<LabelId | undefined> {
  const rows = await change.tx.query<{ id: LabelId }>(
    `update label set role = $4
     where user_id = $1 and parent_id is not distinct from $2 and lower(name) = lower($3) and role is null
     returning id`,
    [change.userId, label.parentId, name, label.role],
  )
  return rows[0]?.id
}

/** Undefined when a label of another role has the name. */
async function insert(change: Change, label: WantedLabel, name: string): Promise<LabelId | undefined> {
  const rows = await change.tx.query<{ id: LabelId }>(
    `insert into label (user_id, parent_id, name, role, color, sort_order)
     select $1, $2, $3, $4, old.color, coalesce(old.sort_order, 0)
     from (select 1) as one left join label old on old.id = $5 and old.user_id = $1
     on conflict do nothing returning id`,
    [change.userId, label.parentId, name, label.role, label.after],
  )
  return rows[0]?.id
}
