import type { Language, ProblemDetail } from '@plmail/wire'
import { problemSayer } from './say-problem.ts'
import { catalogueOf } from './catalogue-of.ts'

/** A problem in the language of whoever reads it, for a program that speaks with several people. */
export const sayProblem = (language: Language, detail: ProblemDetail): string =>
  problemSayer(language, catalogueOf(language).problems)(detail)
