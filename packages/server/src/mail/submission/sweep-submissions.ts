import type { AccountId, SubmissionId } from '@plmail/wire'
import type { SubmissionParts } from './submission-parts.ts'

/** As long as a removed message; reports of delivery come within days. */
const keptDays = 30

/** See `Submissions.sweep`. Safe to run twice. */
export async function sweep({ database, changes, clock }: SubmissionParts): Promise<number> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
  const accounts = await database.query<{ id: AccountId }>(
    'select distinct account_id as id from submission where settled_at < $1',
    [before],
  )
  let swept = 0
  for (const { id } of accounts) {
    const cause = { actor: { kind: 'system' as const }, verb: 'purge' }
    const { result } = await changes.write(id, cause, async (change) => {
      const gone = await change.tx.query<{ id: SubmissionId; wasVisible: boolean }>(
        `delete from submission where account_id = $1 and settled_at < $2 and due_at is null
         returning id, destroyed_at is null and not is_receipt as "wasVisible"`,
        [id, before],
      )
      const visibleIds = gone.flatMap((submission) => (submission.wasVisible ? [submission.id] : []))
      if (visibleIds.length > 0) change.destroyed('EmailSubmission', visibleIds)
      return gone.length
    })
    swept += result
  }
  return swept
}
