import { capability, type Invocation, type JmapResponse } from '@plmail/wire'
import type { Log } from '../../kit/log.ts'
import { type Caller, type CallContext, type Method, MethodFailure } from './method.ts'
import { resolveReferences } from './references.ts'
import type { ParsedRequest } from './request.ts'

export interface Dispatcher {
  methods: ReadonlyMap<string, Method>
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
  const context: CallContext = { caller, using: request.using, createdIds: request.createdIds }
  for (const call of request.calls) responses.push(await answer(dispatcher, call, context, responses))
  return {
    methodResponses: responses,
    sessionState,
    ...(request.wantsCreatedIds ? { createdIds: Object.fromEntries(context.createdIds) } : {}),
  }
}

async function answer(
  dispatcher: Dispatcher,
  [name, args, id]: Invocation,
  context: CallContext,
  responses: readonly Invocation[],
): Promise<Invocation> {
  try {
    const method = dispatcher.methods.get(name)
    if (!method || !mayUse(method.capability, context.using)) throw new MethodFailure('unknownMethod')
    return [name, await method.run(resolveReferences(args, responses), context), id]
  } catch (error) {
    if (error instanceof MethodFailure) return ['error', { type: error.type, ...error.extra }, id]
    const reference = dispatcher.reference()
    dispatcher.log.failure('http.failed', error, { reference, method: name })
    const description = `Something went wrong here. Reference ${reference}`
    return ['error', { type: 'serverFail', description }, id]
  }
}

/**
 * A method is there when its capability is named. Core/echo alone belongs to core; real clients name core
 * and mail for all of RFC 8621, which is one capability here.
 */
function mayUse(needed: string, using: ReadonlySet<string>): boolean {
  return using.has(needed) || (needed === capability.core && using.size > 0)
}
