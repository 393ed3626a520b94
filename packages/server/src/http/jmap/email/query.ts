import { accountWireId, capability, emailWireId, type MailboxId, mailboxWireId } from '@plmail/wire'
import type { EmailQuery, Mail } from '../../../mail/index.ts'
import { accountOf, booleanOf, intOf, isObject, onlyKnown } from '../arguments.ts'
import { limits } from '../limits.ts'
import { type Arguments, type JmapAccount, type Method, MethodFailure } from '../method.ts'

const known = ['accountId', 'filter', 'sort', 'position', 'limit', 'calculateTotal', 'collapseThreads']

/** Email/query (RFC 8621 §4.4) over mailboxes and keywords, newest first. */
export function emailQuery({ mail }: { mail: Mail }): Method {
  return {
    capability: capability.mail,
    run: async (args, { caller }) => {
      onlyKnown(args, known)
      const account = accountOf(args, caller)
      checkSort(args['sort'])
      const limit = Math.min(intOf(args, 'limit', limits.maxQuery, 0), limits.maxQuery)
      const query = { ...filterOf(args['filter']), ...paging(args, limit) }
      const position = await absolutePosition(
        mail,
        account,
        query,
        intOf(args, 'position', 0, -Number.MAX_SAFE_INTEGER),
      )
      const found = await mail.read.query(account.id, { ...query, position })
      // A mailbox that does not exist is empty, so only an empty answer leaves the question open.
      if (found.ids.length === 0) await mustExist(mail, account, query.inMailboxes)
      return {
        accountId: accountWireId.encode(account.id),
        queryState: String(found.state),
        canCalculateChanges: false,
        position,
        ids: found.ids.map((id) => emailWireId.encode(id)),
        ...(found.total === undefined ? {} : { total: found.total }),
        ...(limit === limits.maxQuery ? { limit } : {}),
      }
    },
  }
}

const paging = (args: Arguments, limit: number) => ({
  collapseThreads: booleanOf(args, 'collapseThreads', false),
  calculateTotal: booleanOf(args, 'calculateTotal', false),
  limit,
})

/** A negative position counts from the end (RFC 8620 §5.5). */
async function absolutePosition(
  mail: Mail,
  account: JmapAccount,
  query: Omit<EmailQuery, 'position'>,
  position: number,
): Promise<number> {
  if (position >= 0) return position
  const counted = await mail.read.query(account.id, { ...query, position: 0, limit: 0, calculateTotal: true })
  return Math.max(0, (counted.total ?? 0) + position)
}

function checkSort(sort: unknown): void {
  if (sort === undefined || sort === null) return
  const comparators: unknown[] = Array.isArray(sort) ? sort : [sort]
  const isNewestFirst = (one: unknown) =>
    isObject(one) && one['property'] === 'receivedAt' && one['isAscending'] === false
  if (!comparators.every(isNewestFirst))
    throw new MethodFailure('unsupportedSort', 'Lists are sorted by receivedAt, newest first')
}

type Filter = Pick<EmailQuery, 'inMailboxes' | 'hasKeyword' | 'notKeyword'>

function filterOf(filter: unknown): Filter {
  if (filter !== undefined && filter !== null && !isObject(filter))
    throw new MethodFailure('invalidArguments', 'filter must be an object', { arguments: ['filter'] })
  const conditions = filter ?? {}
  const unsupported = Object.keys(conditions).filter(
    (name) => !['inMailbox', 'hasKeyword', 'notKeyword'].includes(name),
  )
  if (unsupported.length > 0)
    throw new MethodFailure('unsupportedFilter', `Not to be had: ${unsupported.join(', ')}`)
  const { inMailbox, hasKeyword, notKeyword } = conditions
  return {
    inMailboxes: mailboxesOf(inMailbox),
    ...keyword('hasKeyword', hasKeyword),
    ...keyword('notKeyword', notKeyword),
  }
}

function keyword(name: 'hasKeyword' | 'notKeyword', value: unknown): Partial<Filter> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'string')
    throw new MethodFailure('invalidArguments', `${name} must be a keyword`, { arguments: ['filter'] })
  return { [name]: value.toLowerCase() }
}

/** No mailbox named: all of the account's mail. */
function mailboxesOf(inMailbox: unknown): MailboxId[] {
  if (inMailbox === undefined || inMailbox === null) return []
  const id = mailboxWireId.decode(inMailbox)
  if (id === undefined) throw noMailbox()
  return [id]
}

async function mustExist(mail: Mail, account: JmapAccount, mailboxIds: readonly MailboxId[]): Promise<void> {
  if (mailboxIds.length === 0) return
  const known = new Set((await mail.mailboxes.list(account.id)).map((one) => one.id))
  if (!mailboxIds.every((id) => known.has(id))) throw noMailbox()
}

const noMailbox = () =>
  new MethodFailure('invalidArguments', 'filter/inMailbox names no mailbox', { arguments: ['filter'] })
