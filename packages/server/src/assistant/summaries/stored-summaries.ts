import type { AccountId, CitedSentence, SummaryCoverage, ThreadId, ThreadSummary } from '@plmail/wire'
import { insertRow, type Sql } from '../../store/index.ts'

export interface StoredSummary {
  fingerprint: Buffer
  isFull: boolean
  citations: CitedSentence[]
  coverage: SummaryCoverage
  model: string
  writtenAt: Date
}

export async function readSummary(
  sql: Sql,
  accountId: AccountId,
  threadId: ThreadId,
): Promise<StoredSummary | undefined> {
  const [row] = await sql.query<StoredSummary>(
    `select fingerprint, is_full as "isFull", citations, coverage, model, written_at as "writtenAt"
     from thread_summary where thread_id = $1 and account_id = $2`,
    [threadId, accountId],
  )
  return row
}

/** Stores it in place of an older one; nothing when the conversation has gone meanwhile. */
export async function storeSummary(
  sql: Sql,
  accountId: AccountId,
  threadId: ThreadId,
  summary: StoredSummary,
): Promise<void> {
  const rows = await sql.query('select 1 from thread where id = $1 and account_id = $2', [
    threadId,
    accountId,
  ])
  if (rows.length === 0) return
  await sql.query(
    ...insertRow(
      'thread_summary',
      {
        thread_id: threadId,
        account_id: accountId,
        fingerprint: summary.fingerprint,
        is_full: summary.isFull,
        citations: JSON.stringify(summary.citations),
        coverage: JSON.stringify(summary.coverage),
        model: summary.model,
        written_at: summary.writtenAt,
      },
      `on conflict (thread_id) do update set fingerprint = excluded.fingerprint, is_full = excluded.is_full,
         citations = excluded.citations, coverage = excluded.coverage, model = excluded.model,
         written_at = excluded.written_at`,
    ),
  )
}

/** As readers get it. */
export function toThreadSummary(stored: StoredSummary, fresh: boolean): ThreadSummary {
  const { citations, coverage, isFull, model, writtenAt } = stored
  return {
    text: citations.map(({ text }) => text).join('\n'),
    citations,
    coverage,
    fresh,
    isFull,
    model,
    writtenAt: writtenAt.toISOString(),
  }
}
