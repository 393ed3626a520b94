import { isUtf8 } from 'node:buffer'
import type { Invocation, ProblemDetail } from '@plmail/wire'
import { Problem } from '../../http/guard/index.ts'
import { isObject } from './arguments.ts'
import { limits } from './limits.ts'
import { hasContainersWithin, isNestedWithin } from './request-cost.ts'

/** A request that can be worked on. */
export interface ParsedRequest {
  using: Set<string>
  calls: Invocation[]
  createdIds: Map<string, string>
  /** RFC 8620 §3.4: answered only when the client sent some. */
  wantsCreatedIds: boolean
}

/** Why a request as a whole cannot be worked on (RFC 8620 §3.6.1). */
const problem = (name: string, detail: ProblemDetail, limit?: string): Problem =>
  new Problem('bad-request', {
    type: `urn:ietf:params:jmap:error:${name}`,
    detail,
    ...(limit === undefined ? {} : { limit }),
  })

// Far more than any method takes, and far less than what brings a recursive function to its end.
const deepest = 64
/** A thousand objects of two hundred parts each. */
const maxContainers = 200_000

export function parseRequest(
  contentType: string,
  body: Buffer,
  usable: ReadonlySet<string>,
): ParsedRequest | Problem {
  if (!/^application\/json\s*(;|$)/i.test(contentType))
    return problem('notJSON', { problem: 'jmap/not-json-type' })
  if (!hasContainersWithin(body, maxContainers))
    return problem('limit', { problem: 'jmap/too-many-containers' }, 'maxSizeRequest')
  const json = parseJson(body)
  if (json === notJson) return problem('notJSON', { problem: 'jmap/not-json' })
  if (!isObject(json)) return problem('notRequest', { problem: 'jmap/not-a-request' })
  if (!isNestedWithin(json, deepest))
    return problem('notRequest', { problem: 'jmap/too-deep', most: deepest })
  const { using, methodCalls, createdIds } = json
  if (!isStrings(using)) return problem('notRequest', { problem: 'jmap/using' })
  if (!Array.isArray(methodCalls) || !methodCalls.every(isInvocation))
    return problem('notRequest', { problem: 'jmap/method-calls' })
  if (createdIds !== undefined && createdIds !== null && !isStringMap(createdIds))
    return problem('notRequest', { problem: 'jmap/created-ids' })
  const unknown = using.find((capability) => !usable.has(capability))
  if (unknown !== undefined)
    return problem('unknownCapability', { problem: 'jmap/unknown-capability', capability: unknown })
  const most = limits.maxCallsInRequest
  if (methodCalls.length > most)
    return problem('limit', { problem: 'jmap/too-many-calls', most }, 'maxCallsInRequest')
  return {
    using: new Set(using),
    calls: methodCalls,
    createdIds: new Map(Object.entries(createdIds ?? {})),
    wantsCreatedIds: createdIds !== undefined && createdIds !== null,
  }
}

const notJson = Symbol('not JSON')

function parseJson(body: Buffer): unknown {
  try {
    return isUtf8(body) ? (JSON.parse(body.toString('utf8', hasMark(body) ? 3 : 0)) as unknown) : notJson
  } catch {
    return notJson
  }
}

/** RFC 8259 §8.1: a byte order mark may be ignored. */
const hasMark = (body: Buffer): boolean => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isStringMap = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((item) => typeof item === 'string')

function isInvocation(value: unknown): value is Invocation {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [name, args, id] = value as unknown[]
  return typeof name === 'string' && isObject(args) && typeof id === 'string'
}
