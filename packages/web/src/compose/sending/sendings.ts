import type { EmailSubmission } from '@plmail/wire'
import type { App, DraftOrigin } from '../../commands/index.ts'
import { createTopic } from '../../records/index.ts'
import { composeWords } from '../../words/compose.ts'

/** A message that was told to go and can still be taken back. */
export interface Sending {
  readonly id: string
  readonly accountId: string
  readonly subject: string
  /** When taking back ends, by this machine's clock. */
  readonly until: Date
  readonly emailId: string
  readonly about: DraftOrigin | undefined
}

/** Messages in their time to undo, and what is told of them afterwards. Watched. */
export interface Sendings {
  readonly all: readonly Sending[]
  add(sending: Sending, onSent: () => void): void
  undo(sending: Sending): Promise<void>
}

/**
 * Milliseconds for which a sent message is news; later it is in Sent. A refusal is reported whenever it is received
 * (main/delivery-notices.ts).
 */
const sentNewsMs = 12_000

export function createSendings(app: App): Sendings {
  const topic = createTopic()
  const words = composeWords.send
  let all: readonly Sending[] = []

  function remove(sending: Sending): boolean {
    const was = all.includes(sending)
    all = all.filter((candidate) => candidate !== sending)
    topic.touch()
    return was
  }

  async function undo(sending: Sending): Promise<void> {
    if (!all.includes(sending)) return app.toasts.show({ text: words.tooLate, tone: 'plain' })
    const done = await app.records.submissions.cancel(sending.accountId, sending.id)
    if (done === 'unreachable') return app.toasts.show({ text: words.notUndone, tone: 'problem' })
    remove(sending)
    if (done === 'too-late') return app.toasts.show({ text: words.tooLate, tone: 'plain' })
    const { accountId, emailId, about } = sending
    app.compose.begin({ kind: 'draft', accountId, emailId, about })
    app.toasts.show({ text: words.undone, tone: 'plain' })
  }

  /** The time to undo is over: the mail server's word is waited for, for a little while. */
  function follow({ accountId, id }: Sending): void {
    const { submissions } = app.records
    const end = submissions.listen((outgoing) => {
      const submission = outgoing.find((each) => each.accountId === accountId && each.submission.id === id)
      if (!submission || !isOver(submission.submission)) return
      end()
      // A way back from something else stays in reach; that the message went shows in Sent as well.
      if (isSent(submission.submission) && !app.toasts.current?.action)
        app.toasts.show({ text: words.sent, tone: 'plain' })
    })
    app.after(sentNewsMs, end)
    void submissions.load()
  }

  return {
    get all() {
      topic.watch()
      return all
    },
    add(sending, onSent) {
      all = [...all, sending]
      topic.touch()
      app.undoStack.pushQuietly({ undo: () => void undo(sending) })
      app.after(Math.max(0, sending.until.getTime() - Date.now()), () => {
        if (!remove(sending)) return
        onSent()
        follow(sending)
      })
    },
    undo,
  }
}

/** Whether the mail server has said what it makes of it. */
const isOver = ({ undoStatus, deliveryStatus }: EmailSubmission): boolean =>
  undoStatus === 'final' && fates(deliveryStatus).every((delivered) => delivered !== 'queued')

const isSent = ({ deliveryStatus }: EmailSubmission): boolean => !fates(deliveryStatus).includes('no')

const fates = (status: EmailSubmission['deliveryStatus']) =>
  Object.values(status ?? {}).map(({ delivered }) => delivered)
