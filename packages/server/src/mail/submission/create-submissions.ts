import type { AccountId, SubmissionId, UserId } from '@plmail/wire'
import { hashMessageId } from '../threading/thread-input.ts'
import { create } from './create-submission.ts'
import type { SubmissionChanged, Submissions } from './types.ts'
import { sendMail } from './send-job.ts'
import type { SubmissionParts } from './submission-parts.ts'
import { mendDue } from './mend-due-times.ts'
import { messageNamed, sendReceipt } from './send-receipt.ts'
import { selectByMessageId, toView, visible } from './submission-rows.ts'
import { sendDue } from './send-message.ts'
import { sweep } from './sweep-submissions.ts'

/** Declares the job that sends and returns the door. */
export function createSubmissions(parts: SubmissionParts): Submissions {
  parts.jobs.handle(sendMail, ({ accountId }, context) => sendDue(parts, accountId, context))
  return {
    create: (userId, accountId, submission) => create(parts, userId, accountId, submission),
    cancel: (userId, accountId, id) => change(parts, { userId, accountId, id, verb: 'unsend' }),
    destroy: (userId, accountId, id) => change(parts, { userId, accountId, id, verb: 'forget-sent' }),
    mendDue: () => mendDue(parts),
    sweep: () => sweep(parts),
    sendReceipt: (userId, accountId, receipt) => sendReceipt(parts, userId, accountId, receipt),
    messageNamed: (accountId, header) => messageNamed(parts.database, accountId, header),
    findByMessageId: async (accountId, header) => {
      const row = await selectByMessageId(parts.database, accountId, hashMessageId(header))
      return row && toView(row)
    },
    list: async (accountId, ids) => (await visible(parts.database, accountId, ids)).map(toView),
  }
}

interface SubmissionChangeRequest {
  userId: UserId
  accountId: AccountId
  id: SubmissionId
  verb: 'unsend' | 'forget-sent'
}

async function change(
  { changes }: SubmissionParts,
  { userId, accountId, id, verb }: SubmissionChangeRequest,
): Promise<SubmissionChanged> {
  const cause = { actor: { kind: 'user' as const, userId }, verb }
  const { result } = await changes.write(accountId, cause, async (write): Promise<SubmissionChanged> => {
    const [row] = await visible(write.tx, accountId, [id])
    if (!row) return { ok: false, why: 'not-found' }
    const done = { ok: true as const, messageId: row.messageId }
    if (verb === 'unsend' && row.undoStatus === 'canceled') return done
    const changed = await write.tx.query(verb === 'unsend' ? cancelText : forgetText, [id, write.at])
    if (changed.length === 0) return { ok: false, why: 'cannot-unsend' }
    if (verb === 'unsend') write.updated('EmailSubmission', [id])
    else write.destroyed('EmailSubmission', [id])
    return done
  })
  return result
}

/** The row's lock decides between this and the claim of who sends. */
const cancelText = `
  update submission set state = 'canceled', undo_status = 'canceled', due_at = null, blob_digest = null,
    settled_at = $2
  where id = $1 and state = 'queued' and undo_status = 'pending' returning 1`

const forgetText = 'update submission set destroyed_at = $2 where id = $1 returning 1'
