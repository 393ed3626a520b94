import { isProblemDetail, type ProblemDetail } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import type { FastifyInstance } from 'fastify'
import type { Language } from '../words/index.ts'
import { negotiateLanguage } from './request-language.ts'

/** An answer as rooms make it: any of its texts may still be a problem without words. */
export type Coded<T> = T extends string
  ? T | ProblemDetail
  : T extends readonly (infer Item)[]
    ? Coded<Item>[]
    : T extends object
      ? { [Name in keyof T]: Coded<T[Name]> }
      : T

/**
 * Says the problems in answers of the JSON interface in the language of who asks: rooms answer codes with parameters, and
 * a client reads their words. JMAP and pages say their own.
 */
export function speakAnswers(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, _reply, payload) =>
    request.url.startsWith('/api/') ? translate(payload, negotiateLanguage(request)) : payload,
  )
}

function translate(value: unknown, language: Language): unknown {
  if (isProblemDetail(value)) return sayProblem(language, value)
  if (Array.isArray(value)) return value.map((item) => translate(item, language))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, translate(item, language)]))
}
