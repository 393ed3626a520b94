import { trustedSenderWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { TrustedSenders } from '../../../mail/index.ts'
import { onlyKnown, readPersonalAccount } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'
import { trustedSenderJson } from './object.ts'

export interface TrustedSenderNeeds {
  trustedSenders: TrustedSenders
  changes: Changes
}

/** TrustedSender/get. */
export function trustedSenderGet({ trustedSenders, changes }: TrustedSenderNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const allowed = ['id', 'address', 'createdAt']
      const request = readRequest(args, caller, trustedSenderWireId, allowed, readPersonalAccount)
      return answerGet(changes, request, trustedSenderWireId, async () => {
        const all = await trustedSenders.list(request.account.id)
        const listed = request.ids === null ? all : all.filter(({ id }) => request.ids?.includes(id))
        return listed.map((sender) => ({
          id: sender.id,
          json: pick(trustedSenderJson(sender), request.properties),
        }))
      })
    },
  }
}
