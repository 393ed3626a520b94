import { sentences as german } from './de/sentences.ts'
import type { Language } from './language.ts'

/**
 * A sentence that a room has made, in another language. Rooms make theirs in English, where the facts are, and hand
 * them up as text; so the German ones are found here by the English template, as gettext does it: `{}` stands for what
 * a room puts in, and is translated itself where it is a sentence. What is not known stays as it is, such as a mail
 * server's own words ([decision 63](../../../../../docs/decisions/0069-german-at-the-edge.md)).
 */
export function inLanguage(text: string, language: Language): string {
  return language === 'en' || text.length > longest ? text : translated(text, 0)
}

/** More than any sentence here; a provider's own words may be much more, and are nobody's template. */
const longest = 3_000
/** A sentence within a sentence within a sentence is the most there is. */
const deepest = 3

interface Template {
  /** The fixed parts, between which something stands. */
  parts: readonly string[]
  german: string
}

/** Templates, those with the most fixed text first: the others could match by chance. */
const templates: readonly Template[] = Object.entries(german)
  .filter(([english]) => english.includes('{}'))
  .map(([english, text]) => ({ parts: english.split('{}'), german: text }))
  .toSorted((a, b) => fixed(b) - fixed(a))

function fixed({ parts }: Template): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

function translated(text: string, depth: number): string {
  const wholeText = wholeIn(text, depth)
  if (wholeText !== undefined) return wholeText
  // Rooms put one sentence behind another: the first that is known, and then the rest by itself.
  for (const end of ends(text)) {
    const sentence = wholeIn(text.slice(0, end), depth)
    if (sentence !== undefined) return `${sentence} ${translated(text.slice(end + 1), depth + 1)}`
  }
  return text
}

/** Returns the offsets at which sentences end, up to as many as modules ever join. */
function ends(text: string): number[] {
  return [...text.matchAll(/(?<=[.!?”]) /g)].slice(0, 6).map(({ index }) => index)
}

/** A text that is one sentence; undefined when it is not known. */
function wholeIn(text: string, depth: number): string | undefined {
  if (Object.hasOwn(german, text)) return german[text]
  if (depth > deepest) return undefined
  for (const { parts, german: pattern } of templates) {
    const values = valuesIn(text, parts)
    if (values)
      return pattern.replaceAll(/\{(\d)\}/g, (_, at: string) =>
        translated(values[Number(at) - 1] ?? '', depth + 1),
      )
  }
  return undefined
}

/** Returns the text between the fixed parts; undefined when the parts do not match. */
function valuesIn(text: string, parts: readonly string[]): string[] | undefined {
  const [first = '', ...rest] = parts
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return undefined
  const values: string[] = []
  let from = first.length
  const end = text.length - last.length
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at < 0 || at + part.length > end) return undefined
    values.push(text.slice(from, at))
    from = at + part.length
  }
  return [...values, text.slice(from, end)]
}
