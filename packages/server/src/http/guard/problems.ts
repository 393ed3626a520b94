/** Every problem this server answers with: status and title; what is said beyond that comes with the throw. */
export const problems = {
  'bad-request': { status: 400, title: 'The request cannot be read' },
  'signed-out': { status: 401, title: 'Not signed in' },
  'bad-token': { status: 401, title: 'No valid token' },
  'not-allowed': { status: 403, title: 'Not allowed' },
  'cross-site': { status: 403, title: 'The request comes from another site' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not available in the form asked for' },
  'too-slow': { status: 408, title: 'The request took too long' },
  conflict: { status: 409, title: 'Not possible right now' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-type': { status: 415, title: 'Content type not understood' },
  'no-such-range': { status: 416, title: 'Not that long' },
  invalid: { status: 422, title: 'Some values cannot be used' },
  'too-many': { status: 429, title: 'Too many attempts' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  failed: { status: 500, title: 'Something went wrong here' },
  unavailable: { status: 503, title: 'Not available right now' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

export interface FieldError {
  /** JSON pointer (RFC 6901) into the request body. */
  pointer: string
  /** A sentence for the person who filled it in. */
  detail: string
}

export interface ProblemOptions {
  /** A sentence for the person; must not contain anything of another user's. */
  detail?: string
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
  readonly code: ProblemCode
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? problems[code].title, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.options = options
  }
}

/** The body of an RFC 9457 answer. */
export interface ProblemBody {
  type: string
  title: string
  status: number
  detail: string
  errors?: readonly FieldError[]
  limit?: string
  reference: string
}

export function problemBody(problem: Problem, reference: string): ProblemBody {
  const { status, title } = problems[problem.code]
  const { detail, errors, limit, type } = problem.options
  return {
    type: type ?? 'about:blank',
    title,
    status,
    detail: detail ?? `${title}.`,
    ...(errors && { errors }),
    ...(limit && { limit }),
    reference,
  }
}

/** 429 with `Retry-After` in whole seconds, at least one. */
export function tooMany(detail: string, retryAt: Date, now: Date): Problem {
  return new Problem('too-many', { detail, headers: { 'retry-after': retryAfterSeconds(retryAt, now) } })
}

export function retryAfterSeconds(retryAt: Date, now: Date): string {
  return String(Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000)))
}
