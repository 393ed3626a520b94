import type { App } from '../../commands/index.ts'
import type { Outgoing } from '../../records/index.ts'
import { composeWords } from '../../words/compose.ts'
import { outboxPageWords as words } from '../../words/outbox-page.ts'

type Parts = Pick<App, 'compose' | 'toasts'> & {
  dialogs: Pick<App['dialogs'], 'close'>
  records: { submissions: Pick<App['records']['submissions'], 'cancel'> }
}

/** The actions on a message that was handed to the server and has not left yet. */
export interface OutgoingActions {
  /** Takes it back; `opens`: to be changed, with the list of what goes out closed. */
  cancel(outgoing: Outgoing, opens: boolean): Promise<void>
  /** Opens it as it was, for those it did not reach: to be looked at and sent again. */
  edit(outgoing: Outgoing): void
}

/** `reload`: asks for the list anew. */
export function createOutgoingActions(
  { compose, toasts, dialogs, records }: Parts,
  reload: () => Promise<void>,
): OutgoingActions {
  function edit({ accountId, submission }: Outgoing): void {
    dialogs.close()
    compose.begin({ kind: 'draft', accountId, emailId: submission.emailId })
  }

  return {
    async cancel(outgoing, opens) {
      const done = await records.submissions.cancel(outgoing.accountId, outgoing.submission.id)
      if (done === 'canceled' && opens) edit(outgoing)
      const text = {
        canceled: words.canceled,
        'too-late': composeWords.send.tooLate,
        unreachable: composeWords.send.notUndone,
      }[done]
      toasts.show({ text, tone: done === 'canceled' ? 'plain' : 'problem' })
      await reload()
    },
    edit,
  }
}
