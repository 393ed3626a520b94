import { type ComposeAssistForm, emailWireId } from '@plmail/wire'
import type { Random } from '../../kit/random.ts'
import { type AdmissionNeeds, type Admitted, admit, refusal } from '../admit.ts'
import { type AskNeeds, reserveCall } from '../ask-within-cap.ts'
import { composePrompt, isDraftTooLong } from '../prompt/compose-prompt.ts'
import type { FencedText } from '../prompt/fence.ts'
import { headOf, openMessage, type ReadableMail, readText } from '../summaries/read-thread.ts'
import type { Assistant, ComposedText, AssistantUser, AssistantRefusal, WritingEvent } from '../types.ts'

export interface ComposeNeeds extends AskNeeds, AdmissionNeeds {
  read: ReadableMail
  random: Random
}

/** See `Assistant.compose`. */
export async function compose(
  needs: ComposeNeeds,
  reader: AssistantUser,
  form: ComposeAssistForm,
  onEvent: (event: WritingEvent) => void,
  signal: AbortSignal,
): ReturnType<Assistant['compose']> {
  const original = await readOriginal(needs, reader, form)
  if (original && 'ok' in original) return original
  const admitted = await admit(needs, reader)
  if (!admitted.ok) return admitted
  if (original && !admitted.mayRead(original.account)) return refusal({ problem: 'assistant/account-closed' })
  const missing = missingOf(form)
  if (missing) return missing
  let text = ''
  const call = await reserveCall(needs, {
    userId: reader.id,
    personalId: admitted.personalId,
    timeZone: reader.timeZone,
    cap: admitted.dailyTokens,
    connection: admitted.connection,
    prompt: promptOf(needs, admitted, form, original?.text),
    signal,
    onText: (token) => {
      if (text === '') onEvent({ type: 'state', value: 'generating' })
      const visible = token.replace(/[^\P{C}\n\t]/gu, '')
      text += visible
      onEvent({ type: 'token', text: visible })
    },
  })
  if (!call) return refusal({ problem: 'assistant/cap-reached', most: admitted.dailyTokens }, 'too-many')
  return {
    ok: true,
    writing: call().then(({ problem }): ComposedText => {
      if (problem) return { ok: false, problem }
      return text.trim() === ''
        ? { ok: false, problem: { problem: 'assistant/empty' } }
        : { ok: true, text: text.trim() }
    }),
  }
}

function promptOf(
  { random }: ComposeNeeds,
  { reader }: Admitted,
  { task, draft, subject, instructions = '' }: ComposeAssistForm,
  original: FencedText | undefined,
) {
  return composePrompt(random, {
    task,
    writerName: reader.name,
    language: reader.language,
    subject,
    draft: draft.trim(),
    instructions: instructions.trim(),
    original: task === 'reply' || task === 'free' ? original : undefined,
  })
}

/** The message being answered, which has to be one of the writer's. */
async function readOriginal(
  { read, listAccounts }: ComposeNeeds,
  reader: AssistantUser,
  { inReplyTo }: ComposeAssistForm,
) {
  if (inReplyTo === undefined) return undefined
  const id = emailWireId.decode(inReplyTo)
  const message = id === undefined ? undefined : await openMessage(read, await listAccounts(reader.id), id)
  if (!message) return refusal({ problem: 'mail/no-such-message' }, 'not-found')
  const text: FencedText = { number: 1, ...headOf(message.row), text: await readText(read, message.row) }
  return { account: message.account, text }
}

function missingOf({
  task,
  draft,
  instructions = '',
  inReplyTo,
}: ComposeAssistForm): AssistantRefusal | undefined {
  if (isDraftTooLong(draft)) return refusal({ problem: 'request/too-long' }, 'invalid')
  if (task === 'free' && instructions.trim() === '')
    return refusal({ problem: 'assistant/no-instructions' }, 'invalid')
  const hasSource = draft.trim() !== '' || task === 'free' || (task === 'reply' && inReplyTo !== undefined)
  return hasSource ? undefined : refusal({ problem: 'assistant/no-draft' }, 'invalid')
}
