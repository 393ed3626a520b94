import type { EmailSubmission } from '@plmail/wire'
import type { App, LetterAbout } from '../../commands/index.ts'
import { createTopic } from '../../records/index.ts'
import { composeWords } from '../../words/compose.ts'

/** A letter that was told to go and can still be taken back. */
export interface Sending {
  readonly id: string
  readonly accountId: string
  readonly subject: string
  /** When taking back ends, by this machine's clock. */
  readonly until: Date
  readonly emailId: string
  readonly about: LetterAbout | undefined
}

/** Letters in their time to undo, and what is told of them afterwards. Watched. */
export interface Sendings {
  readonly all: readonly Sending[]
  add(sending: Sending, onSent: () => void): void
  undo(sending: Sending): Promise<void>
}

/** How often is asked what became of a letter before its outcome is left to the outbox. */
const looks = 8
const lookMs = 1_500

export function createSendings(app: App): Sendings {
  const topic = createTopic()
  const words = composeWords.send
  let all: readonly Sending[] = []

  function remove(sending: Sending): boolean {
    const was = all.includes(sending)
    all = all.filter((one) => one !== sending)
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
  function follow(sending: Sending, look: number): void {
    app.after(lookMs, () => {
      void app.records.submissions.get(sending.accountId, sending.id).then((submission) => {
        const told = submission && outcomeOf(submission)
        if (told?.kind === 'sent') {
          // A way back from something else stays in reach; that the letter went shows in Sent as well.
          if (!app.toasts.current?.action) app.toasts.show({ text: words.sent, tone: 'plain' })
        } else if (told)
          app.toasts.show({
            text: words.failed(told.who, told.why),
            tone: 'problem',
            action: { title: words.show, run: () => app.dialogs.open('outbox') },
          })
        else if (look < looks) follow(sending, look + 1)
      })
    })
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
        follow(sending, 1)
      })
    },
    undo,
  }
}

/** Undefined while nothing is known yet. */
function outcomeOf({
  undoStatus,
  deliveryStatus,
}: EmailSubmission): { kind: 'sent' } | { kind: 'failed'; who: string; why: string } | undefined {
  if (undoStatus !== 'final') return undefined
  const all = Object.entries(deliveryStatus ?? {})
  const refused = all.find(([, { delivered }]) => delivered === 'no')
  if (refused) return { kind: 'failed', who: refused[0], why: refused[1].smtpReply }
  return all.some(([, { delivered }]) => delivered === 'queued') ? undefined : { kind: 'sent' }
}
