import type { AccountId } from '@plmail/wire'
import type { JobKind, Jobs } from '../../jobs/index.ts'
import type { Tx } from '../../store/index.ts'

/** Sends what is due of an account, one after the other, in the order it was decided. */
export const sendMail: JobKind<{ accountId: AccountId }> = {
  name: 'mail.send',
  lane: 'outbox',
  maxAttempts: 25,
  parse: (payload) => {
    const id =
      typeof payload === 'object' && payload !== null && 'accountId' in payload
        ? payload.accountId
        : undefined
    if (typeof id !== 'number' || !Number.isSafeInteger(id))
      throw new Error('Job payload lacks an account id')
    return { accountId: id as AccountId }
  },
}

/** At the stated time at the latest; several asks are one run. */
export function enqueueSend(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: Tx | undefined,
  accountId: AccountId,
  runAt: Date,
): Promise<void> {
  return jobs.enqueue(tx, sendMail, { accountId }, { key: `mail.send:${accountId}`, runAt })
}
