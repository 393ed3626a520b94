import {
  accountWireId,
  capability,
  type Category,
  emailWireId,
  isCategory,
  mailboxWireId,
  threadWireId,
} from '@plmail/wire'
import { isSplittable, type ListItem, type ListWanted, type Mail } from '../../../mail/index.ts'
import { readAccount, readBoolean, readInt, invalid, onlyKnown } from '../../engine/arguments.ts'
import { categoryNames } from '../../mail/email/category.ts'
import { limits } from '../../engine/limits.ts'
import type { Arguments, Caller, Method } from '../../engine/method.ts'
import { roles } from '../../mail/roles.ts'
import { writeUtcDate } from '../../engine/utc-date.ts'

/** List/query: the conversations of one list, over every mail account the caller may use or in one of them. */
export function listQuery({ mail }: { mail: Mail }): Method {
  return {
    run: async (args, { caller, using }) => {
      onlyKnown(args, [...listArguments(using), 'position', 'limit'])
      const { wanted, within } = readList(args, caller)
      const position = readInt(args, 'position', 0, 0)
      const limit = Math.min(readInt(args, 'limit', 50, 0), limits.maxObjectsInGet)
      const page = await mail.read.list(caller.userId, wanted, { position, limit, within })
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

/** Returns the arguments that identify a list; its part of one category is available with the categories extension. */
export const listArguments = (using: ReadonlySet<string>): string[] => [
  'role',
  'accountId',
  'mailboxId',
  'isUnread',
  ...(using.has(capability.categories) ? ['category'] : []),
]

/** The list that is named: a role, in one account or all, or a mailbox of an account. */
export function readList(args: Arguments, caller: Caller) {
  const hasAccount = args['accountId'] !== undefined && args['accountId'] !== null
  const within = hasAccount ? [readAccount(args, caller).id] : [...caller.accounts.keys()]
  const isUnread = readBoolean(args, 'isUnread', false)
  const category = readCategory(args)
  const wanted: ListWanted = { ...which(args, hasAccount), isUnread, ...(category ? { category } : {}) }
  if (category) mustBeSplittable(wanted)
  return { wanted, within }
}

function readCategory({ category }: Arguments): Category | undefined {
  if (category === undefined || category === null) return undefined
  if (!isCategory(category)) throw invalid('category', categoryNames)
  return category
}

/** Views have no rows of their own, and snoozed mail has another order. */
export function mustBeSplittable(wanted: ListWanted): void {
  if ('role' in wanted && !isSplittable(wanted.role)) throw invalid('role', 'one whose list has categories')
}

function which({ role, mailboxId }: Arguments, hasAccount: boolean) {
  if (mailboxId === undefined || mailboxId === null) {
    const knownRole = roles.find((candidate) => candidate === role)
    if (knownRole === undefined) throw invalid('role', `one of ${roles.join(', ')}`)
    return { role: knownRole }
  }
  const id = mailboxWireId.decode(mailboxId)
  if (id === undefined || role !== undefined)
    throw invalid('mailboxId', 'the id of a mailbox, without a role')
  if (!hasAccount) throw invalid('accountId', 'the account of the mailbox')
  return { mailboxId: id }
}

const toJson = (item: ListItem) => ({
  accountId: accountWireId.encode(item.accountId),
  threadId: threadWireId.encode(item.threadId),
  emailId: emailWireId.encode(item.emailId),
  newestAt: writeUtcDate(item.newestAt),
  listedAt: writeUtcDate(item.listedAt),
  total: item.total,
  unread: item.unread,
})

function byAccount(items: readonly ListItem[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {}
  for (const item of items) {
    const id = accountWireId.encode(item.accountId)
    groups[id] = [...(groups[id] ?? []), emailWireId.encode(item.emailId)]
  }
  return groups
}
