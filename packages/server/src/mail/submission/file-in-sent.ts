import type { MailboxId } from '@plmail/wire'
import type { EmailPatch, MailboxView } from '../types.ts'
import type { SubmissionParts } from './submission-parts.ts'
import type { SubmissionRow } from './submission-rows.ts'

/**
 * Puts the draft of what was sent into Sent, where its client left it lying. A client that moved or destroyed it has
 * decided, and what was no draft stays where it is. A receipt has no message of its own.
 */
export async function fileInSent(parts: SubmissionParts, row: SubmissionRow): Promise<void> {
  const { accountId, messageId, isReceipt } = row
  const [email] = isReceipt ? [] : await parts.mail.read.emails(accountId, [messageId], false)
  if (email?.keywords.includes('$draft')) {
    const boxes = await parts.mail.mailboxes.list(accountId)
    const patches = new Map([[messageId, toSent(email.mailboxIds, boxes)]])
    await parts.mail.actions.update({ kind: 'system' }, accountId, 'file-sent', patches)
  }
  await parts.database.query(`update submission set due_at = null where id = $1 and state = 'accepted'`, [
    row.id,
  ])
}

function toSent(mailboxIds: readonly MailboxId[], boxes: readonly MailboxView[]): EmailPatch {
  const keywords = new Map([
    ['$draft', false],
    ['$seen', true],
  ])
  const [drafts, sent] = (['drafts', 'sent'] as const).map((role) => boxes.find((box) => box.role === role))
  if (!drafts || !sent || !mailboxIds.includes(drafts.id)) return { keywords }
  const mailboxes = new Map([
    [drafts.id, false],
    [sent.id, true],
  ])
  return { keywords, mailboxes }
}
