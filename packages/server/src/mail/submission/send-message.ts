import type { AccountId } from '@plmail/wire'
import type { RunContext } from '../../jobs/index.ts'
import { clarify } from './clarify-lost-answer.ts'
import { fileInSent } from './file-in-sent.ts'
import { enqueueSend } from './send-job.ts'
import { outgoingBytes } from './outgoing-bytes.ts'
import type { SubmissionParts } from './submission-parts.ts'
import type { SubmissionRow } from './submission-rows.ts'
import { settle } from './settle-submission.ts'
import { claimNext, handOver, nextDue, putBack, recover } from './submission-steps.ts'

/**
 * Takes every step that is due for an account; one process at a time does. Safe to run again after it was killed
 * anywhere: what was not handed over is sent, and what was is looked for (docs/decisions/0012-sending-once.md).
 */
export async function sendDue(
  parts: SubmissionParts,
  accountId: AccountId,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<void> {
  await recover(parts.database, accountId, parts.clock.now())
  for (;;) {
    signal.throwIfAborted()
    const row = await claimNext(parts.database, accountId, parts.clock.now())
    if (!row) break
    if (row.state === 'sending') await deliver(parts, row, signal)
    else if (row.state === 'unknown') await clarify(parts, row)
    else await fileInSent(parts, row)
  }
  const due = await nextDue(parts.database, accountId)
  if (due) await enqueueSend(parts.jobs, undefined, accountId, due)
}

async function deliver(parts: SubmissionParts, row: SubmissionRow, signal: AbortSignal): Promise<void> {
  const stored = row.digest && (await parts.blobs.get(row.digest))
  if (!stored) throw new Error(`The bytes of submission ${row.id} are missing`)
  const message = {
    from: row.envelope.mailFrom.email,
    to: row.recipients.filter(({ delivered }) => delivered === 'queued').map(({ email }) => email),
    raw: outgoingBytes(stored, row.added),
  }
  const beforeEnd = (recipients: readonly string[]) => handOver(parts, row, recipients)
  const relayed = await parts.relay(row.accountId, message, beforeEnd, signal)
  if (signal.aborted && relayed.outcome === 'not-taken') {
    await putBack(parts.database, row, parts.clock.now())
    throw signal.reason
  }
  await settle(parts, row, relayed)
}
