import { accountWireId, capability, emailWireId, threadWireId } from '@plmail/wire'
import type { ListItem, Mail } from '../../../mail/index.ts'
import { intOf, invalid, onlyKnown } from '../arguments.ts'
import { limits } from '../limits.ts'
import type { Method } from '../method.ts'
import { roles } from '../roles.ts'

/** List/query: the conversations of one role over every mail account the caller may use, newest first. */
export function listQuery({ mail }: { mail: Mail }): Method {
  return {
    capability: capability.lists,
    run: async (args, { caller }) => {
      onlyKnown(args, ['role', 'position', 'limit'])
      const role = roles.find((one) => one === args['role'])
      if (role === undefined) throw invalid('role', `one of ${roles.join(', ')}`)
      const position = intOf(args, 'position', 0, 0)
      const limit = Math.min(intOf(args, 'limit', 50, 0), limits.maxObjectsInGet)
      const page = await mail.read.list(caller.userId, role, {
        ...{ position, limit },
        within: [...caller.accounts.keys()],
      })
      return {
        items: page.items.map(toJson),
        total: page.total,
        byAccount: byAccount(page.items),
        states: Object.fromEntries(
          [...page.states].map(([id, state]) => [accountWireId.encode(id), String(state)]),
        ),
      }
    },
  }
}

const toJson = (item: ListItem) => ({
  accountId: accountWireId.encode(item.accountId),
  threadId: threadWireId.encode(item.threadId),
  emailId: emailWireId.encode(item.emailId),
  newestAt: utc(item.newestAt),
  total: item.total,
  unread: item.unread,
})

/** UTCDate without a fraction of a second (RFC 8620 §1.4). */
export const utc = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

function byAccount(items: readonly ListItem[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {}
  for (const item of items) {
    const id = accountWireId.encode(item.accountId)
    groups[id] = [...(groups[id] ?? []), emailWireId.encode(item.emailId)]
  }
  return groups
}
