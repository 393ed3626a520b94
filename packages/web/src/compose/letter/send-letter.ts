import type { SubmissionEnvelope } from '@plmail/wire'
import type { App } from '../../commands/index.ts'
import type { EmailChange, SendOutcome } from '../../records/index.ts'
import { composeWords } from '../../words/compose.ts'
import type { Letter } from './letter.ts'
import { recipientsOf } from './message.ts'
import { unique } from './recipients.ts'
import type { Sendings } from './sendings.ts'

/** When it goes: after the time to undo, in seconds, or at a moment. */
export type When = { holdSeconds: number } | { at: Date }

/** Saves the letter, hands it over, and tells of it; the sentence why not, where it could not. */
export async function sendLetter(
  app: App,
  sendings: Sendings,
  letter: Letter,
  when: When,
): Promise<string | undefined> {
  const words = composeWords.send
  if (!(await letter.flush())) return words.notSaved
  const { draft } = letter.saver
  if (!draft) return words.notSaved
  const { accountId, emailId } = draft
  const { identity } = letter.fields.sender
  const envelope = envelopeOf(letter, identity.email, when)
  const outcome = await app.records.submissions.send(accountId, {
    identityId: identity.id,
    emailId,
    envelope,
  })
  if (outcome.kind === 'unreachable') return words.unreachable
  if (outcome.kind === 'refused') return words.refused(reasonOf(outcome))
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
    const { subject } = letter.fields
    sendings.add({ id: outcome.id, accountId, emailId, subject, until, about: letter.about }, onSent)
  }
  return undefined
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

function reasonOf({ why }: SendOutcome & { kind: 'refused' }): string {
  const words = composeWords.send.refusedFor
  switch (why.type) {
    case 'noRecipients':
      return words.noRecipients
    case 'invalidRecipients':
      return words.invalidRecipients((why.invalidRecipients ?? []).join(', '))
    case 'tooManyRecipients':
      return words.tooManyRecipients(why.maxRecipients ?? 0)
    case 'tooLarge':
      return words.tooLarge
    case 'forbiddenFrom':
    case 'forbiddenMailFrom':
      return words.forbiddenFrom
    default:
      return why.description ?? why.type
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
