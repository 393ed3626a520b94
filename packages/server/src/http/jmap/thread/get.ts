import { capability, emailWireId, threadWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Mail } from '../../../mail/index.ts'
import { invalid, onlyKnown } from '../arguments.ts'
import { getAnswer, getRequest, pick } from '../get.ts'
import type { Method } from '../method.ts'

/** Thread/get (RFC 8621 §3.1). */
export function threadGet({ mail, changes }: { mail: Mail; changes: Changes }): Method {
  return {
    capability: capability.mail,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = getRequest(args, caller, threadWireId, ['id', 'emailIds'])
      const { ids } = request
      if (ids === null) throw invalid('ids', 'given: an account has too many threads to send them all')
      return getAnswer(changes, request, threadWireId, async () => {
        const threads = await mail.read.threads(request.account.id, ids)
        return [...threads].map(([id, emailIds]) => ({
          id,
          json: pick(
            { id: threadWireId.encode(id), emailIds: emailIds.map((one) => emailWireId.encode(one)) },
            request.properties,
          ),
        }))
      })
    },
  }
}
