import { capability, mailboxWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Mail } from '../../../mail/index.ts'
import { onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'
import { listedProperties, mailboxJson, mailboxProperties } from './json.ts'

/** Mailbox/get (RFC 8621 §2.1). */
export function mailboxGet({ mail, changes }: { mail: Mail; changes: Changes }): Method {
  return {
    run: async (args, { caller, using }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const allowed = using.has(capability.lists) ? listedProperties : mailboxProperties
      const request = readRequest(args, caller, mailboxWireId, allowed)
      const properties = request.properties ?? new Set(allowed)
      return answerGet(changes, request, mailboxWireId, async () => {
        if (request.ids?.length === 0) return []
        const all = await mail.mailboxes.list(request.account.id)
        const listed = request.ids === null ? all : all.filter((mailbox) => request.ids?.includes(mailbox.id))
        return listed.map((mailbox) => ({ id: mailbox.id, json: pick(mailboxJson(mailbox), properties) }))
      })
    },
  }
}
