import type { SummarySection } from '@plmail/wire'
import type { NumberedSentence } from '../types.ts'

/** More than this is no summary. */
const maxSentences = 40
const maxSentenceLength = 600

/** Headings of an answer, each with the section that it begins. */
export type SectionHeadings<Section> = ReadonlyArray<[heading: RegExp, section: Section]>

const headings: SectionHeadings<SummarySection> = [
  [/^#+\s*TASKS\b/i, 'task'],
  [/^#+\s*QUESTIONS\b/i, 'question'],
]

export const parseSummary = (text: string): NumberedSentence[] => parseSentences(text, 'summary', headings)

/** Takes the model's text apart, whatever it is: each line is a sentence, with or without a message that it rests on. */
export function parseSentences<Section>(
  text: string,
  firstSection: Section,
  sectionHeadings: SectionHeadings<Section>,
): Array<NumberedSentence<Section>> {
  const sentences: Array<NumberedSentence<Section>> = []
  let section = firstSection
  for (const line of text.split(/\r?\n/)) {
    const heading = sectionHeadings.find(([pattern]) => pattern.test(line.trim()))
    if (heading) section = heading[1]
    else {
      const sentence = parseLine(line, section)
      if (sentence) sentences.push(sentence)
    }
    if (sentences.length === maxSentences) break
  }
  return sentences
}

function parseLine<Section>(line: string, section: Section): NumberedSentence<Section> | undefined {
  const [, number, evidence = ''] = /\[\[\s*(\d{1,4})\s*\|([^\]]*)\]\]/.exec(line) ?? []
  const text = visibleText(line)
    .replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '')
    .trim()
    .slice(0, maxSentenceLength)
  if (text === '' || /^#+/.test(text)) return undefined
  return { section, text, number: number === undefined ? undefined : Number(number), evidence }
}

/** A line without what names its message, and without characters that are not seen or turn others around. */
function visibleText(line: string): string {
  return line.replace(/\[\[[^\]]*(?:\]\]?|$)/g, '').replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, '')
}

/**
 * Lets the text of a summary through while it is being written, without headings and without what names messages; what
 * may become either waits until it is clear.
 */
export function createVisibleStream(onText: (text: string) => void): {
  push(text: string): void
  end(): void
} {
  let waiting = ''
  let isLineStart = true
  const pass = (text: string) => {
    const visible = text.replace(/[\p{Cf}\p{Co}]/gu, '')
    if (visible !== '') onText(visible)
  }
  const flush = (isEnd: boolean) => {
    for (;;) {
      if (isLineStart && /^\s*#/.test(waiting)) {
        const end = waiting.indexOf('\n')
        if (end < 0) return isEnd ? void (waiting = '') : undefined
        waiting = waiting.slice(end + 1)
        continue
      }
      const open = waiting.indexOf('[')
      const break_ = waiting.indexOf('\n')
      const clear = Math.min(open < 0 ? waiting.length : open, break_ < 0 ? waiting.length : break_ + 1)
      if (clear > 0) {
        const text = waiting.slice(0, clear)
        waiting = waiting.slice(clear)
        isLineStart = text.endsWith('\n')
        pass(text)
        continue
      }
      if (waiting === '') return
      const next = afterBracket(waiting, isEnd)
      if (next === undefined) return
      pass(next.text)
      waiting = waiting.slice(next.length)
      isLineStart = false
    }
  }
  return {
    push: (text) => {
      waiting += text
      flush(false)
    },
    end: () => flush(true),
  }
}

/** What an opening bracket turns out to be; undefined while that is open. */
function afterBracket(waiting: string, isEnd: boolean): { text: string; length: number } | undefined {
  if (!waiting.startsWith('[[')) return waiting.length > 1 || isEnd ? { text: '[', length: 1 } : undefined
  const end = waiting.indexOf(']]')
  if (end >= 0) return { text: '', length: end + 2 }
  return isEnd || waiting.length > 1_000 ? { text: '', length: waiting.length } : undefined
}
