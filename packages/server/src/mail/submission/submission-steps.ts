import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { SubmissionParts } from './submission-parts.ts'
import { selectSubmission, type SubmissionRow } from './submission-rows.ts'

/**
 * Recovers the submissions of a killed process. Before the hand-over nobody has the message, so it is sent again; after
 * it nobody knows, so it is looked for. A process still talking to the server finds at `handOver` that it was
 * overtaken.
 */
export async function recover(sql: Sql, accountId: AccountId, now: Date): Promise<void> {
  await sql.query(
    `update submission set state = case state when 'sending' then 'queued' else 'unknown' end, due_at = $2
     where account_id = $1 and state in ('sending', 'handed-over')`,
    [accountId, now],
  )
}

/** The next step that is due, as it stands afterwards: what is to be sent is claimed under a new number. */
export async function claimNext(
  sql: Sql,
  accountId: AccountId,
  now: Date,
): Promise<SubmissionRow | undefined> {
  const [claimed] = await sql.query<{ id: SubmissionRow['id'] }>(
    `update submission set state = case state when 'queued' then 'sending' else state end, attempts = attempts + 1
     where id = (
       select id from submission where account_id = $1 and due_at <= $2
         and state in ('queued', 'unknown', 'accepted')
       order by due_at, id limit 1 for update)
     returning id`,
    [accountId, now],
  )
  return claimed && selectSubmission(sql, claimed.id)
}

export async function nextDue(sql: Sql, accountId: AccountId): Promise<Date | undefined> {
  const [row] = await sql.query<{ at: Date | null }>(
    'select min(due_at) as at from submission where account_id = $1',
    [accountId],
  )
  return row?.at ?? undefined
}

/** Durable before the end of the message is on its way. False: somebody else has taken it over, so stop. */
export async function handOver(
  { changes }: SubmissionParts,
  row: SubmissionRow,
  recipients: readonly string[],
): Promise<boolean> {
  const cause = { actor: { kind: 'system' as const }, verb: 'hand-over' }
  const { result } = await changes.write(row.accountId, cause, async (change) => {
    const claimed = await change.tx.query(
      `update submission set state = 'handed-over', undo_status = 'final', handed = $3, handed_at = $4
       where id = $1 and attempts = $2 and state = 'sending' returning 1`,
      [row.id, row.attempts, JSON.stringify(recipients), change.at],
    )
    if (claimed.length === 1 && !row.isReceipt) change.updated('EmailSubmission', [row.id])
    return claimed.length === 1
  })
  return result
}

/** To be tried again as if it had not been tried. */
export async function putBack(sql: Sql, { id, attempts }: SubmissionRow, now: Date): Promise<void> {
  await sql.query(
    `update submission set state = 'queued', attempts = greatest(attempts - 1, 0), due_at = $3, handed = null
     where id = $1 and attempts = $2 and state in ('sending', 'handed-over')`,
    [id, attempts, now],
  )
}
