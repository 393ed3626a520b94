import type { AccountId, ReminderId, UserId } from '@plmail/wire'
import { RetryAt } from '../../jobs/index.ts'
import type { SubmissionView } from '../../mail/index.ts'
import type { InvitationParts } from './invitation-parts.ts'

interface Mailed {
  userId: UserId
  /** Account of the mailbox that sends it. */
  accountId: AccountId
  reminderId: ReminderId
  usefulUntil: Date
}

/** Soon enough for what rings minutes ahead. */
const againAfterMs = 15_000

/**
 * Sends a reminder while it is of use: what fails is tried again until then, and what is not on its way by then is called
 * off and becomes a missed reminder, which the client shows. Without that nobody would know that it never came.
 */
export async function withinUse(
  parts: InvitationParts,
  mailed: Mailed,
  handOver: (mayBegin: boolean) => Promise<SubmissionView | undefined>,
): Promise<void> {
  const now = parts.clock.now()
  const isOver = now > mailed.usefulUntil
  const again = new Date(Math.min(now.getTime() + againAfterMs, mailed.usefulUntil.getTime() + 1))
  let sent: SubmissionView | undefined
  try {
    sent = await handOver(!isOver)
  } catch (error) {
    if (!isOver) throw new RetryAt(again, `The reminder could not be handed over: ${String(error)}`)
  }
  if (sent && isOnItsWay(sent)) return
  if (!isOver && sent?.state !== 'failed') throw new RetryAt(again, 'The reminder is not sent yet')
  if (sent && !(await isCalledOff(parts, mailed, sent))) return
  await miss(parts, mailed.reminderId)
}

const isOnItsWay = ({ state }: SubmissionView): boolean =>
  state === 'accepted' || state === 'handed-over' || state === 'unknown'

/** False where it is being sent this very moment. What was written for it goes from the drafts. */
async function isCalledOff(
  { submissions, mail }: InvitationParts,
  { userId, accountId }: Mailed,
  { id, messageId, state }: SubmissionView,
): Promise<boolean> {
  if (state !== 'failed' && !(await submissions.cancel(userId, accountId, id)).ok) return false
  await mail.actions.destroy({ kind: 'system' }, accountId, [messageId])
  return true
}

async function miss({ database, changes }: InvitationParts, id: ReminderId): Promise<void> {
  const [row] = await database.query<{ accountId: AccountId }>(
    'select account_id as "accountId" from reminder where id = $1',
    [id],
  )
  if (!row) return
  await changes.write(row.accountId, { actor: { kind: 'system' }, verb: 'remind' }, async (change) => {
    const missed = await change.tx.query<{ id: ReminderId }>(
      `update reminder set state = 'missed' where id = $1 and state = 'mailed' returning id`,
      [id],
    )
    change.created(
      'Reminder',
      missed.map((reminder) => reminder.id),
    )
  })
}
