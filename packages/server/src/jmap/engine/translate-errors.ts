import { type Invocation, type JmapResponse, isProblemDetail, getParameters } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import type { Language } from '../../http/words/index.ts'
import { isObject } from './arguments.ts'

/**
 * Says why something was not done in the language of who asks (RFC 8620 §3.8): an error whose description is a problem
 * has its words, and beside them the code and its parameters. What was done is as it is.
 */
export function translateErrors(response: JmapResponse, language: Language): JmapResponse {
  const translateInvocation = ([name, args, id]: Invocation): Invocation => [
    name,
    name === 'error' ? described(args, language) : withRefusals(args, language),
    id,
  ]
  return { ...response, methodResponses: response.methodResponses.map(translateInvocation) }
}

/** `notCreated`, `notUpdated` and the like: a map of errors by what they are about. */
function withRefusals(args: Record<string, unknown>, language: Language): Record<string, unknown> {
  const refusals = Object.entries(args).filter(([name, value]) => /^not[A-Z]/.test(name) && isObject(value))
  if (refusals.length === 0) return args
  const spoken = refusals.map(([name, errors]) => [
    name,
    Object.fromEntries(
      Object.entries(errors as object).map(([id, error]: [string, unknown]) => [
        id,
        isObject(error) ? described(error, language) : error,
      ]),
    ),
  ])
  return { ...args, ...Object.fromEntries(spoken) }
}

function described(error: Record<string, unknown>, language: Language): Record<string, unknown> {
  const { description } = error
  if (!isProblemDetail(description)) return error
  return {
    ...error,
    description: sayProblem(language, description),
    problem: description.problem,
    parameters: getParameters(description),
  }
}
