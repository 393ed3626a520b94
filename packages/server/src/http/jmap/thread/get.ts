import { capability, emailWireId, threadWireId } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import { invalid, onlyKnown } from '../arguments.ts'
import { answerOf, getRequest, pick } from '../get.ts'
import type { Method } from '../method.ts'

/** Thread/get (RFC 8621 §3.1). */
export function threadGet({ mail }: { mail: Mail }): Method {
  return {
    capability: capability.mail,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = getRequest(args, caller, threadWireId, ['id', 'emailIds'])
      const { ids } = request
      if (ids === null) throw invalid('ids', 'given: an account has too many threads to send them all')
      const { state, found } = await mail.read.threads(request.account.id, ids)
      const threads = [...found].map(([id, emailIds]) => ({
        id,
        json: pick(
          { id: threadWireId.encode(id), emailIds: emailIds.map((one) => emailWireId.encode(one)) },
          request.properties,
        ),
      }))
      return answerOf(request, threadWireId, state, threads)
    },
  }
}
