import type { EgressGap, EgressPeriod, EgressReportLine } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import { goneAfterMs } from './create-ledger.ts'
import { maxLines, toLine } from './own-lines.ts'

const hourMs = 3_600_000
const periods = { day: { bars: 24, barMs: hourMs }, month: { bars: 30, barMs: 24 * hourMs } }

/** The beginnings of the bars of a period that ends with the hour of now. */
export function barStarts(period: EgressPeriod, now: Date): Date[] {
  const { bars, barMs } = periods[period]
  const end = Math.ceil((now.getTime() + 1) / hourMs) * hourMs
  return Array.from({ length: bars }, (_, at) => new Date(end - (bars - at) * barMs))
}

/** Connections of everybody together: who they were for stays with them. */
export async function reportLines(sql: Sql, period: EgressPeriod, now: Date): Promise<EgressReportLine[]> {
  const { bars, barMs } = periods[period]
  const [first = now] = barStarts(period, now)
  const rows = await sql.query<Parameters<typeof toLine>[0] & { bars: Record<string, number> }>(
    `with bar as (
       select reason, host, floor(extract(epoch from hour - $1) / $2)::int as at, sum(times) as times,
         sum(times) filter (where outcome <> 'connected') as failed,
         (array_agg(outcome order by last_at desc) filter (where outcome <> 'connected'))[1] as failure,
         sum(bytes_out) as bytes_out, sum(bytes_in) as bytes_in, max(last_at) as last_at
       from egress_entry where hour >= $1 group by 1, 2, 3
     )
     select reason, host, sum(times)::int8 as times, coalesce(sum(failed), 0)::int8 as failed,
       (array_agg(failure order by last_at desc) filter (where failure is not null))[1] as failure,
       sum(bytes_out)::int8 as "bytesOut", sum(bytes_in)::int8 as "bytesIn", max(last_at) as "lastAt",
       jsonb_object_agg(at, bytes_out + bytes_in) as bars
     from bar group by reason, host
     order by sum(bytes_out) + sum(bytes_in) desc, sum(times) desc, reason, host limit $3`,
    [first, barMs / 1000, maxLines + 1],
  )
  return rows.map((row) => ({
    ...toLine(row),
    bars: Array.from({ length: bars }, (_, at) => row.bars[at] ?? 0),
  }))
}

/** Processes that ended without writing: what they connected last may be missing. */
export async function listGaps(sql: Sql, now: Date): Promise<EgressGap[]> {
  const rows = await sql.query<{ writtenAt: Date }>(
    `select written_at as "writtenAt" from egress_writer where written_at < $1 order by written_at desc limit 20`,
    [new Date(now.getTime() - goneAfterMs)],
  )
  return rows.map(({ writtenAt }) => ({
    from: writtenAt.toISOString(),
    // A process that lives shows itself every minute.
    to: new Date(writtenAt.getTime() + 60_000).toISOString(),
  }))
}
