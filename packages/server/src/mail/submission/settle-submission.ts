import type { UserId } from '@plmail/wire'
import type { Change, LiveNotice } from '../../changes/index.ts'
import { cleanText } from '../clean-text.ts'
import { named } from '../../store/index.ts'
import type { RecipientStatus, Relayed, SubmissionState } from './types.ts'
import type { SubmissionParts } from './submission-parts.ts'
import type { SubmissionRow } from './submission-rows.ts'
import { delayed, listRefusalNotices, undecided } from './submission-notices.ts'

/** How long a server that says "later" is asked again, from the time the message was to go. */
const maxTryingMs = 86_400_000
/** The first look for a message whose answer was lost. */
export const firstLookMs = 5_000
/** The first look for the copy that a provider files of what it has just taken: it is usually there at once. */
const firstLookForCopyMs = 2_000

/** Writes down what the server said, decides what is next, and tells the sender what went wrong. */
export async function settle(parts: SubmissionParts, row: SubmissionRow, relayed: Relayed): Promise<void> {
  if (relayed.outcome === 'unknown') {
    await write(parts, row, { state: 'unknown', dueInMs: firstLookMs, said: relayed.said })
    await parts.refreshAccount(row.accountId)
    return
  }
  if (relayed.outcome === 'taken') {
    await write(parts, row, { state: 'unknown', dueInMs: firstLookForCopyMs, isTaken: true })
    await parts.refreshAccount(row.accountId)
    return
  }
  const serverText = relayed.outcome === 'answered' ? undefined : cleanText(relayed.said, 500)
  const replies = relayed.outcome === 'answered' ? relayed.replies : new Map<string, string>()
  await conclude(
    parts,
    row,
    row.recipients.map((recipient) => afterReply(recipient, replies.get(recipient.email))),
    serverText,
  )
}

/** RFC 5321 §4.2.1: 2 is taken, 4 is later, 5 is never. What the server did with a taken message is not told. */
function afterReply(recipient: RecipientStatus, serverText: string | undefined): RecipientStatus {
  if (serverText === undefined || recipient.delivered !== 'queued') return recipient
  const reply = cleanText(serverText, 500)
  if (reply.startsWith('2')) return { ...recipient, reply, delivered: 'unknown' }
  return { ...recipient, reply, delivered: reply.startsWith('4') ? 'queued' : 'no' }
}

/** Decides from these recipients' statuses how the submission continues: another attempt, or the end. */
export async function conclude(
  parts: SubmissionParts,
  row: SubmissionRow,
  recipients: RecipientStatus[],
  serverText?: string,
  isUndecided = false,
): Promise<void> {
  const now = parts.clock.now().getTime()
  const isLate = now - row.sendAt.getTime() > maxTryingMs
  const decided = isLate ? recipients.map((recipient) => giveUpOn(recipient, serverText)) : recipients
  const isWaiting = decided.some(({ delivered }) => delivered === 'queued')
  const news = [
    ...listRefusalNotices(row, decided),
    ...(isWaiting && row.attempts === 1 ? delayed(row, decided, serverText) : []),
    ...(isUndecided ? undecided(row) : []),
  ]
  const step = isWaiting
    ? { state: 'queued' as const, dueInMs: backOffMs(row.attempts) }
    : { state: getEnd(decided, isUndecided), isSettled: true }
  await write(parts, row, { ...step, recipients: decided, said: serverText, isUndecided }, news)
}

const giveUpOn = (recipient: RecipientStatus, serverText: string | undefined): RecipientStatus =>
  recipient.delivered === 'queued'
    ? { ...recipient, delivered: 'no', reply: recipient.reply || (serverText ?? '') }
    : recipient

function getEnd(recipients: readonly RecipientStatus[], isUndecided: boolean): SubmissionState {
  if (isUndecided) return 'unknown'
  return recipients.every(({ delivered }) => delivered === 'no') ? 'failed' : 'accepted'
}

/** 30 s, 1 min, 2 min … at most an hour. */
const backOffMs = (attempts: number): number => Math.min(15_000 * 2 ** Math.min(attempts, 20), 3_600_000)

interface Step {
  state: SubmissionState
  dueInMs?: number
  recipients?: RecipientStatus[]
  said?: string | undefined
  isSettled?: boolean
  isUndecided?: boolean
  isTaken?: boolean
}

/** Writes a step unless somebody else has gone on with the submission; then tells the user. */
async function write(
  parts: SubmissionParts,
  row: SubmissionRow,
  step: Step,
  news: readonly LiveNotice[] = [],
): Promise<void> {
  const cause = { actor: { kind: 'system' as const }, verb: 'send' }
  const { result: userId } = await parts.changes.write(row.accountId, cause, (change) =>
    writeStep(change, row, step),
  )
  if (userId === undefined) return
  for (const notice of news) await parts.changes.announce(userId, { kind: 'notice', ...notice })
}

async function writeStep(change: Change, row: SubmissionRow, step: Step): Promise<UserId | undefined> {
  const recipients = step.recipients ?? row.recipients
  // What was accepted has one step left: its copy belongs into Sent.
  const isDue = step.dueInMs !== undefined || step.state === 'accepted'
  const dueAt = isDue ? new Date(change.at.getTime() + (step.dueInMs ?? 0)) : null
  const written = await change.tx.query(
    ...named(
      `update submission set state = $state, recipients = $recipients, due_at = $dueAt, last_error = left($said, 500),
         undo_status = case when $isSettled then 'final' else undo_status end,
         settled_at = case when $isSettled then $now::timestamptz end,
         blob_digest = case when $isSettled then null else blob_digest end,
         handed = case when $isUndecided or $state = 'unknown' then handed end,
         is_taken = is_taken or $isTaken
       where id = $id and attempts = $attempts and state in ('sending', 'handed-over', 'unknown') returning 1`,
      {
        id: row.id,
        attempts: row.attempts,
        state: step.state,
        recipients: JSON.stringify(recipients),
        dueAt,
        said: step.said ?? null,
        isSettled: step.isSettled ?? false,
        isUndecided: step.isUndecided ?? false,
        isTaken: step.isTaken ?? false,
        now: change.at,
      },
    ),
  )
  if (written.length === 0) return undefined
  if (!row.isReceipt) change.updated('EmailSubmission', [row.id])
  return change.userId
}
