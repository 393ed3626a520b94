import type { Invocation } from '@plmail/wire'
import { isObject } from './arguments.ts'
import { type Arguments, MethodFailure } from './method.ts'
import { type WeightBudget, charge } from './request-cost.ts'

/**
 * Replaces `#name` arguments by what they point to in earlier answers (RFC 8620 §3.7).
 * Throws `invalidResultReference`, `invalidArguments` when both `name` and `#name` are given, or `requestTooLarge`.
 */
export function resolveReferences(
  args: Arguments,
  responses: readonly Invocation[],
  budget: WeightBudget,
): Arguments {
  const resolved: Array<[string, unknown]> = []
  for (const [key, value] of Object.entries(args)) {
    if (!key.startsWith('#')) {
      resolved.push([key, value])
      continue
    }
    const name = key.slice(1)
    if (Object.hasOwn(args, name))
      throw new MethodFailure('invalidArguments', `${name} is given both directly and as a reference`)
    const target = follow(value, responses)
    charge(budget, target)
    resolved.push([name, target])
  }
  return Object.fromEntries(resolved)
}

function follow(reference: unknown, responses: readonly Invocation[]): unknown {
  if (!isObject(reference)) throw new MethodFailure('invalidResultReference', 'Not a ResultReference')
  const { resultOf, name, path } = reference
  if (typeof resultOf !== 'string' || typeof name !== 'string' || typeof path !== 'string')
    throw new MethodFailure('invalidResultReference', 'A ResultReference has resultOf, name and path')
  const response = responses.find(([responseName, , id]) => id === resultOf && responseName === name)
  if (!response) throw new MethodFailure('invalidResultReference', `No answer ${name} with id ${resultOf}`)
  return evaluate(response[1], pointer(path))
}

/** RFC 6901 with `~1` and `~0`, the latter last. */
function pointer(path: string): string[] {
  if (path === '') return []
  if (!path.startsWith('/')) throw new MethodFailure('invalidResultReference', 'path is no JSON pointer')
  return path
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function evaluate(value: unknown, tokens: readonly string[]): unknown {
  const [token, ...rest] = tokens
  if (token === undefined) return value
  if (Array.isArray(value)) {
    const items = value as unknown[]
    // `*` maps over the list and flattens one level, so lists of lists become one list.
    if (token === '*') return items.flatMap((item) => evaluate(item, rest))
    const index = /^(0|[1-9][0-9]*)$/.test(token) ? Number(token) : -1
    if (index < 0 || index >= items.length) throw missing(token)
    return evaluate(items[index], rest)
  }
  if (!isObject(value) || !Object.hasOwn(value, token)) throw missing(token)
  return evaluate(value[token], rest)
}

const missing = (token: string) => new MethodFailure('invalidResultReference', `The path ends at ${token}`)
