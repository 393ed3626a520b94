import type { ProblemDetail } from '@plmail/wire'
import type { LiveNotice } from '../../changes/index.ts'
import type { RecipientStatus } from './types.ts'
import type { SubmissionRow } from './submission-rows.ts'

const getMessage = ({ subject }: SubmissionRow): ProblemDetail =>
  subject === '' ? { problem: 'submission/untitled' } : { problem: 'submission/titled', subject }

/** For those that were just refused for good: whom it did not reach, in the server's words. */
export function listRefusalNotices(row: SubmissionRow, now: readonly RecipientStatus[]): LiveNotice[] {
  const before = new Map(row.recipients.map(({ email, delivered }) => [email, delivered]))
  const fresh = now.filter(({ email, delivered }) => delivered === 'no' && before.get(email) !== 'no')
  const [first] = fresh
  if (!first) return []
  const problem: ProblemDetail = {
    problem: 'submission/refused',
    message: getMessage(row),
    recipient: first.email,
    more: fresh.length - 1,
    serverText: first.reply,
  }
  // Of what they do not see clients learn from this notice alone.
  return [{ level: 'error', problem, ...(row.isVisible ? { reference: 'EmailSubmission' } : {}) }]
}

export function delayed(
  row: SubmissionRow,
  now: readonly RecipientStatus[],
  serverText: string | undefined,
): LiveNotice[] {
  const waiting = now.find(({ delivered, reply }) => delivered === 'queued' && reply !== '')
  const problem = {
    problem: 'submission/delayed',
    message: getMessage(row),
    serverText: serverText ?? waiting?.reply,
  } as const
  return [{ level: 'warning', problem }]
}

export function undecided(row: SubmissionRow): LiveNotice[] {
  const problem = row.isTaken ? 'submission/copy-missing' : 'submission/outcome-unknown'
  return [{ level: 'error', problem: { problem, message: getMessage(row) } }]
}
