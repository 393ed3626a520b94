import type { EmailSubmission } from '@plmail/wire'
import type { App } from '../../commands/index.ts'
import { composeWords } from '../../words/compose.ts'
import { words as appWords } from '../../words/index.ts'
import { outboxWords as words } from '../../words/outbox.ts'
import { whyRefused, type Refusal } from '../../words/refusals.ts'
import { markAnswered } from '../draft/mark-answered.ts'
import type { QueuedContent } from './queued-content.ts'

export type QueueApp = Pick<
  App,
  'session' | 'records' | 'outbox' | 'undoStack' | 'toasts' | 'dialogs' | 'dates' | 'compose'
>

type Sent = Pick<EmailSubmission, 'id' | 'emailId' | 'sendAt' | 'undoStatus'>

/** The handlers for queued messages that the server has accepted or refused, and for taking them back then. */
export interface QueueNews {
  sent(content: QueuedContent, submission: Sent): void
  refused(content: QueuedContent, why: Refusal): void
  /** Opens the draft again where the server still holds it back. */
  takeBack(content: QueuedContent, submission: Pick<Sent, 'id' | 'emailId'>): Promise<boolean>
}

export function createQueueNews(app: QueueApp): QueueNews {
  const { records, toasts, undoStack, dialogs } = app
  const show = { title: words.show, run: () => dialogs.open('outbox') }

  async function takeBack(
    { draft: { fields, about } }: QueuedContent,
    { id, emailId }: Pick<Sent, 'id' | 'emailId'>,
  ): Promise<boolean> {
    const { accountId } = fields.sender
    const done = await records.submissions.cancel(accountId, id)
    const texts = {
      canceled: composeWords.send.undone,
      'too-late': composeWords.send.tooLate,
      unreachable: composeWords.send.notUndone,
    }
    if (done === 'canceled') app.compose.begin({ kind: 'draft', accountId, emailId, about })
    toasts.show({ text: texts[done], tone: done === 'unreachable' ? 'problem' : 'plain' })
    return done === 'canceled'
  }

  return {
    sent(content, submission) {
      if (submission.undoStatus === 'canceled') return
      const answered = markAnswered(app, content.draft.about)
      void records.submissions.load()
      if (submission.undoStatus === 'final') return
      if ('at' in content.when && new Date(submission.sendAt).getTime() === content.when.at.getTime())
        return toasts.show({
          text: composeWords.send.scheduled({ at: app.dates.moment(content.when.at) }),
          tone: 'plain',
          action: show,
        })
      const undo = async (): Promise<void> => {
        if (await takeBack(content, submission)) answered?.undo()
      }
      undoStack.push({ undo: () => void undo() }, toasts, words.sendingNow({ subject: subjectOf(content) }))
    },
    refused(content, why) {
      const text = words.notSent({ subject: subjectOf(content), why: whyRefused(why) })
      toasts.show({ text, tone: 'problem', action: show, isLasting: true })
    },
    takeBack,
  }
}

const subjectOf = ({ draft }: QueuedContent): string => draft.fields.subject || appWords.noSubject
