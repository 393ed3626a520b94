import { quotaWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Mail } from '../../../mail/index.ts'
import { onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'
import { quotaJson, quotaProperties } from './quota.ts'

/** Quota/get (RFC 9425 §4.2). An account whose mail server announces none has none. */
export function quotaGet({ mail, changes }: { mail: Mail; changes: Changes }): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, quotaWireId, quotaProperties)
      return answerGet(changes, request, quotaWireId, async () => {
        const quotas = await mail.quotas.list(request.account.id)
        return quotas
          .filter(({ id }) => request.ids === null || request.ids.includes(id))
          .map((quota) => ({ id: quota.id, json: pick(quotaJson(quota), request.properties) }))
      })
    },
  }
}
