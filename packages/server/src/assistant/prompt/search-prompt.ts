import type { Random } from '../../kit/random.ts'
import type { ModelPrompt } from '../types.ts'
import { fence } from './fence.ts'

export interface SearchMaterial {
  readerName: string
  question: string
  /** `YYYY-MM-DD`, as the reader's calendar has it. */
  today: string
  /** A search that could not be used, and the part of it that was not understood. */
  unusable: { query: string; part: string } | undefined
}

const grammar = [
  'word: messages that contain it; several words side by side must all be there',
  '"a phrase"; begin*; a OR b; ( ... ); -word for not',
  'from: to: cc: subject: body: filename: with a word, a name, an address or a "phrase"; also from:(ann OR bob)',
  'in: with inbox, sent, drafts, archive, trash, spam',
  'has:attachment; is:unread, is:starred, is:answered',
  'before:2026-03-01 after:2026-03-01 (also 2026-03 or 2026); newer_than:7d older_than:2w (h, d, w, m, y)',
].join('\n')

/** Asks for a search in our own grammar. No mail is shown: who wrote mail has no say in what is looked for. */
export function searchPrompt(
  random: Random,
  { readerName, question, today, unusable }: SearchMaterial,
): ModelPrompt {
  const form = [
    'Write one line: a search that finds the messages which answer the question. Write nothing else.',
    'Use few words, in the languages in which the mail may be, joined by OR where either may stand there. Leave out words that every message has.',
    'Use only what the list below has.',
    grammar,
  ].join('\n')
  return {
    system: ['Task: search', `You turn a question of ${readerName} into a search in their mail.`, form].join(
      '\n',
    ),
    user: [
      `Today is ${today}. ${readerName} asks:`,
      fence(random, 'TEXT', { number: 1, text: question }),
      ...(unusable
        ? [`Your search ${unusable.query} cannot be used: ${unusable.part} is not in the list.`]
        : []),
      'Remember:',
      form,
    ].join('\n'),
    temperature: 0,
    maxTokens: 300,
  }
}
