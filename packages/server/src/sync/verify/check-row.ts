import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { MirrorFigure } from '../types.ts'

export interface CheckRow {
  localCount: number
  remoteCount: number
  accepted: number
  waiting: number
  checkedAt: Date
  sampledAt: Date | null
  sweptAt: Date | null
}

export async function readCheck(
  sql: Sql,
  accountId: AccountId,
): Promise<(CheckRow & { isAsked: boolean }) | undefined> {
  const rows = await sql.query<{
    localCount: number
    remoteCount: number
    accepted: number
    waiting: number
    checked_at: Date
    sampled_at: Date | null
    swept_at: Date | null
    is_asked: boolean
  }>(
    `select local_count as "localCount", remote_count as "remoteCount", accepted, waiting, checked_at, sampled_at, swept_at, is_asked from mirror_check
     where account_id = $1`,
    [accountId],
  )
  const [row] = rows
  return (
    row && {
      localCount: row.localCount,
      remoteCount: row.remoteCount,
      accepted: row.accepted,
      waiting: row.waiting,
      checkedAt: row.checked_at,
      sampledAt: row.sampled_at,
      sweptAt: row.swept_at,
      isAsked: row.is_asked,
    }
  )
}

/** `mended`: rows that this check changed. A sweep that somebody asked for is done when `sweptAt` is new. */
export async function writeCheck(
  sql: Sql,
  accountId: AccountId,
  row: CheckRow,
  mended: number,
): Promise<void> {
  await sql.query(
    `insert into mirror_check
       (account_id, local_count, remote_count, accepted, waiting, checked_at, sampled_at, swept_at, mended, mended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9 > 0 then $6::timestamptz end)
     on conflict (account_id) do update
       set local_count = excluded.local_count, remote_count = excluded.remote_count, accepted = excluded.accepted,
         waiting = excluded.waiting, checked_at = excluded.checked_at, sampled_at = excluded.sampled_at,
         is_asked = mirror_check.is_asked and mirror_check.swept_at is not distinct from excluded.swept_at,
         swept_at = excluded.swept_at, mended = mirror_check.mended + excluded.mended,
         mended_at = coalesce(excluded.mended_at, mirror_check.mended_at)`,
    [
      accountId,
      row.localCount,
      row.remoteCount,
      row.accepted,
      row.waiting,
      row.checkedAt,
      row.sampledAt,
      row.sweptAt,
      mended,
    ],
  )
}

/** The next look compares everything. */
export async function askForSweep(sql: Sql, accountId: AccountId): Promise<void> {
  await sql.query('update mirror_check set is_asked = true where account_id = $1', [accountId])
}

/** See `Sync.mirror`. */
export async function selectFigures(
  sql: Sql,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, MirrorFigure>> {
  const rows = await sql.query<{
    account_id: AccountId
    localCount: number
    remoteCount: number
    accepted: number
    waiting: number
    checked_at: Date
    swept_at: Date | null
    mended: number
    mended_at: Date | null
  }>(
    `select account_id, local_count as "localCount", remote_count as "remoteCount", accepted, waiting, checked_at, swept_at, mended, mended_at from mirror_check
     where account_id = any($1)`,
    [accountIds],
  )
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        localCount: row.localCount,
        remoteCount: row.remoteCount,
        accepted: row.accepted,
        waiting: row.waiting,
        checkedAt: row.checked_at,
        sweptAt: row.swept_at,
        mended: row.mended,
        mendedAt: row.mended_at,
      },
    ]),
  )
}
