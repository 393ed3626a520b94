import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { MirrorFigure } from '../door.ts'

export interface CheckRow {
  here: number
  there: number
  checkedAt: Date
  sampledAt: Date | null
  sweptAt: Date | null
}

export async function readCheck(sql: Sql, accountId: AccountId): Promise<CheckRow | undefined> {
  const rows = await sql.query<{
    here: number
    there: number
    checked_at: Date
    sampled_at: Date | null
    swept_at: Date | null
  }>('select here, there, checked_at, sampled_at, swept_at from mirror_check where account_id = $1', [
    accountId,
  ])
  const [row] = rows
  return (
    row && {
      here: row.here,
      there: row.there,
      checkedAt: row.checked_at,
      sampledAt: row.sampled_at,
      sweptAt: row.swept_at,
    }
  )
}

/** `mended`: differences found by this check; they are being repaired. */
export async function writeCheck(
  sql: Sql,
  accountId: AccountId,
  row: CheckRow,
  mended: number,
): Promise<void> {
  await sql.query(
    `insert into mirror_check (account_id, here, there, checked_at, sampled_at, swept_at, mended, mended_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $7 > 0 then $4::timestamptz end)
     on conflict (account_id) do update
       set here = excluded.here, there = excluded.there, checked_at = excluded.checked_at,
         sampled_at = excluded.sampled_at, swept_at = excluded.swept_at,
         mended = mirror_check.mended + excluded.mended,
         mended_at = coalesce(excluded.mended_at, mirror_check.mended_at)`,
    [accountId, row.here, row.there, row.checkedAt, row.sampledAt, row.sweptAt, mended],
  )
}

/** See `Sync.mirror`. */
export async function figuresOf(
  sql: Sql,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, MirrorFigure>> {
  const rows = await sql.query<{
    account_id: AccountId
    here: number
    there: number
    checked_at: Date
    swept_at: Date | null
    mended: number
    mended_at: Date | null
  }>(
    `select account_id, here, there, checked_at, swept_at, mended, mended_at from mirror_check
     where account_id = any($1)`,
    [accountIds],
  )
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        here: row.here,
        there: row.there,
        checkedAt: row.checked_at,
        sweptAt: row.swept_at,
        mended: row.mended,
        mendedAt: row.mended_at,
      },
    ]),
  )
}
