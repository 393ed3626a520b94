import type { ComposeTask } from '@plmail/wire'
import type { Random } from '../../kit/random.ts'
import type { ModelPrompt } from '../types.ts'
import { dataRule, fence, type FencedText } from './fence.ts'
import { languageRule } from './language-rule.ts'

export interface ComposeMaterial {
  task: ComposeTask
  writerName: string
  language: string
  subject: string
  draft: string
  /** What the writer typed for the assistant: this alone instructs it. */
  instructions: string
  /** The message being answered. */
  original: FencedText | undefined
}

/** Characters that are shown to the model. */
const maxDraft = 3_000
const maxOriginal = 3_000

const tasks: Readonly<Record<ComposeTask, { temperature: number; order(writer: string): string }>> = {
  reply: {
    temperature: 0.4,
    order: (writer) =>
      `Write ${writer}'s answer to MESSAGE 1, in the language of that message. If there is a TEXT, it says what the answer is to say.`,
  },
  shorten: {
    temperature: 0.2,
    order: () => 'Say what the TEXT says in about half as many words, in its own language and tone.',
  },
  formal: {
    temperature: 0.2,
    order: () => 'Say what the TEXT says in a formal tone, in its own language.',
  },
  proofread: {
    temperature: 0,
    order: () =>
      'Correct spelling, grammar and punctuation of the TEXT and change nothing else. Keep its language.',
  },
  free: {
    temperature: 0.4,
    order: (writer) => `Do with the TEXT what ${writer} asks for below.`,
  },
}

/** Whether there is more of the draft than the model is shown; a part of it must not stand for the whole. */
export const isDraftTooLong = (draft: string): boolean => draft.length > maxDraft

/** Asks for the writer's own text only: quotes and the signature are not in it and stay as they are. */
export function composePrompt(random: Random, material: ComposeMaterial): ModelPrompt {
  const { task, writerName, language, subject, draft, instructions, original } = material
  const { order, temperature } = tasks[task]
  const rule = [
    order(writerName),
    ...(instructions === '' ? [] : [`${writerName} asks: ${instructions}`]),
    ...(task === 'free' && draft === '' ? [languageRule(language)] : []),
    'Write the text of the mail and nothing else: no subject, no signature, no quoted text, no remark about it.',
  ].join('\n')
  return {
    system: [`Task: ${task}`, `You help ${writerName} to write a mail.`, dataRule, rule].join('\n'),
    user: [
      ...(original
        ? [fence(random, 'MESSAGE', { ...original, text: original.text.slice(0, maxOriginal) })]
        : []),
      ...(draft === '' ? [] : [fence(random, 'TEXT', { number: 2, text: draft })]),
      ...(subject === '' ? [] : [fence(random, 'TEXT', { number: 3, text: `Subject: ${subject}` })]),
      'Remember:',
      dataRule,
      rule,
    ].join('\n\n'),
    temperature,
    maxTokens: 1_200,
  }
}
