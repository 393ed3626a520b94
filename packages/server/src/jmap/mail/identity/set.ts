import { identityWireId } from '@plmail/wire'
import type { IdentityFields, IdentityRefusal, IdentityView } from '../../../mail/index.ts'
import type { JsonObject } from '../../engine/arguments.ts'
import type { Method } from '../../engine/method.ts'
import {
  invalidPatch,
  invalidProperties,
  isBrokenPatch,
  type SetError,
  setRequest,
} from '../../engine/set.ts'
import { setObjects } from '../../engine/set-objects.ts'
import { identityFields } from './fields.ts'
import type { IdentityNeeds } from './get.ts'

/** Identity/set (RFC 8621 §6.3). */
export function identitySet({ identities }: Pick<IdentityNeeds, 'identities'>): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller)
      const { account, ifInState } = request
      const { answer } = await setObjects(identityType, request, context, (objects) =>
        identities.set(context.caller.userId, account.id, objects, ifInState),
      )
      return answer
    },
  }
}

const identityType = {
  wireId: identityWireId,
  readCreation: newIdentity,
  readPatch,
  getId: ({ id }: IdentityView) => id,
  toJson: ({ email: _email, ...rest }: IdentityView) => rest,
  toError,
}

const plain: IdentityFields = { name: '', replyTo: null, bcc: null, textSignature: '', htmlSignature: '' }

function newIdentity({ email, ...json }: JsonObject): ({ email: string } & IdentityFields) | SetError {
  const fields = identityFields(json)
  if ('type' in fields) return fields
  return typeof email === 'string' ? { ...plain, ...fields, email } : invalidProperties(['email'])
}

/** A property is set as a whole: paths into one would lead into a list (RFC 8620 §5.3). */
function readPatch(patch: JsonObject): Partial<IdentityFields> | SetError {
  return isBrokenPatch(patch) ? invalidPatch : identityFields(patch)
}

function toError(why: IdentityRefusal): SetError {
  switch (why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'forbidden-from':
      return {
        type: 'forbiddenFrom', // RFC 8621 §6.3
        properties: ['email'],
        description: { problem: 'identities/own-address-only' },
      }
    case 'invalid-address':
      return invalidProperties(['email'], { problem: 'identities/not-an-address' })
    case 'too-many':
      return { type: 'overQuota', description: { problem: 'identities/too-many' } }
    case 'not-to-be-deleted':
      return { type: 'forbidden', description: { problem: 'identities/first-stays' } }
  }
}
