import { capability, emailWireId, type ThreadId, threadWireId } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import { onlyKnown } from '../arguments.ts'
import { answerOf, getRequest, pick } from '../get.ts'
import { limits } from '../limits.ts'
import { type JmapAccount, type Method, MethodFailure } from '../method.ts'

/** Thread/get (RFC 8621 §3.1). */
export function threadGet({ mail }: { mail: Mail }): Method {
  return {
    capability: capability.mail,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = getRequest(args, caller, threadWireId, ['id', 'emailIds'])
      const ids = request.ids ?? (await allIds(mail, request.account))
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

/** Every thread, when there are few enough to be given at once (RFC 8620 §5.1). */
async function allIds(mail: Mail, account: JmapAccount): Promise<ThreadId[]> {
  const ids = await mail.read.threadIds(account.id, limits.maxObjectsInGet + 1)
  if (ids.length > limits.maxObjectsInGet)
    throw new MethodFailure('requestTooLarge', `There are more than ${limits.maxObjectsInGet} threads`)
  return ids
}
