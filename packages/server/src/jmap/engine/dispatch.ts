import type { Invocation, JmapResponse } from '@plmail/wire'
import { isDiskFull } from '../../kit/disk-full.ts'
import type { Log } from '../../kit/log.ts'
import { type Arguments, type Caller, type CallContext, MethodFailure, type ReadAhead } from './method.ts'
import type { MethodTable, RegisteredMethod } from './method-table.ts'
import { resolveReferences } from './references.ts'
import type { ParsedRequest } from './request.ts'
import { type WeightBudget, newBudget } from './request-cost.ts'

export interface Dispatcher {
  methods: MethodTable
  /** See `CallContext.origin`. */
  origin(): string
  log: Log
  /** A reference that the log and the answer to an unexpected failure share. */
  reference(): string
}

/** Runs the calls in order; each answers or fails on its own. */
export async function dispatch(
  dispatcher: Dispatcher,
  request: ParsedRequest,
  caller: Caller,
  sessionState: string,
): Promise<JmapResponse> {
  const responses: Invocation[] = []
  const followers: Array<[string, Arguments]> = []
  let left: ReadAhead | undefined
  const context: CallContext = {
    caller,
    origin: dispatcher.origin,
    using: request.using,
    createdIds: request.createdIds,
    followWith: (name, args) => void followers.push([name, args]),
    leave: (ahead) => void (left = ahead),
  }
  const budget = newBudget()
  for (const [index, call] of request.calls.entries()) {
    context.next = request.calls[index + 1]
    context.readAhead = left
    left = undefined
    responses.push(await answer(dispatcher, call, context, responses, budget))
    for (const [name, args] of followers.splice(0)) {
      // Named by us, so neither `using` nor references are judged again.
      responses.push(await outcome(dispatcher, name, call[2], (method) => method.run(args, context)))
    }
  }
  return {
    methodResponses: responses,
    sessionState,
    ...(request.wantsCreatedIds ? { createdIds: Object.fromEntries(context.createdIds) } : {}),
  }
}

function answer(
  dispatcher: Dispatcher,
  [name, args, id]: Invocation,
  context: CallContext,
  responses: readonly Invocation[],
  budget: WeightBudget,
): Promise<Invocation> {
  return outcome(dispatcher, name, id, (method) => {
    if (!method.openedBy.some((uri) => context.using.has(uri))) throw new MethodFailure('unknownMethod')
    if (method.writes && !context.caller.mayWrite)
      throw new MethodFailure('accountReadOnly', { problem: 'request/read-only-credentials' })
    return method.run(resolveReferences(args, responses, budget), context)
  })
}

const diskFull = { problem: 'request/disk-full' } as const

async function outcome(
  dispatcher: Dispatcher,
  name: string,
  id: string,
  run: (method: RegisteredMethod) => Promise<Record<string, unknown>>,
): Promise<Invocation> {
  try {
    const method = dispatcher.methods.get(name)
    if (!method) throw new MethodFailure('unknownMethod')
    return [name, await run(method), id]
  } catch (error) {
    if (error instanceof MethodFailure) return ['error', { type: error.type, ...error.extra }, id]
    const reference = dispatcher.reference()
    dispatcher.log.failure('http.failed', error, { reference, method: name })
    if (isDiskFull(error)) return ['error', { type: 'serverUnavailable', description: diskFull }, id]
    const description = { problem: 'request/failed-with-reference', reference } as const
    return ['error', { type: 'serverFail', description }, id]
  }
}
