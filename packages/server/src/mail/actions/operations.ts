import type { AccountId, JournalId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { EmailRefusal } from '../types.ts'

/** Outcome of a change that its client gave a name (docs/jmap.md, journal extension). */
export interface Remembered {
  done: MessageId[]
  refused: Map<MessageId, EmailRefusal>
  journalId: JournalId | undefined
}

/** The answer that a change of this name had; undefined for one not seen yet. Asked under the account's lock. */
export async function selectRemembered(
  sql: Sql,
  accountId: AccountId,
  operation: string | undefined,
): Promise<Remembered | undefined> {
  if (operation === undefined) return undefined
  const [row] = await sql.prepared<{
    done: MessageId[]
    refused: Record<string, EmailRefusal>
    journalId: JournalId | null
  }>(
    'mail-operation-known',
    `select done, refused, journal_id as "journalId" from mail_operation
     where account_id = $1 and operation = $2`,
    [accountId, operation],
  )
  if (!row) return undefined
  const refused = Object.entries(row.refused).map(([id, why]) => [Number(id) as MessageId, why] as const)
  return { done: row.done, refused: new Map(refused), journalId: row.journalId ?? undefined }
}

/** In the transaction of the change itself: an answer is remembered exactly when its change is. */
export function remember(
  change: Change,
  operation: string | undefined,
  { done, refused, journalId }: Remembered,
): void {
  if (operation === undefined) return
  change.tx.send(
    'mail-operation-keep',
    `insert into mail_operation (account_id, operation, at, done, refused, journal_id)
     values ($1, $2, $3, $4::bigint[], $5::jsonb, $6)`,
    [change.accountId, operation, change.at, done, JSON.stringify(Object.fromEntries(refused)), journalId],
  )
}

const keptMs = 30 * 86_400_000

/** As long as the journal is kept; nobody sends a change again later than that. */
export async function forgetOperations(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from mail_operation where at < $1', [new Date(now.getTime() - keptMs)])
}
