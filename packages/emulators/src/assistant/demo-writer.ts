import { languageIn, messagesIn, type PromptMessage, taskIn } from './read-prompt.ts'

/** Texts of the demo's model, which understands nothing and says so. */
const phrases = {
  en: {
    label: 'This text is made by the demo, from templates.',
    wrote: (name: string, words: string) => `${name} writes: “${words}”.`,
    reply: (name: string) =>
      `Hello ${name},\n\nthank you for your message. I have read it and will come back to you tomorrow.\n\n(Written by the demo, from a template.)`,
    formal: (draft: string) => `Dear Sir or Madam,\n\n${draft}\n\nYours faithfully`,
    answer: (name: string) => `Answer ${name}.`,
    question: (words: string) => words,
  },
  de: {
    label: 'Dieser Text stammt von der Demo und aus Vorlagen.',
    wrote: (name: string, words: string) => `${name} schreibt: „${words}“.`,
    reply: (name: string) =>
      `Hallo ${name},\n\nvielen Dank für deine Nachricht. Ich habe sie gelesen und melde mich morgen.\n\n(Von der Demo aus einer Vorlage geschrieben.)`,
    formal: (draft: string) => `Sehr geehrte Damen und Herren,\n\n${draft}\n\nMit freundlichen Grüßen`,
    answer: (name: string) => `${name} antworten.`,
    question: (words: string) => words,
  },
} as const

/** Writes what a model might, out of templates and the very words of the prompt. */
export function writeForDemo(system: string, user: string): string {
  const messages = messagesIn(user)
  const words = phrases[languageIn(system)]
  const task = taskIn(system)
  if (task === 'summary') return summary(messages, words)
  if (task === 'ask') return answer(messages, words)
  if (task === 'digest') return digest(messages, words)
  if (task === 'search') return searchFor(messages)
  if (task === 'reply') return words.reply(firstName(messages.find(({ from }) => from !== '')?.from ?? ''))
  const draft = messages.at(-1)?.text ?? ''
  if (task === 'shorten') return firstSentence(draft)
  if (task === 'formal') return words.formal(draft)
  return draft.replaceAll(/\bteh\b/g, 'the').replaceAll(/ +/g, ' ')
}

type Phrases = (typeof phrases)[keyof typeof phrases]

function summary(messages: readonly PromptMessage[], words: Phrases): string {
  const sentences = pick(messages).map((message) => cited(message, words))
  const asking = messages.flatMap((message) => questionIn(message))
  const last = messages.at(-1)
  const tasks = asking.length > 0 && last ? [`${words.answer(nameOf(last))} ${quote(last)}`] : []
  return [
    words.label,
    ...sentences,
    ...(tasks.length > 0 ? ['## TASKS', ...tasks] : []),
    ...(asking.length > 0 ? ['## QUESTIONS', ...asking.slice(0, 2)] : []),
  ].join('\n')
}

const answer = (messages: readonly PromptMessage[], words: Phrases): string =>
  [words.label, ...messages.slice(0, 3).map((message) => cited(message, words))].join('\n')

function digest(messages: readonly PromptMessage[], words: Phrases): string {
  const asking = messages.filter((message) => questionIn(message).length > 0).slice(0, 4)
  const others = messages.filter((message) => !asking.includes(message)).slice(0, 4)
  return [
    ...(asking.length > 0
      ? ['## TASKS', ...asking.map((message) => `${words.answer(nameOf(message))} ${quote(message)}`)]
      : []),
    '## KNOW',
    words.label,
    ...others.map((message) => cited(message, words)),
  ].join('\n')
}

/** The long words of a question, which the search of plMail finds by themselves. */
function searchFor(messages: readonly PromptMessage[]): string {
  const question = messages.at(-1)?.text ?? ''
  return (question.match(/[\p{L}\p{N}]{5,}/gu) ?? []).slice(0, 2).join(' OR ')
}

/** The first message, the last, and one between. */
function pick(messages: readonly PromptMessage[]): PromptMessage[] {
  const places = new Set([0, Math.floor(messages.length / 2), messages.length - 1])
  return messages.filter((_, index) => places.has(index))
}

const cited = (message: PromptMessage, words: Phrases): string =>
  `${words.wrote(nameOf(message), firstSentence(message.text))} ${quote(message)}`

const quote = (message: PromptMessage): string => `[[${message.number}|${firstSentence(message.text)}]]`

function questionIn(message: PromptMessage): string[] {
  const [question] = /[^.!?\n]{8,120}\?/.exec(message.text) ?? []
  return question === undefined ? [] : [`${question.trim()} [[${message.number}|${question.trim()}]]`]
}

const nameOf = ({ from }: PromptMessage): string => from.replace(/<.*/, '').replaceAll('"', '').trim() || from
const firstName = (from: string): string => from.replace(/<.*/, '').trim().split(' ')[0] ?? ''

/** At most 90 characters, of one line: what stands there word by word, so that it can be found again. */
function firstSentence(text: string): string {
  const line = text.split('\n').find((candidate) => candidate.trim().length > 12) ?? text.trim()
  const [sentence = line] = /^.{12,90}?[.!?](?=\s|$)/.exec(line.trim()) ?? []
  return sentence
    .trim()
    .slice(0, 90)
    .replaceAll(/[[\]|]/g, ' ')
    .replace(/[.!?]$/, '')
    .trim()
}
