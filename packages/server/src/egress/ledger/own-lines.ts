import type { EgressOutcome, LedgerReason, OwnEgressLine, UserId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'

/** Nobody reads further down than this. */
export const maxLines = 300

interface LineRow {
  reason: string
  host: string
  times: number
  failed: number
  failure: string | null
  bytesOut: number
  bytesIn: number
  lastAt: Date
}

/** What was connected on behalf of one user, the newest first; one line more than are shown tells that there are more. */
export async function ownLines(sql: Sql, userId: UserId, from: Date): Promise<OwnEgressLine[]> {
  const rows = await sql.query<LineRow & { sender: string }>(
    `select reason, host, sender, sum(times)::int8 as times,
       coalesce(sum(times) filter (where outcome <> 'connected'), 0)::int8 as failed,
       (array_agg(outcome order by last_at desc) filter (where outcome <> 'connected'))[1] as failure,
       sum(bytes_out)::int8 as "bytesOut", sum(bytes_in)::int8 as "bytesIn", max(last_at) as "lastAt"
     from egress_entry where user_id = $1 and hour >= $2
     group by reason, host, sender order by max(last_at) desc, reason, host, sender limit $3`,
    [userId, from, maxLines + 1],
  )
  return rows.map((row) => ({ ...toLine(row), sender: row.sender === '' ? null : row.sender }))
}

/** The table holds nothing but what this room has written. */
export function toLine({ reason, host, times, failed, failure, bytesOut, bytesIn, lastAt }: LineRow) {
  return {
    reason: reason as LedgerReason,
    host,
    times,
    failed,
    failure: failure as Exclude<EgressOutcome, 'connected'> | null,
    bytesOut,
    bytesIn,
    lastAt: lastAt.toISOString(),
  }
}
