import { capability, trustedSenderWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { TrustedSenders } from '../../../mail/index.ts'
import { onlyKnown, personalOf } from '../../engine/arguments.ts'
import { changesMethod } from '../../engine/changes.ts'
import { getAnswer, getRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'
import { trustedSenderJson } from './object.ts'
import { trustedSenderSet } from './set.ts'

export interface TrustedSenderNeeds {
  trustedSenders: TrustedSenders
  changes: Changes
}

/** Senders whose images load without being asked for (trusted-senders extension). */
export function trustedSenderMethods(needs: TrustedSenderNeeds): Array<[string, Method]> {
  const place = { capability: capability.trustedSenders, choose: personalOf }
  return [
    ['TrustedSender/get', trustedSenderGet(needs)],
    ['TrustedSender/changes', changesMethod(needs.changes, 'TrustedSender', trustedSenderWireId, place)],
    ['TrustedSender/set', trustedSenderSet(needs)],
  ]
}

function trustedSenderGet({ trustedSenders, changes }: TrustedSenderNeeds): Method {
  return {
    capability: capability.trustedSenders,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const allowed = ['id', 'address', 'createdAt']
      const request = getRequest(args, caller, trustedSenderWireId, allowed, personalOf)
      return getAnswer(changes, request, trustedSenderWireId, async () => {
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
