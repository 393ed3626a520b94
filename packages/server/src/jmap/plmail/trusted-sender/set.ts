import { type TrustedSenderId, trustedSenderWireId } from '@plmail/wire'
import type { TrustedSenderRefusal, TrustedSenders } from '../../../mail/index.ts'
import { readPersonalAccount } from '../../engine/arguments.ts'
import { type CallContext, type Method, MethodFailure } from '../../engine/method.ts'
import {
  invalidProperties,
  resolveCreationId,
  nothingSet,
  setAnswer,
  type SetError,
  type SetOutcome,
  type SetRequest,
  setRequest,
} from '../../engine/set.ts'
import { trustedSenderJson } from './object.ts'

/** TrustedSender/set: creates with `address` and destroys; an entry is never updated. */
export function trustedSenderSet({ trustedSenders }: { trustedSenders: TrustedSenders }): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller, [], readPersonalAccount)
      const outcome = nothingSet()
      for (const [id] of request.update) outcome.notUpdated.set(id, refuseUpdate(id))
      const { names, addresses } = readCreates(request, outcome)
      const destroy = readIds(request.destroy, context, outcome)
      const done = await trustedSenders.set(
        context.caller.userId,
        request.account.id,
        { create: addresses, destroy },
        request.ifInState,
      )
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      for (const [at, name] of names.entries()) {
        const sender = done.created[at] ?? 'no-address'
        if (typeof sender === 'string') outcome.notCreated.set(name, toError(sender))
        else {
          const json = trustedSenderJson(sender)
          context.createdIds.set(name, String(json['id']))
          outcome.created.set(name, json)
        }
      }
      for (const id of destroy) {
        const text = trustedSenderWireId.encode(id)
        if (done.destroyed.includes(id)) outcome.destroyed.push(text)
        else outcome.notDestroyed.set(text, { type: 'notFound' })
      }
      return setAnswer(request.account, done, outcome)
    },
  }
}

function refuseUpdate(id: string): SetError {
  return trustedSenderWireId.decode(id) === undefined
    ? { type: 'notFound' }
    : { type: 'forbidden', description: { problem: 'trusted-senders/never-changed' } }
}

function readCreates({ create }: SetRequest, outcome: SetOutcome): { names: string[]; addresses: string[] } {
  const names: string[] = []
  const addresses: string[] = []
  for (const [name, { address, ...rest }] of create) {
    const unknownNames = Object.keys(rest)
    if (unknownNames.length > 0) outcome.notCreated.set(name, invalidProperties(unknownNames))
    else if (typeof address !== 'string') outcome.notCreated.set(name, invalidProperties(['address']))
    else {
      names.push(name)
      addresses.push(address)
    }
  }
  return { names, addresses }
}

function readIds(
  texts: readonly string[],
  { createdIds }: CallContext,
  outcome: SetOutcome,
): TrustedSenderId[] {
  return texts.flatMap((text) => {
    const id = trustedSenderWireId.decode(resolveCreationId(text, createdIds))
    if (id === undefined) outcome.notDestroyed.set(text, { type: 'notFound' })
    return id === undefined ? [] : [id]
  })
}

function toError(why: TrustedSenderRefusal): SetError {
  return why === 'too-many'
    ? { type: 'overQuota', description: { problem: 'trusted-senders/too-many' } }
    : invalidProperties(['address'], { problem: 'trusted-senders/not-an-address' })
}
