import type { Change } from '../../changes/index.ts'
import type { Mail, PreparedMessage } from '../../mail/index.ts'

/**
 * Whether each of the messages on their way in is new: received since the account was first listed, and not here
 * before. What a first import brings, what somebody copies, and what comes back from another folder is not.
 */
export async function areNew(
  mail: Mail,
  change: Change,
  arriving: ReadonlyArray<{ receivedAt: Date; prepared: PreparedMessage }>,
): Promise<boolean[]> {
  const [row] = await change.tx.query<{ from: Date }>(
    'select counted_from as "from" from mail_delay where account_id = $1',
    [change.accountId],
  )
  const answers: boolean[] = []
  for (const { receivedAt, prepared } of arriving) {
    const isLate = row !== undefined && receivedAt >= row.from
    answers.push(isLate && (await mail.provided.withDigest(change, prepared.digest)).length === 0)
  }
  return answers
}
