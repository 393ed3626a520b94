import type { EmulatedAnswer } from '../../http/answer.ts'

interface Reason {
  status: number
  reason: string
  message: string
  domain?: string
  /** The canonical status; absent where Google leaves it out [F]. */
  canonical?: string
  location?: { kind: 'header' | 'parameter'; name: string }
  /** `details[0].reason`. */
  detail?: string
}

/** A refusal on its way to the client in Google's envelope. */
export class Refusal extends Error {
  readonly answer: EmulatedAnswer

  constructor(of: Reason) {
    super(of.message)
    const error = {
      domain: of.domain ?? 'global',
      reason: of.reason,
      message: of.message,
      ...(of.location && { locationType: of.location.kind, location: of.location.name }),
    }
    const details = of.detail && [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: of.detail, domain: 'googleapis.com' },
    ]
    this.answer = {
      status: of.status,
      body: {
        error: {
          code: of.status,
          message: of.message,
          errors: [error],
          ...(of.canonical && { status: of.canonical }),
          ...(details && { details }),
        },
      },
    }
  }
}

export const invalidArgument = (message: string): Refusal =>
  new Refusal({ status: 400, reason: 'invalidArgument', message, canonical: 'INVALID_ARGUMENT' })

/** The same words for a message, a thread, a draft and a history id that are not there [D]. */
export const notFound = (): Refusal =>
  new Refusal({
    status: 404,
    reason: 'notFound',
    message: 'Requested entity was not found.',
    canonical: 'NOT_FOUND',
  })

export const noMailbox = (): Refusal =>
  new Refusal({
    status: 400,
    reason: 'failedPrecondition',
    message: 'Mail service not enabled',
    canonical: 'FAILED_PRECONDITION',
  })

export const badToken = (): Refusal =>
  new Refusal({
    status: 401,
    reason: 'authError',
    message: 'Invalid Credentials',
    canonical: 'UNAUTHENTICATED',
    location: { kind: 'header', name: 'Authorization' },
  })

export const missingScope = (): Refusal =>
  new Refusal({
    status: 403,
    reason: 'insufficientPermissions',
    message: 'Request had insufficient authentication scopes.',
    canonical: 'PERMISSION_DENIED',
    detail: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  })

export const forbidden = (message: string): Refusal =>
  new Refusal({ status: 403, reason: 'forbidden', message, canonical: 'PERMISSION_DENIED' })

/** No Retry-After: the time stands in the sentence [F]. */
export const throttled = (until: Date): Refusal =>
  new Refusal({
    status: 403,
    reason: 'userRateLimitExceeded',
    message: `User-rate limit exceeded.  Retry after ${until.toISOString()}`,
    domain: 'usageLimits',
  })

/** The other shape in which the same thing is met, without any time [F]. */
export const throttledWithoutTime = (): Refusal =>
  new Refusal({
    status: 429,
    reason: 'rateLimitExceeded',
    message: "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user'.",
    domain: 'usageLimits',
    canonical: 'RESOURCE_EXHAUSTED',
    detail: 'RATE_LIMIT_EXCEEDED',
  })

export const tooManyAtOnce = (): Refusal =>
  new Refusal({
    status: 429,
    reason: 'rateLimitExceeded',
    message: 'Too many concurrent requests for user.',
    domain: 'usageLimits',
    canonical: 'RESOURCE_EXHAUSTED',
  })
