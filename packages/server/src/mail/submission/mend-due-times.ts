import type { AccountId, SubmissionId } from '@plmail/wire'
import { enqueueSend } from './send-job.ts'
import type { SubmissionParts } from './submission-parts.ts'

/** Made later than now by more than this: the clock was wrong then. Less is two processes that differ a little. */
const toleratedMs = 60_000
/** The time to undo and the waits between tries are shorter; a time that somebody chose is left as it was chosen. */
const maxDelayLength = '1 hour'

/**
 * Counts the submissions of a clock that was ahead: sent after their proper delay now, or still to go at a chosen time.
 */
export interface MendedDue {
  moved: number
  chosen: number
}

/**
 * Finds messages that were given to be sent while the clock was ahead. They would wait until the time it showed, with
 * nothing that says so. Safe to run twice: what was moved is dated now.
 */
export async function mendDue(parts: SubmissionParts): Promise<MendedDue> {
  const { database, changes, clock, jobs } = parts
  const now = clock.now()
  const rows = await database.query<{ accountId: AccountId; moved: number; chosen: number }>(
    `select account_id as "accountId", count(*) filter (where ${isDelay})::int as moved,
       count(*) filter (where not (${isDelay}))::int as chosen
     from submission where due_at > $1 and created_at > $2 and state = 'queued' group by account_id`,
    [now, new Date(now.getTime() + toleratedMs)],
  )
  for (const { accountId, moved } of rows) {
    if (moved === 0) continue
    const cause = { actor: { kind: 'system' as const }, verb: 'mend-due' }
    await changes.write(accountId, cause, async (change) => {
      const mended = await change.tx.query<{ id: SubmissionId; dueAt: Date }>(
        `update submission set due_at = due_at - (created_at - $2::timestamptz), send_at = send_at - (created_at - $2::timestamptz),
           created_at = $2::timestamptz
         where account_id = $1 and created_at > $3 and state = 'queued' and ${isDelay}
         returning id, due_at as "dueAt"`,
        [accountId, now, new Date(now.getTime() + toleratedMs)],
      )
      change.updated(
        'EmailSubmission',
        mended.map(({ id }) => id),
      )
      for (const { dueAt } of mended) await enqueueSend(jobs, change.tx, accountId, dueAt)
    })
  }
  return {
    moved: rows.reduce((sum, row) => sum + row.moved, 0),
    chosen: rows.reduce((sum, row) => sum + row.chosen, 0),
  }
}

const isDelay = `due_at - created_at <= interval '${maxDelayLength}'`
