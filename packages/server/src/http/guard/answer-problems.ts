import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull } from '../../kit/disk-full.ts'
import type { Log } from '../../kit/log.ts'
import type { Random } from '../../kit/random.ts'
import type { Language } from '../words/index.ts'
import {
  type FieldError,
  Problem,
  type ProblemBody,
  type HttpProblemCode,
  problemBody,
  problems,
} from './problems.ts'
import { policies } from './security-headers.ts'
import { negotiateLanguage } from './request-language.ts'

export interface ProblemNeeds {
  log: Log
  random: Random
  /** The page a browser gets instead of JSON. */
  renderPage(body: ProblemBody, language: Language): string
}

/** Makes whatever a route throws into one answer with a reference, which the log carries too. */
export function answerProblems(app: FastifyInstance, needs: ProblemNeeds): void {
  app.setErrorHandler((error, request, reply) => answerProblem(needs, toProblem(error), request, reply))
}

export function answerProblem(
  { log, random, renderPage }: ProblemNeeds,
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = negotiateLanguage(request)
  const body = problemBody(problem, random(6).toString('hex'), language)
  // The route's pattern, not the address: addresses carry tokens.
  const fields = {
    reference: body.reference,
    status: body.status,
    code: problem.code,
    method: request.method,
    route: request.routeOptions.url ?? null,
  }
  if (body.status >= 500) log.failure('http.failed', problem.cause ?? problem, fields)
  else log.event('http.refused', fields)
  void reply.code(body.status).headers({ 'cache-control': 'no-store', ...problem.options.headers })
  if (!wantsPage(request)) {
    // As bytes, because the framework adds a charset to text, which this type does not have (RFC 9457 §3).
    return reply.type('application/problem+json').send(Buffer.from(JSON.stringify(body)))
  }
  void reply.header('content-security-policy', policies.page)
  return reply.type('text/html; charset=utf-8').send(renderPage(body, language))
}

/** A person looks at the answer, not a program: a browser's own navigation. */
function wantsPage(request: FastifyRequest): boolean {
  if (/^\/(api|device|jmap|healthz)(\/|$|\?)/.test(request.url)) return false
  if (/^\/(install|invite|password|login|2fa|logout|oauth)(\/|$|\?)/.test(request.url)) return true
  return (request.headers.accept ?? '').includes('text/html')
}

const byFastifyCode: Readonly<Record<string, HttpProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-type',
}

const byStatus: Readonly<Record<number, HttpProblemCode>> = Object.fromEntries(
  (Object.keys(problems) as HttpProblemCode[]).reverse().map((code) => [problems[code], code]),
)

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDiskFull(error)) return new Problem('disk-full', { cause: error })
  const { code, statusCode, validation, validationContext } = readable(error)
  if (validation !== undefined && validationContext === 'body') {
    return new Problem('invalid', { errors: validation, cause: error })
  }
  const problemCode =
    byFastifyCode[code ?? ''] ?? (statusCode !== undefined ? byStatus[statusCode] : undefined)
  if (problemCode !== undefined && problems[problemCode] < 500)
    return new Problem(problemCode, { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('bad-request', { cause: error })
  }
  return new Problem('failed', {
    detail: { problem: 'request/failed' },
    cause: error,
  })
}

interface Readable {
  code?: string
  statusCode?: number
  validation?: FieldError[]
  validationContext?: string
}

/** Reads the properties that Fastify and its plugins put on errors; none is sure to exist. */
function readable(error: unknown): Readable {
  if (!(error instanceof Error)) return {}
  const { code, statusCode, validation, validationContext } = error as Error & Record<string, unknown>
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof statusCode === 'number' && { statusCode }),
    ...(typeof validationContext === 'string' && { validationContext }),
    ...(Array.isArray(validation) && { validation: validation.map(toFieldError) }),
  }
}

function toFieldError(failure: { instancePath?: unknown }): FieldError {
  return { pointer: String(failure.instancePath ?? ''), problem: { problem: 'request/unusable' } }
}
