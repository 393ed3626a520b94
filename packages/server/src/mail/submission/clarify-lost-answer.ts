import type { RecipientStatus } from './types.ts'
import type { SubmissionParts } from './submission-parts.ts'
import type { SubmissionRow } from './submission-rows.ts'
import { conclude, firstLookMs } from './settle-submission.ts'

/** How long a message whose answer was lost is looked for. */
const maxLookMs = 15 * 60_000

const foundReply = '250 The answer was lost, and the message was found at the mail server'
const sentReply = '250 The provider has sent it: its copy is in Sent'

/** Whether a message that was handed over and never answered for was sent; never sends it again. */
export async function clarify(parts: SubmissionParts, row: SubmissionRow): Promise<void> {
  const handed = new Set(row.handed ?? row.recipients.map(({ email }) => email))
  const isOpen = ({ delivered, reply }: RecipientStatus) =>
    delivered === 'queued' || (delivered === 'unknown' && reply === '')
  const toSettled = (reply: string) =>
    row.recipients.map((recipient): RecipientStatus =>
      handed.has(recipient.email) && isOpen(recipient)
        ? { ...recipient, reply, delivered: 'unknown' }
        : recipient,
    )
  if (row.copySeenAt !== null) return conclude(parts, row, toSettled(sentReply))
  if (await wasTaken(parts, row)) return conclude(parts, row, toSettled(row.isTaken ? sentReply : foundReply))
  const now = parts.clock.now()
  const soFar = now.getTime() - (row.handedAt ?? now).getTime()
  if (soFar >= maxLookMs) return conclude(parts, row, toSettled(''), undefined, true)
  const next = new Date(now.getTime() + Math.max(firstLookMs, soFar))
  await parts.database.query(`update submission set due_at = $2 where id = $1 and state = 'unknown'`, [
    row.id,
    next,
  ])
  await parts.refreshAccount(row.accountId)
}

/**
 * A message with the same Message-ID that came into the account since: the copy that the server filed in Sent, or one
 * that the sender was sent. The one that was sent, wherever it lies, proves nothing: it was put there from here.
 */
async function wasTaken({ database }: SubmissionParts, row: SubmissionRow): Promise<boolean> {
  const copies = await database.query(
    `select 1 from message where account_id = $1 and message_id_ref = $2 and id <> $3 and removed_at is null
       and direction <> 'draft' and created_state > $4 limit 1`,
    [row.accountId, row.ref, row.messageId, row.createdState],
  )
  return copies.length > 0
}
