import { identityWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Identities, IdentityView } from '../../../mail/index.ts'
import { onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'

export interface IdentityNeeds {
  identities: Identities
  changes: Changes
}

const properties = ['id', 'name', 'email', 'replyTo', 'bcc', 'textSignature', 'htmlSignature', 'mayDelete']

/** Identity/get (RFC 8621 §6.1). */
export function identityGet({ identities, changes }: IdentityNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, identityWireId, properties)
      // before the state is read, because the first time makes one
      const all = await identities.list(request.account.id)
      return answerGet(changes, request, identityWireId, async () => {
        const listed = request.ids === null ? all : all.filter(({ id }) => request.ids?.includes(id))
        return listed.map((identity) => ({
          id: identity.id,
          json: pick(toJson(identity), request.properties),
        }))
      })
    },
  }
}

const toJson = (identity: IdentityView): Record<string, unknown> => ({
  ...identity,
  id: identityWireId.encode(identity.id),
})
