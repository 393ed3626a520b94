import type { JsonObject } from './arguments.ts'
import { type CallContext, MethodFailure } from './method.ts'
import {
  resolveCreationId,
  nothingSet,
  setAnswer,
  type SetError,
  type SetOutcome,
  type SetRequest,
} from './set.ts'

/** The way of a Foo/set whose objects are asked of their room all at once, in one write. */

/** Functions of a type for Foo/set. `Fields` has no property `type`, which distinguishes it from an error. */
export interface SettableType<Id, Fields extends object, Patch extends object, Made, Why> {
  wireId: { encode(id: Id): string; decode(text: unknown): Id | undefined }
  readCreation: (json: JsonObject) => Fields | SetError
  readPatch: (json: JsonObject, id: Id) => Patch | SetError
  /** Returns the answer's properties for a new object besides its id: at least those that the client did not set. */
  toJson: (object: Made, id: string) => JsonObject
  getId: (object: Made) => Id
  toError: (why: Why) => SetError
}

/** The valid objects, left to be requested from the module. */
export interface AskedObjects<Id, Fields, Patch> {
  create: Fields[]
  /** The creation ids of `create`. */
  names: string[]
  update: Map<Id, Patch>
  destroy: Id[]
  /** Whether nothing had to be refused so far. */
  isWhole: boolean
}

/** The module's answer; `created` in the order requested. */
export interface SetObjects<Id, Made, Why> {
  oldState: number
  newState: number
  created: ReadonlyArray<Made | Why>
  refusedUpdates: ReadonlyMap<Id, Why>
  refusedDestroys: ReadonlyMap<Id, Why>
}

/** Runs a whole call; `write` asks the room. Throws `stateMismatch` where the room finds another state. */
export async function setObjects<
  Id,
  Fields extends object,
  Patch extends object,
  Made extends object,
  Why extends string,
  Done extends SetObjects<Id, Made, Why>,
>(
  type: SettableType<Id, Fields, Patch, Made, Why>,
  request: SetRequest,
  context: CallContext,
  write: (objects: AskedObjects<Id, Fields, Patch>) => Promise<Done | 'state-mismatch'>,
): Promise<{ answer: Record<string, unknown>; done: Done }> {
  const outcome = nothingSet()
  const objects = readRequest(type, request, context, outcome)
  const done = await write(objects)
  if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
  recordCreated(type, objects.names, done.created, context, outcome)
  recordRest(type, objects, done, outcome)
  return { answer: setAnswer(request.account, done, outcome), done }
}

/** For rooms that tell what they destroyed: the rest was not there. */
export function refuseUnless<Id>(
  requestedIds: readonly Id[],
  destroyed: ReadonlySet<Id>,
): ReadonlyMap<Id, 'not-found'> {
  return new Map(requestedIds.filter((id) => !destroyed.has(id)).map((id) => [id, 'not-found']))
}

/** The object that `onSuccessSetIsDefault` names: one of this call, or one that was there. */
export function findNamedObject<Id>(
  text: string | undefined,
  { wireId }: Pick<SettableType<Id, object, object, object, never>, 'wireId'>,
  names: readonly string[],
  { createdIds }: CallContext,
): Id | { created: number } | undefined {
  const at = text?.startsWith('#') ? names.indexOf(text.slice(1)) : -1
  return at >= 0 ? { created: at } : wireId.decode(resolveCreationId(text, createdIds))
}

const isSetError = (value: object): value is SetError => 'type' in value

function readRequest<Id, Fields extends object, Patch extends object, Made, Why>(
  { wireId, readCreation, readPatch }: SettableType<Id, Fields, Patch, Made, Why>,
  request: SetRequest,
  { createdIds }: CallContext,
  outcome: SetOutcome,
): AskedObjects<Id, Fields, Patch> {
  const create: Fields[] = []
  const names: string[] = []
  for (const [name, json] of request.create) {
    const fields = readCreation(json)
    if (isSetError(fields)) outcome.notCreated.set(name, fields)
    else {
      names.push(name)
      create.push(fields)
    }
  }
  const update = new Map<Id, Patch>()
  for (const [text, json] of request.update) {
    const id = wireId.decode(resolveCreationId(text, createdIds))
    const patch: Patch | SetError = id === undefined ? { type: 'notFound' } : readPatch(json, id)
    if (isSetError(patch)) outcome.notUpdated.set(text, patch)
    else if (id !== undefined) update.set(id, patch)
  }
  const destroy = request.destroy.flatMap((text) => {
    const id = wireId.decode(resolveCreationId(text, createdIds))
    if (id === undefined) outcome.notDestroyed.set(text, { type: 'notFound' })
    // RFC 8620 §5.3: what is destroyed in the same call is not updated.
    else if (update.delete(id)) outcome.notUpdated.set(text, { type: 'willDestroy' })
    return id === undefined ? [] : [id]
  })
  const isWhole = outcome.notCreated.size + outcome.notUpdated.size + outcome.notDestroyed.size === 0
  return { create, names, update, destroy: [...new Set(destroy)], isWhole }
}

function recordCreated<Id, Made extends object, Why extends string>(
  { wireId, getId, toJson, toError }: SettableType<Id, object, object, Made, Why>,
  names: readonly string[],
  created: ReadonlyArray<Made | Why>,
  { createdIds }: CallContext,
  outcome: SetOutcome,
): void {
  for (const [at, name] of names.entries()) {
    const object = created[at]
    if (object === undefined) throw new Error('a room answers for each object asked for')
    if (typeof object === 'string') outcome.notCreated.set(name, toError(object))
    else {
      const id = wireId.encode(getId(object))
      createdIds.set(name, id)
      outcome.created.set(name, { ...toJson(object, id), id })
    }
  }
}

function recordRest<Id, Made, Why>(
  { wireId, toError }: SettableType<Id, object, object, Made, Why>,
  { update, destroy }: AskedObjects<Id, object, object>,
  done: SetObjects<Id, Made, Why>,
  outcome: SetOutcome,
): void {
  for (const id of update.keys()) {
    const why = done.refusedUpdates.get(id)
    if (why !== undefined) outcome.notUpdated.set(wireId.encode(id), toError(why))
    else outcome.updated.set(wireId.encode(id), null)
  }
  for (const id of destroy) {
    const why = done.refusedDestroys.get(id)
    if (why !== undefined) outcome.notDestroyed.set(wireId.encode(id), toError(why))
    else outcome.destroyed.push(wireId.encode(id))
  }
}
