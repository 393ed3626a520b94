import type { JournalId, RuleRunId } from '@plmail/wire'
import type { RunContext } from '../../jobs/index.ts'
import { undo } from '../actions/undo.ts'
import { finish, runById, type RunParts, announceProgress } from './run.ts'

/** Takes a run back entry by entry, the latest first; one that is undone already is passed over. Safe to be killed. */
export async function workUndo(parts: RunParts, id: RuleRunId, context: RunContext): Promise<void> {
  const run = await runById(parts.database, id)
  if (!run || run.state !== 'undoing') return
  const entries = await parts.database.query<{ journal_id: JournalId }>(
    'select journal_id from mail_rule_entry where run_id = $1 order by journal_id desc',
    [id],
  )
  for (const { journal_id: journalId } of entries) {
    context.signal.throwIfAborted()
    const outcome = await undo(parts, run.userId, journalId)
    await parts.database.query(
      `with passed as (delete from mail_rule_entry where run_id = $1 and journal_id = $2 returning 1)
       update mail_rule_run set skipped = skipped + $3::integer, done = greatest(0, done - $4::integer)
       where id = $1 and exists (select from passed)`,
      [id, journalId, outcome.ok ? outcome.skipped.length : 0, outcome.ok ? outcome.restored.length : 0],
    )
    const now = await runById(parts.database, id)
    if (now) await announceProgress(parts.changes, now)
  }
  await finish(parts, run, 'undone')
}
