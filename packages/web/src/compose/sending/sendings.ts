import type { App } from '../../commands/index.ts'
import { createTopic } from '../../records/index.ts'
import { composeWords } from '../../words/compose.ts'
import type { Sending } from './sending.ts'

/** The messages that can still be taken back. Components that read `all` follow it. */
export interface Sendings {
  readonly all: readonly Sending[]
  add(sending: Sending, onSent: () => void): void
  undo(sending: Sending): Promise<void>
}

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
        // The outcome matters for a moment only: if this code can't be loaded, the Sent folder shows it too.
        void import('./follow-sending.ts').then(
          ({ followSending }) => followSending(app, sending),
          () => undefined,
        )
      })
    },
    undo,
  }
}
