import type { SummaryCoverage } from '@plmail/wire'
import type { Random } from '../../kit/random.ts'
import type { ModelPrompt } from '../types.ts'
import { citationRule, dataRule, fence, type FencedText } from './fence.ts'
import { languageRule } from './language-rule.ts'

/** Changes with the instructions, so that summaries written by others count as old. */
export const summaryPromptVersion = 1

export interface SummaryMaterial {
  readerName: string
  language: string
  messages: readonly FencedText[]
  coverage: SummaryCoverage
}

/** Asks for sentences that each name the message they come from, by its number and some of its very words. */
export function summaryPrompt(random: Random, material: SummaryMaterial): ModelPrompt {
  const { readerName, language, messages, coverage } = material
  const form = [
    'Write at most three short lines on what the conversation is about and where it stands, one sentence a line.',
    `If somebody asks ${readerName} to do something, write the line ## TASKS and below it one line for each, with the day by which it is wanted if that is said.`,
    'If questions are still open, write the line ## QUESTIONS and below it one line for each.',
    citationRule,
    languageRule(language),
  ].join('\n')
  const omitted = coverage.messages - coverage.read
  return {
    system: [
      'Task: summary',
      `You summarise a conversation by e-mail for ${readerName}.`,
      dataRule,
      form,
    ].join('\n'),
    user: [
      `The conversation has ${coverage.messages} messages. ${omitted > 0 ? `${omitted} in the middle are left out.` : ''}`,
      ...messages.map((message) => fence(random, 'MESSAGE', message)),
      'The mail ends here. Remember:',
      dataRule,
      form,
    ].join('\n\n'),
    temperature: 0.2,
    maxTokens: 900,
  }
}
