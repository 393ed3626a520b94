import { accountWireId } from '@plmail/wire'
import {
  type AccountChoice,
  readAccount,
  readIds,
  type JsonObject,
  readObjects,
  onlyKnown,
  optionalString,
} from './arguments.ts'
import { withinSetLimit } from './arguments.ts'
import { limits } from './limits.ts'
import {
  type Arguments,
  type Caller,
  type JmapAccount,
  MethodFailure,
  type ErrorDescription,
} from './method.ts'

/** Parts shared by every Foo/set (RFC 8620 §5.3): its arguments, its errors for one object, its answer. */

export interface SetRequest {
  account: JmapAccount
  /** By creation id. */
  create: Array<[string, JsonObject]>
  update: Array<[string, JsonObject]>
  destroy: string[]
  /** Nothing may be done unless the account is in this state. */
  ifInState: number | undefined
}

/** `more` are arguments that the type adds. Throws `requestTooLarge` above maxObjectsInSet, all kinds together. */
export function setRequest(
  args: Arguments,
  caller: Caller,
  more: readonly string[] = [],
  choose: AccountChoice = readAccount,
): SetRequest {
  onlyKnown(args, ['accountId', 'ifInState', 'create', 'update', 'destroy', ...more])
  const account = choose(args, caller)
  const create = readObjects(args, 'create')
  const update = readObjects(args, 'update')
  const destroy = readIds(args, 'destroy', limits.maxObjectsInSet) ?? []
  withinSetLimit(create.length + update.length + destroy.length)
  return { account, create, update, destroy, ifInState: expectedState(args, 'ifInState') }
}

/** The state a client believes the account to be in; what cannot be one is a mismatch. */
export function expectedState(args: Arguments, name: string): number | undefined {
  const text = optionalString(args, name)
  if (text === undefined) return undefined
  const state = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(state)) throw new MethodFailure('stateMismatch')
  return state
}

/** Why one object was refused. */
export interface SetError {
  type: string
  description?: ErrorDescription | undefined
  properties?: string[]
}

/**
 * Whether a PatchObject breaks a rule of its own (RFC 8620 §5.3): a path into a value that is no object, or one that
 * leads through another. `objects` are the properties that hold an object of plain values; all others hold none.
 */
export function isBrokenPatch(patch: JsonObject, objects: readonly string[] = []): boolean {
  return Object.keys(patch).some((path) => {
    const [property = '', ...more] = path.split('/')
    if (more.length === 0) return false
    return more.length > 1 || !objects.includes(property) || Object.hasOwn(patch, property)
  })
}

export const invalidPatch: SetError = { type: 'invalidPatch' }

export const invalidProperties = (properties: string[], description?: ErrorDescription): SetError => ({
  type: 'invalidProperties',
  properties,
  ...(description === undefined ? {} : { description }),
})

/** Outcome for every object of a request, by creation id or id. */
export interface SetOutcome {
  created: Map<string, Record<string, unknown>>
  notCreated: Map<string, SetError>
  /** Null, or the properties that changed beside those the client set. */
  updated: Map<string, Record<string, unknown> | null>
  notUpdated: Map<string, SetError>
  destroyed: string[]
  notDestroyed: Map<string, SetError>
}

export const nothingSet = (): SetOutcome => ({
  created: new Map(),
  notCreated: new Map(),
  updated: new Map(),
  notUpdated: new Map(),
  destroyed: [],
  notDestroyed: new Map(),
})

export function setAnswer(
  account: JmapAccount,
  states: { oldState: number; newState: number },
  outcome: SetOutcome,
): Record<string, unknown> {
  return {
    accountId: accountWireId.encode(account.id),
    oldState: String(states.oldState),
    newState: String(states.newState),
    ...setResults(outcome),
  }
}

/** The part of the answer that tells of the objects: all of it for types that belong to no account. */
export function setResults(outcome: SetOutcome): Record<string, unknown> {
  return {
    created: orNull(outcome.created),
    notCreated: orNull(outcome.notCreated),
    updated: orNull(outcome.updated),
    notUpdated: orNull(outcome.notUpdated),
    destroyed: outcome.destroyed.length === 0 ? null : outcome.destroyed,
    notDestroyed: orNull(outcome.notDestroyed),
  }
}

const orNull = <T>(map: ReadonlyMap<string, T>): Record<string, T> | null =>
  map.size === 0 ? null : Object.fromEntries(map)

/** An id, or the one that `#name` became earlier in the request (RFC 8620 §5.3); undefined when it became none. */
export function resolveCreationId(
  text: unknown,
  createdIds: ReadonlyMap<string, string>,
): string | undefined {
  if (typeof text !== 'string') return undefined
  return text.startsWith('#') ? createdIds.get(text.slice(1)) : text
}

/**
 * The entries in an order in which nothing comes before what it names by `#creationId`. What waits for itself comes
 * last, in the order given.
 */
export function inOrderOfReference(
  create: ReadonlyArray<[string, JsonObject]>,
  readReference: (json: JsonObject) => unknown,
): Array<[string, JsonObject]> {
  const ordered: Array<[string, JsonObject]> = []
  let waiting = [...create]
  for (let before = -1; before !== waiting.length;) {
    before = waiting.length
    const names = new Set(waiting.map(([name]) => `#${name}`))
    const isReady = ([, json]: [string, JsonObject]) => !names.has(readReference(json) as string)
    ordered.push(...waiting.filter(isReady))
    waiting = waiting.filter((creation) => !isReady(creation))
  }
  return [...ordered, ...waiting]
}
