import type { Language } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import type { UserProblem } from '../people/index.ts'
import type { Values } from './command.ts'

/** The text given for an option; empty when there is none, which a required option never is. */
export function text(values: Values, name: string): string {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** Formats the problems of a form, one field a line, by the names of the options. */
export function problemLines(problems: readonly UserProblem[], language: Language): string {
  return problems
    .map(
      ({ field, problem }) =>
        `--${field === 'timeZone' ? 'time-zone' : field}: ${sayProblem(language, problem)}`,
    )
    .join('\n')
}
