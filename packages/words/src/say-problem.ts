import { type Language, type ParameterKind, type ProblemDetail, getParameterKinds } from '@plmail/wire'

/**
 * The messages of the section `problems` in one language. A message is typed as a method, because TypeScript compares
 * the parameters of methods bivariantly: each takes parameters of its own. A test checks that they are the declared ones.
 */
export type ProblemMessages = Readonly<Record<string, string | { say(parameters: object): string }['say']>>

/** Says problems in one language: the server with all its catalogues, the client with the one that it has loaded. */
export function problemSayer(
  language: Language,
  messages: ProblemMessages,
): (detail: ProblemDetail) => string {
  const say = (detail: ProblemDetail): string => {
    const sentence = fill(messages, detail.problem, wordedParameters(detail))
    const { serverText } = { serverText: undefined, ...detail }
    return serverText === undefined || serverText === ''
      ? sentence
      : `${sentence} ${fill(messages, 'other/server-said', { serverText })}`
  }
  const wordedParameters = (detail: ProblemDetail): Readonly<Record<string, string | number>> => {
    const values: Readonly<Record<string, unknown>> = { ...detail }
    const kinds = Object.entries(getParameterKinds(detail.problem)).filter(
      ([, kind]) => kind !== 'serverText',
    )
    return Object.fromEntries(kinds.map(([name, kind]) => [name, worded(values[name], kind)]))
  }
  const worded = (value: unknown, kind: ParameterKind): string | number => {
    if (kind === 'count') return Number(value)
    if (kind === 'problem') return say(value as ProblemDetail)
    if (kind === 'problems') return listed((value as ProblemDetail[]).map(say))
    if (kind === 'texts') return listed(value as string[])
    return String(value)
  }
  const listed = (items: readonly string[]) => new Intl.ListFormat(language).format(items)
  return say
}

function fill(messages: ProblemMessages, code: string, parameters: object): string {
  const message = messages[code]
  if (message === undefined) throw new Error(`No words for the problem ${code}`)
  return typeof message === 'string' ? message : message(parameters)
}
