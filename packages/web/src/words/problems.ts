import { parseProblem } from '@plmail/wire'
import { problems } from '@plmail/words/load/problems'
import { problemSayer } from '@plmail/words/problems'
import { spoken } from './spoken.ts'

const say = problemSayer(spoken, (await problems[spoken]()).problems)

/** The sentence of a problem; undefined for a code that this client does not know, or not with these parameters. */
export function wordsOf(value: unknown): string | undefined {
  const problem = parseProblem(value)
  return problem && say(problem)
}

/** Properties that hold the server's sentence: of an answer (RFC 9457 §3.1.4) and of a JMAP error (RFC 8620 §3.6.2). */
const sentenceProperties = ['detail', 'description']

/** Changes each object in `value` that has a code and its parameters: its sentence becomes this client's own. */
export function sayWithin(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const fields: Record<string, unknown> = value as Record<string, unknown> // of an object just parsed
  const { problem, parameters } = fields
  const sentence = typeof parameters === 'object' ? wordsOf({ ...parameters, problem }) : undefined
  const spokenIn = sentenceProperties.find((name) => name in fields)
  if (sentence !== undefined && spokenIn !== undefined) fields[spokenIn] = sentence
  Object.values(fields).forEach(sayWithin)
}
