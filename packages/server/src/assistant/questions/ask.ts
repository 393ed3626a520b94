import type { AskForm, QuestionAnswer } from '@plmail/wire'
import type { Mail } from '../../mail/index.ts'
import { type Admitted, admit, refusal } from '../admit.ts'
import { answerPrompt, noAnswerHeading } from '../prompt/answer-prompt.ts'
import type { AnswerEvent, Assistant, AssistantUser, WrittenAnswer } from '../types.ts'
import { faultIn, makeSearch, type MakeSearchNeeds } from './make-search.ts'
import {
  namesHidden,
  openAccounts,
  type OpenAccount,
  searchMail,
  withoutDrafts,
  withoutHidden,
} from './search-mail.ts'
import { type AnswerNeeds, writeAnswer } from './write-answer.ts'

export interface QuestionNeeds extends AnswerNeeds, MakeSearchNeeds {
  search: Pick<Mail['search'], 'checkTyped' | 'parseTyped'>
}

interface Question {
  admitted: Admitted
  accounts: readonly OpenAccount[]
  text: string
  onEvent(event: AnswerEvent): void
  signal: AbortSignal
}

/** See `Assistant.ask`. */
export async function ask(
  needs: QuestionNeeds,
  reader: AssistantUser,
  form: AskForm,
  onEvent: (event: AnswerEvent) => void,
  signal: AbortSignal,
): ReturnType<Assistant['ask']> {
  const admitted = await admit(needs, reader)
  if (!admitted.ok) return admitted
  const text = form.question.replace(/\s+/g, ' ').trim()
  if (text === '') return refusal({ problem: 'assistant/no-question' }, 'invalid')
  const accounts = await openAccounts(needs, admitted)
  if (accounts.length === 0) return refusal({ problem: 'assistant/no-account' })
  const query = form.query?.trim()
  const fault = query === undefined ? undefined : faultIn(needs, { accounts, admitted }, query)
  if (fault) return refusal({ problem: 'assistant/unusable-search', part: fault.source }, 'invalid')
  const question: Question = { admitted, accounts, text, onEvent, signal }
  return {
    ok: true,
    writing: query === undefined ? answerAnew(needs, question) : answer(needs, question, query),
  }
}

async function answerAnew(needs: QuestionNeeds, question: Question): Promise<WrittenAnswer<QuestionAnswer>> {
  const { admitted, onEvent } = question
  const made = await makeSearch(needs, { ...question, question: question.text })
  if (!made) return { ok: false, problem: { problem: 'assistant/cap-reached', most: admitted.dailyTokens } }
  if (made.ok) return answer(needs, question, made.query)
  // What cannot be used is shown all the same: its writer can mend it.
  if (made.query !== '') onEvent({ type: 'searched', query: made.query, total: 0 })
  return made
}

/** Reads what a search finds and has the question answered out of it. */
async function answer(
  needs: QuestionNeeds,
  { admitted, accounts, text, onEvent, signal }: Question,
  query: string,
): Promise<WrittenAnswer<QuestionAnswer>> {
  const isWithoutSpamAndTrash = !namesHidden(query)
  const { timeZone } = admitted.reader
  const searched = await searchMail(needs, accounts, ({ mailboxes }) => {
    const filter = withoutDrafts(needs.search.parseTyped(query, { mailboxes, timeZone }))
    return isWithoutSpamAndTrash ? withoutHidden(filter, mailboxes) : filter
  })
  onEvent({ type: 'searched', query, total: searched.total })
  const end = await writeAnswer(needs, {
    admitted,
    searched,
    isWithoutSpamAndTrash,
    first: 'answer',
    headings: [],
    promptOf: (material) => answerPrompt(needs.random, text, material),
    onEvent,
    signal,
  })
  if (!end.ok) return end
  const { written, ...checked } = end.answer
  const hasSentences = checked.citations.length > 0
  if (!hasSentences && checked.messages.length > 0 && !noAnswerHeading.test(written))
    return { ok: false, problem: { problem: 'assistant/empty' } }
  return { ok: true, answer: { ...checked, query, isAnswered: hasSentences } }
}
