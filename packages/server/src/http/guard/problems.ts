import { type ProblemDetail, originalLanguage, getParameters } from '@plmail/wire'
import { type ServerCatalogue, catalogueOf, sayProblem } from '@plmail/words'
import { type Language } from '../words/index.ts'

/** Every problem this server answers with, by its status; its title is in the words, what is said beyond that comes with the throw. */
export const problems = {
  'bad-request': 400,
  'signed-out': 401,
  'bad-token': 401,
  'not-allowed': 403,
  'cross-site': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'too-slow': 408,
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  'no-such-range': 416,
  invalid: 422,
  'too-many': 429,
  'headers-too-large': 431,
  failed: 500,
  unavailable: 503,
  'disk-full': 507,
} as const satisfies Record<keyof ServerCatalogue['problemTitles'], number>

export type HttpProblemCode = keyof typeof problems

export interface FieldError {
  /** JSON pointer (RFC 6901) into the request body. */
  pointer: string
  /** The problem of this field, for the person who filled it in. */
  problem: ProblemDetail
}

export interface ProblemOptions {
  /** The explanation; must hold nothing of another user's. */
  detail?: ProblemDetail
  errors?: readonly FieldError[]
  headers?: Readonly<Record<string, string>>
  /** Problem type URI (RFC 9457 §3.1.1), for protocols that define some. */
  type?: string
  /** The limit that was exceeded (RFC 8620 §3.6.1). */
  limit?: string
  cause?: unknown
}

/** Thrown by a route to answer with one of `problems`; the error handler turns it into JSON or a page. */
export class Problem extends Error {
  readonly code: HttpProblemCode
  readonly options: ProblemOptions

  constructor(code: HttpProblemCode, options: ProblemOptions = {}) {
    super(options.detail?.problem ?? catalogueOf(originalLanguage).problemTitles[code], {
      cause: options.cause,
    })
    this.name = 'Problem'
    this.code = code
    this.options = options
  }
}

/** A field error as it is answered. */
interface FieldErrorBody {
  /** JSON pointer (RFC 6901) into the request body. */
  pointer: string
  /** A sentence for the person who filled it in. */
  detail: string
  problem: string
  parameters: Readonly<Record<string, unknown>>
}

/** The body of an RFC 9457 answer. */
export interface ProblemBody {
  type: string
  title: string
  status: number
  detail: string
  /** The code of the detail and its parameters, for clients that say it themselves. */
  problem?: string
  parameters?: Readonly<Record<string, unknown>>
  errors?: readonly FieldErrorBody[]
  limit?: string
  reference: string
}

export function problemBody(
  problem: Problem,
  reference: string,
  language: Language = originalLanguage,
): ProblemBody {
  const title = catalogueOf(language).problemTitles[problem.code]
  const { detail, errors, limit, type } = problem.options
  return {
    type: type ?? 'about:blank',
    title,
    status: problems[problem.code],
    ...(detail ? describeDetail(detail, language) : { detail: `${title}.` }),
    ...(errors && {
      errors: errors.map((error) => ({ pointer: error.pointer, ...describeDetail(error.problem, language) })),
    }),
    ...(limit && { limit }),
    reference,
  }
}

const describeDetail = (detail: ProblemDetail, language: Language) => ({
  detail: sayProblem(language, detail),
  problem: detail.problem,
  parameters: getParameters(detail),
})

/** 429 with `Retry-After` in whole seconds, at least one. */
export function tooMany(detail: ProblemDetail, retryAt: Date, now: Date): Problem {
  return new Problem('too-many', { detail, headers: { 'retry-after': retryAfterSeconds(retryAt, now) } })
}

export function retryAfterSeconds(retryAt: Date, now: Date): string {
  return String(Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000)))
}
