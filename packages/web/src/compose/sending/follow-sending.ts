import type { EmailSubmission } from '@plmail/wire'
import type { App } from '../../commands/index.ts'
import { composeWords } from '../../words/compose.ts'
import type { Sending } from './sending.ts'

/**
 * Milliseconds for which a sent message is news; later it is in Sent. A refusal is reported whenever it is received
 * (main/delivery-notices.ts).
 */
const sentNewsMs = 12_000

type Parts = Pick<App, 'toasts' | 'after'> & {
  records: { submissions: Pick<App['records']['submissions'], 'listen' | 'load'> }
}

/** The time to undo is over: the mail server's word is waited for, for a little while. */
export function followSending({ toasts, after, records }: Parts, { accountId, id }: Sending): void {
  const { submissions } = records
  const end = submissions.listen((outgoing) => {
    const submission = outgoing.find((each) => each.accountId === accountId && each.submission.id === id)
    if (!submission || !isOver(submission.submission)) return
    end()
    // A way back from something else stays in reach; that the message went shows in Sent as well.
    if (isSent(submission.submission) && !toasts.current?.action)
      toasts.show({ text: composeWords.send.sent, tone: 'plain' })
  })
  after(sentNewsMs, end)
  void submissions.load()
}

/** Whether the mail server has accepted or refused the message. */
const isOver = ({ undoStatus, deliveryStatus }: EmailSubmission): boolean =>
  undoStatus === 'final' && fates(deliveryStatus).every((delivered) => delivered !== 'queued')

const isSent = ({ deliveryStatus }: EmailSubmission): boolean => !fates(deliveryStatus).includes('no')

const fates = (status: EmailSubmission['deliveryStatus']) =>
  Object.values(status ?? {}).map(({ delivered }) => delivered)
