import type { App } from '../../commands/index.ts'
import { composeWords } from '../../words/compose.ts'
import { envelopeOf, type When } from '../draft/envelope.ts'
import type { Draft } from '../draft/draft.ts'
import { markAnswered } from '../draft/mark-answered.ts'
import { queueDraft } from './queue-draft.ts'
import { randomId } from '../draft/random-id.ts'
import { sayWhy } from '../draft/refusal-text.ts'
import type { Sending } from './sending.ts'
import type { Sendings } from './sendings.ts'

/** So often is a message handed over that goes on being written meanwhile. */
const maxAttempts = 5

/**
 * Saves the message, hands it over, and tells of it; the sentence why not, where it could not. What is typed while it is
 * handed over belongs to it: it is taken back and goes anew, as it stands then. While the server cannot be reached this
 * device queues it.
 */
export async function sendDraft(
  app: App,
  sendings: Sendings,
  draft: Draft,
  when: When,
): Promise<string | undefined> {
  const words = composeWords.send
  const { submissions } = app.records
  for (let time = 1; ; time += 1) {
    const operation = randomId()
    const isSaved = !app.connection.isOffline && (await draft.flush())
    if (!isSaved && draft.saver.state.kind === 'refused') return words.notSaved
    const { draft: saved } = draft.saver
    if (!isSaved || !saved) return queueDraft(app, draft, when, { id: operation, isTried: false })
    const { accountId, emailId } = saved
    const { identity } = draft.fields.sender
    const envelope = envelopeOf(draft.fields, when)
    const outcome = await submissions.send(
      accountId,
      { identityId: identity.id, emailId, envelope },
      operation,
    )
    if (outcome.kind === 'unreachable') return queueDraft(app, draft, when, { id: operation, isTried: true })
    if (outcome.kind === 'refused') return words.refused({ why: await sayWhy(outcome.why) })
    const isWhole = isAsSaved(draft, emailId)
    if (!isWhole && time < maxAttempts && (await submissions.cancel(accountId, outcome.id)) === 'canceled')
      continue
    tell(app, sendings, draft, when, { id: outcome.id, accountId, emailId })
    return isWhole ? undefined : words.wentBefore
  }
}

/** Nothing has been written since that draft was saved. */
function isAsSaved({ saver: { draft, state } }: Draft, emailId: string): boolean {
  return draft?.emailId === emailId && (state.kind === 'saved' || state.kind === 'untouched')
}

function tell(
  app: App,
  sendings: Sendings,
  draft: Draft,
  when: When,
  handed: Pick<Sending, 'id' | 'accountId' | 'emailId'>,
): void {
  const words = composeWords.send
  const onSent = (): void => void markAnswered(app, draft.about)
  if ('at' in when) {
    onSent()
    app.toasts.show({
      text: words.scheduled({ at: app.dates.moment(when.at) }),
      tone: 'plain',
      action: { title: words.show, run: () => app.dialogs.open('outbox') },
    })
  } else {
    const until = new Date(Date.now() + when.holdSeconds * 1_000)
    sendings.add({ ...handed, subject: draft.fields.subject, until, about: draft.about }, onSent)
  }
}
