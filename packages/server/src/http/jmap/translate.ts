import type { Invocation, JmapResponse } from '@plmail/wire'
import { inLanguage, type Language } from '../words/index.ts'
import { isObject } from './arguments.ts'

/** Says why something was not done in the language of who asks (RFC 8620 §3.8). What was done is as it is. */
export function inTheirLanguage(response: JmapResponse, language: Language): JmapResponse {
  if (language === 'en') return response
  const translated = ([name, args, id]: Invocation): Invocation => [
    name,
    name === 'error' ? described(args, language) : withRefusals(args, language),
    id,
  ]
  return { ...response, methodResponses: response.methodResponses.map(translated) }
}

/** `notCreated`, `notUpdated` and the like: a map of errors by what they are about. */
function withRefusals(args: Record<string, unknown>, language: Language): Record<string, unknown> {
  const refusals = Object.entries(args).filter(([name, value]) => /^not[A-Z]/.test(name) && isObject(value))
  if (refusals.length === 0) return args
  const translated = refusals.map(([name, errors]) => [
    name,
    Object.fromEntries(
      Object.entries(errors as object).map(([id, error]: [string, unknown]) => [
        id,
        isObject(error) ? described(error, language) : error,
      ]),
    ),
  ])
  return { ...args, ...Object.fromEntries(translated) }
}

const described = <Error extends Record<string, unknown>>(error: Error, language: Language): Error =>
  typeof error['description'] === 'string'
    ? { ...error, description: inLanguage(error['description'], language) }
    : error
