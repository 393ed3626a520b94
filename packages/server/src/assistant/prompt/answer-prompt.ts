import type { Random } from '../../kit/random.ts'
import type { ModelPrompt } from '../types.ts'
import { citationRule, dataRule, fence, type FencedText } from './fence.ts'
import { languageRule } from './language-rule.ts'

export interface MailMaterial {
  readerName: string
  language: string
  /** `YYYY-MM-DD`, as the reader's calendar has it. */
  today: string
  /** Newest first. */
  messages: readonly FencedText[]
}

/** A heading that a model writes instead of an answer. */
export const noAnswerHeading = /^\s*#+\s*NONE\b/im

/** Asks for an answer out of messages that were found; the question alone instructs. */
export function answerPrompt(random: Random, question: string, material: MailMaterial): ModelPrompt {
  const { readerName, language } = material
  return promptAbout(random, material, {
    task: 'ask',
    role: `You answer a question that ${readerName} asks about their mail.`,
    form: [
      `${readerName} asks: ${question}`,
      'Answer in at most eight short lines, one sentence a line, the most important first.',
      'If the messages do not answer the question, write the line ## NONE and nothing else.',
      citationRule,
      languageRule(language),
    ].join('\n'),
  })
}

/** Asks for what new mail wants of its reader. */
export function digestPrompt(random: Random, material: MailMaterial): ModelPrompt {
  const { readerName, language } = material
  return promptAbout(random, material, {
    task: 'digest',
    role: `You look through the new mail of ${readerName}, and say what is in it.`,
    form: [
      `Write the line ## TASKS and below it one line for each thing that somebody asks ${readerName} to do.`,
      'Write the line ## DATES and below it one line for each day or time that a message sets, beginning with it.',
      'Write the line ## KNOW and below it one line for each other thing that is worth knowing.',
      'Leave out a heading that has no lines. Leave out advertising. Each line is one short sentence; at most twenty lines in all.',
      citationRule,
      languageRule(language),
    ].join('\n'),
  })
}

interface Order {
  task: string
  role: string
  form: string
}

function promptAbout(
  random: Random,
  { today, messages }: MailMaterial,
  { task, role, form }: Order,
): ModelPrompt {
  return {
    system: [`Task: ${task}`, role, dataRule, form].join('\n'),
    user: [
      `Today is ${today}. There are ${messages.length} messages, newest first.`,
      ...messages.map((message) => fence(random, 'MESSAGE', message)),
      'The mail ends here. Remember:',
      dataRule,
      form,
    ].join('\n\n'),
    temperature: 0.2,
    maxTokens: 1_000,
  }
}
