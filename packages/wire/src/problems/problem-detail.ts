import { declaredProblems } from './declared.ts'
import type { DeclaredProblems, ParameterKind } from './parameters.ts'

type Declared = typeof declaredProblems

export type ProblemCode = keyof Declared

type ValueOf<Kind> = Kind extends 'text' | 'serverText'
  ? string
  : Kind extends 'number' | 'count'
    ? number
    : Kind extends 'texts'
      ? readonly string[]
      : Kind extends 'problem'
        ? ProblemDetail
        : Kind extends 'problems'
          ? readonly ProblemDetail[]
          : Kind extends readonly (infer Choice)[]
            ? Choice
            : never

type ParametersOf<Kinds> = {
  readonly [Name in keyof Kinds as Name extends 'serverText' ? never : Name]: ValueOf<Kinds[Name]>
} & ('serverText' extends keyof Kinds ? { readonly serverText?: string | undefined } : object)

/**
 * A problem, or anything else that the server says to people, as a code with its parameters. The catalogues of
 * `@plmail/words` (section `problems`) have its words in each language; nobody but them makes a sentence of it.
 */
export type ProblemDetail = {
  [Code in ProblemCode]: { readonly problem: Code } & ParametersOf<Declared[Code]>
}[ProblemCode]

/** The parameters of one code, as they are declared. */
export const getParameterKinds = (code: ProblemCode): Readonly<Record<string, ParameterKind>> =>
  (declaredProblems satisfies DeclaredProblems)[code]

export const isProblemCode = (value: unknown): value is ProblemCode =>
  typeof value === 'string' && Object.hasOwn(declaredProblems, value)

/** Reads a problem that crossed the network or lay in a table; undefined when it is none that this program knows. */
export function parseProblem(value: unknown): ProblemDetail | undefined {
  return isProblemDetail(value) ? value : undefined
}

export function isProblemDetail(value: unknown): value is ProblemDetail {
  if (typeof value !== 'object' || value === null) return false
  const fields: Readonly<Record<string, unknown>> = { ...value }
  const code = fields['problem']
  if (!isProblemCode(code)) return false
  return Object.entries(getParameterKinds(code)).every(([name, kind]) => isOfKind(fields[name], kind))
}

function isOfKind(value: unknown, kind: ParameterKind): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'serverText':
      return value === undefined || typeof value === 'string'
    case 'number':
    case 'count':
      return typeof value === 'number'
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
    case 'problem':
      return isProblemDetail(value)
    case 'problems':
      return Array.isArray(value) && value.every(isProblemDetail)
    default:
      return typeof value === 'string' && kind.includes(value)
  }
}

/** The text that a table keeps of a problem; a server's own words are kept as they are. */
export const storedProblem = (detail: ProblemDetail): string =>
  detail.problem === 'other/text' ? detail.text : JSON.stringify(detail)

/**
 * Reads what a table keeps: a stored problem, or a sentence that was stored before problems had codes, which is shown as
 * it is. A problem that this version no longer declares, or declares with other parameters, is shown by its code and by
 * what the server said.
 */
export function readStoredProblem(stored: string): ProblemDetail {
  const value = stored.startsWith('{') ? parseJson(stored) : undefined
  return parseProblem(value) ?? outdatedProblem(value) ?? { problem: 'other/text', text: stored }
}

function outdatedProblem(value: unknown): ProblemDetail | undefined {
  const fields: { problem?: unknown; serverText?: unknown } = typeof value === 'object' ? { ...value } : {}
  const { problem, serverText } = fields
  if (typeof problem !== 'string') return undefined
  return {
    problem: 'other/unknown',
    code: problem,
    ...(typeof serverText === 'string' ? { serverText } : {}),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The parameters of a problem without its code: the extension members of an answer (RFC 9457 §3.2). */
export function getParameters({
  problem: _code,
  ...parameters
}: ProblemDetail): Readonly<Record<string, unknown>> {
  return parameters
}
