import { capability, type IdentityId, identityWireId } from '@plmail/wire'
import type {
  IdentityFields,
  IdentityOutcome,
  IdentityRefusal,
  IdentityRequest,
} from '../../../mail/index.ts'
import type { JsonObject } from '../arguments.ts'
import { type CallContext, type Method, MethodFailure } from '../method.ts'
import {
  invalidProperties,
  knownId,
  nothingSet,
  setAnswer,
  type SetError,
  type SetOutcome,
  type SetRequest,
  setRequest,
} from '../set.ts'
import { identityFields } from './fields.ts'
import type { IdentityNeeds } from './get.ts'

/** Identity/set (RFC 8621 §6.3). */
export function identitySet({ identities }: Pick<IdentityNeeds, 'identities'>): Method {
  return {
    capability: capability.submission,
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller)
      const { account, ifInState } = request
      const outcome = nothingSet()
      const wanted = wantedOf(request, context, outcome)
      const done = await identities.set(context.caller.userId, account.id, wanted.request, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      report(done, wanted, context, outcome)
      return setAnswer(account, done, outcome)
    },
  }
}

interface Wanted {
  request: IdentityRequest & { create: Array<{ email: string } & IdentityFields> }
  /** The creation ids of `request.create`. */
  names: string[]
}

const plain: IdentityFields = { name: '', replyTo: null, bcc: null, textSignature: '', htmlSignature: '' }

/** What can be asked of the room; the rest is refused in `outcome`. */
function wantedOf(request: SetRequest, context: CallContext, outcome: SetOutcome): Wanted {
  const create: Array<{ email: string } & IdentityFields> = []
  const names: string[] = []
  for (const [name, { email, ...json }] of request.create) {
    const fields = identityFields(json)
    if ('type' in fields) outcome.notCreated.set(name, fields)
    else if (typeof email !== 'string') outcome.notCreated.set(name, invalidProperties(['email']))
    else {
      create.push({ ...plain, ...fields, email })
      names.push(name)
    }
  }
  const destroy = idsOf(request.destroy, context, outcome.notDestroyed)
  const update = updatesOf(request, context, outcome)
  for (const id of destroy) {
    if (update.delete(id)) outcome.notUpdated.set(identityWireId.encode(id), { type: 'willDestroy' })
  }
  return { request: { create, update, destroy }, names }
}

function idsOf(
  texts: readonly string[],
  { createdIds }: CallContext,
  refused: Map<string, SetError>,
): IdentityId[] {
  return texts.flatMap((text) => {
    const id = identityWireId.decode(knownId(text, createdIds))
    if (id === undefined) refused.set(text, { type: 'notFound' })
    return id === undefined ? [] : [id]
  })
}

function updatesOf({ update }: SetRequest, { createdIds }: CallContext, outcome: SetOutcome) {
  const updates = new Map<IdentityId, Partial<IdentityFields>>()
  for (const [text, patch] of update) {
    const id = identityWireId.decode(knownId(text, createdIds))
    const fields = patchedFields(patch)
    if (id === undefined) outcome.notUpdated.set(text, { type: 'notFound' })
    else if ('type' in fields) outcome.notUpdated.set(text, fields)
    else updates.set(id, fields)
  }
  return updates
}

/** A property is set as a whole: paths into one would lead into a list (RFC 8620 §5.3). */
function patchedFields(patch: JsonObject): Partial<IdentityFields> | SetError {
  const isPath = Object.keys(patch).some((key) => key.includes('/'))
  return isPath ? { type: 'invalidPatch' } : identityFields(patch)
}

function report(
  done: IdentityOutcome,
  { request, names }: Wanted,
  context: CallContext,
  outcome: SetOutcome,
): void {
  for (const [index, name] of names.entries()) {
    const made = done.created[index] ?? 'not-found'
    if (typeof made === 'string') outcome.notCreated.set(name, errorOf(made))
    else {
      const id = identityWireId.encode(made.id)
      context.createdIds.set(name, id)
      const { email: _email, ...rest } = made
      outcome.created.set(name, { ...rest, id })
    }
  }
  for (const id of request.update.keys()) {
    const why = done.refusedUpdates.get(id)
    if (why) outcome.notUpdated.set(identityWireId.encode(id), errorOf(why))
    else outcome.updated.set(identityWireId.encode(id), null)
  }
  for (const id of new Set(request.destroy)) {
    const why = done.refusedDestroys.get(id)
    if (why) outcome.notDestroyed.set(identityWireId.encode(id), errorOf(why))
    else outcome.destroyed.push(identityWireId.encode(id))
  }
}

function errorOf(why: IdentityRefusal): SetError {
  switch (why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'forbidden-from':
      return {
        type: 'forbiddenFrom', // RFC 8621 §6.3
        properties: ['email'],
        description: 'The account sends from its own address only',
      }
    case 'too-many':
      return { type: 'overQuota', description: 'There are too many identities' }
    case 'not-to-be-deleted':
      return { type: 'forbidden', description: 'The first identity of an account stays' }
  }
}
