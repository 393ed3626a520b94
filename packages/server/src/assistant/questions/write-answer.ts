import {
  accountWireId,
  type AnswerCoverage,
  type AnswerSection,
  emailWireId,
  type MailAnswer,
  type ReadMessage,
  threadWireId,
} from '@plmail/wire'
import type { Random } from '../../kit/random.ts'
import type { AdmissionNeeds, Admitted } from '../admit.ts'
import { type AskNeeds, reserveCall } from '../ask-within-cap.ts'
import type { MailMaterial } from '../prompt/answer-prompt.ts'
import { type PromptBudget, pickInOrder } from '../prompt/pick-within-budget.ts'
import { checkCitations } from '../summaries/check-citations.ts'
import { createVisibleStream, parseSentences, type SectionHeadings } from '../summaries/parse-summary.ts'
import { hasAttachment, headOf, type ReadableMail, readText } from '../summaries/read-thread.ts'
import type { AnswerEvent, ModelPrompt, WrittenAnswer } from '../types.ts'
import { dayIn } from '../use/usage.ts'
import { closedAccounts, type MailSearched, type SearchNeeds } from './search-mail.ts'

export interface AnswerNeeds extends AskNeeds, AdmissionNeeds, SearchNeeds {
  read: ReadableMail & SearchNeeds['read']
  random: Random
}

export interface AnswerOrder {
  admitted: Admitted
  searched: MailSearched
  isWithoutSpamAndTrash: boolean
  first: AnswerSection
  headings: SectionHeadings<AnswerSection>
  promptOf(material: MailMaterial): ModelPrompt
  onEvent(event: AnswerEvent): void
  signal: AbortSignal
}

/** Characters of mail that the model is shown of all messages, and of one. */
const budget: PromptBudget = { total: 16_000, each: 2_000 }

/** The answer as it is checked, and the text it was made of. */
export interface CheckedAnswer extends MailAnswer {
  written: string
}

/** Has an answer written out of the newest messages that were found and fit, and checks what it cites. */
export async function writeAnswer(
  needs: AnswerNeeds,
  order: AnswerOrder,
): Promise<WrittenAnswer<CheckedAnswer>> {
  const { admitted, searched, onEvent } = order
  const { reader, connection } = admitted
  const material = await readMaterial(needs, searched)
  const answer = answerOver(order, material)
  if (material.shown.length === 0) return { ok: true, answer: answer('') }
  let written = ''
  const visible = createVisibleStream((text) => onEvent({ type: 'token', text }))
  const call = await reserveCall(needs, {
    userId: reader.id,
    personalId: admitted.personalId,
    timeZone: reader.timeZone,
    cap: admitted.dailyTokens,
    connection,
    prompt: order.promptOf({
      readerName: reader.name,
      language: reader.language,
      today: dayIn(reader.timeZone, needs.clock.now()),
      messages: material.shown.map(({ number, head, text }) => ({ number, ...head, text })),
    }),
    signal: order.signal,
    onText: (token) => {
      if (written === '') onEvent({ type: 'state', value: 'generating' })
      written += token
      visible.push(token)
    },
  })
  if (!call) return { ok: false, problem: { problem: 'assistant/cap-reached', most: admitted.dailyTokens } }
  const { problem } = await call()
  visible.end()
  return problem ? { ok: false, problem } : { ok: true, answer: answer(written) }
}

type Material = Awaited<ReturnType<typeof readMaterial>>

async function readMaterial({ read }: AnswerNeeds, { rows }: MailSearched) {
  const sources = rows.map((source) => ({ source, read: () => readText(read, source.row) }))
  const { picked, shortened } = await pickInOrder(sources, budget)
  return {
    shortened,
    shown: picked.map(({ source, text }, index) => ({
      ...source,
      number: index + 1,
      id: source.row.id,
      text,
      head: headOf(source.row),
    })),
  }
}

/** What is known before the model says anything, and how its text is put in. */
function answerOver(
  { admitted, searched, isWithoutSpamAndTrash, first, headings }: AnswerOrder,
  { shown, shortened }: Material,
): (written: string) => CheckedAnswer {
  const coverage: AnswerCoverage = {
    total: searched.total,
    read: shown.length,
    shortened,
    withAttachments: shown.filter(({ row }) => hasAttachment(row)).length,
    notSearched: searched.notSearched,
    closedAccounts: closedAccounts(admitted),
    isWithoutSpamAndTrash,
  }
  const messages = shown.map(({ account, row, head }): ReadMessage => ({
    accountId: accountWireId.encode(account.id),
    threadId: threadWireId.encode(row.threadId),
    emailId: emailWireId.encode(row.id),
    from: head.from,
    subject: head.subject,
    receivedAt: row.receivedAt.toISOString(),
  }))
  return (written) => {
    const citations = checkCitations(parseSentences(written, first, headings), shown)
    return {
      text: citations.map(({ text }) => text).join('\n'),
      citations,
      messages,
      coverage,
      model: admitted.connection.model,
      written,
    }
  }
}
