import type { SubmissionEnvelope } from '@plmail/wire'
import type { App } from '../../commands/index.ts'
import type { EmailChange } from '../../records/index.ts'
import { composeWords } from '../../words/compose.ts'
import type { Letter } from './letter.ts'
import { recipientsOf } from './message.ts'
import { unique } from './recipients.ts'
import { sayWhy } from './say-why.ts'
import type { Sending, Sendings } from './sendings.ts'

export { obstacle } from './obstacle.ts'

/** When it goes: after the time to undo, in seconds, or at a moment. */
export type When = { holdSeconds: number } | { at: Date }

/** So often is a letter handed over that goes on being written meanwhile. */
const mostTimes = 5

/**
 * Saves the letter, hands it over, and tells of it; the sentence why not, where it could not. What is typed while it is
 * handed over belongs to it: it is taken back and goes anew, as it stands then.
 */
export async function sendLetter(
  app: App,
  sendings: Sendings,
  letter: Letter,
  when: When,
): Promise<string | undefined> {
  const words = composeWords.send
  const { submissions } = app.records
  for (let time = 1; ; time += 1) {
    if (!(await letter.flush())) return words.notSaved
    const { draft } = letter.saver
    if (!draft) return words.notSaved
    const { accountId, emailId } = draft
    const { identity } = letter.fields.sender
    const envelope = envelopeOf(letter, identity.email, when)
    const outcome = await submissions.send(accountId, { identityId: identity.id, emailId, envelope })
    if (outcome.kind === 'unreachable') return words.unreachable
    if (outcome.kind === 'refused') return words.refused(await sayWhy(outcome.why))
    const isWhole = isAsSaved(letter, emailId)
    if (!isWhole && time < mostTimes && (await submissions.cancel(accountId, outcome.id)) === 'canceled')
      continue
    tell(app, sendings, letter, when, { id: outcome.id, accountId, emailId })
    return isWhole ? undefined : words.wentBefore
  }
}

/** Nothing has been written since that draft was saved. */
function isAsSaved({ saver: { draft, state } }: Letter, emailId: string): boolean {
  return draft?.emailId === emailId && (state.kind === 'saved' || state.kind === 'untouched')
}

function tell(
  app: App,
  sendings: Sendings,
  letter: Letter,
  when: When,
  handed: Pick<Sending, 'id' | 'accountId' | 'emailId'>,
): void {
  const words = composeWords.send
  const onSent = (): void => markAnswered(app, letter)
  if ('at' in when) {
    onSent()
    app.toasts.show({
      text: words.scheduled(app.dates.moment(when.at)),
      tone: 'plain',
      action: { title: words.show, run: () => app.dialogs.open('outbox') },
    })
  } else {
    const until = new Date(Date.now() + when.holdSeconds * 1_000)
    sendings.add({ ...handed, subject: letter.fields.subject, until, about: letter.about }, onSent)
  }
}

function envelopeOf(letter: Letter, sender: string, when: When): SubmissionEnvelope {
  const parameters =
    'at' in when
      ? { HOLDUNTIL: when.at.toISOString().replace(/\.\d+Z$/, 'Z') }
      : { HOLDFOR: String(when.holdSeconds) }
  return {
    mailFrom: { email: sender, parameters },
    rcptTo: unique(recipientsOf(letter.fields)).map(({ email }) => ({ email })),
  }
}

/** What was answered or passed on says so, at the mail server too. */
function markAnswered(app: App, { about }: Letter): void {
  if (!about) return
  const { accountId, emailId, keyword } = about
  const change: Exclude<EmailChange, 'destroy'> = {}
  change[`keywords/${keyword}`] = true
  app.outbox.perform({ accountId, verb: 'change', changes: new Map([[emailId, change]]) })
}
