import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { EventConflict } from './types.ts'

export type ConflictRow = Omit<EventConflict, 'now'>

export interface NewConflict extends Omit<ConflictRow, 'id'> {
  accountId: AccountId
}

export async function addConflict(sql: Sql, conflict: NewConflict): Promise<void> {
  await sql.query(
    `insert into event_conflict (account_id, calendar_id, event_id, kind, fields, lost, said, at)
     values ($1, $2, $3, $4, $5, $6, left($7, 1000), $8)`,
    [
      conflict.accountId,
      conflict.calendarId,
      conflict.eventId,
      conflict.kind,
      conflict.fields,
      conflict.lost === null ? null : JSON.stringify(conflict.lost),
      conflict.said,
      conflict.at,
    ],
  )
}

const columns = `id, calendar_id as "calendarId", event_id as "eventId", kind, fields, lost, said, at`

const maxListed = 100
const keptDays = 30

export const selectConflicts = (sql: Sql, accountId: AccountId): Promise<ConflictRow[]> =>
  sql.query<ConflictRow>(
    `select ${columns} from event_conflict where account_id = $1 order by at desc, id desc limit $2`,
    [accountId, maxListed],
  )

export async function selectConflict(
  sql: Sql,
  accountId: AccountId,
  id: number,
): Promise<ConflictRow | undefined> {
  return (
    await sql.query<ConflictRow>(`select ${columns} from event_conflict where account_id = $1 and id = $2`, [
      accountId,
      id,
    ])
  )[0]
}

export async function dropConflict(sql: Sql, accountId: AccountId, id: number): Promise<boolean> {
  const rows = await sql.query('delete from event_conflict where account_id = $1 and id = $2 returning id', [
    accountId,
    id,
  ])
  return rows.length > 0
}

export async function purgeConflicts(sql: Sql, now: Date): Promise<number> {
  const cut = new Date(now.getTime() - keptDays * 86_400_000)
  const gone = await sql.query('delete from event_conflict where at <= $1 returning id', [cut])
  return gone.length
}
