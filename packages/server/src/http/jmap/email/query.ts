import { accountWireId, capability, emailWireId } from '@plmail/wire'
import type { EmailFilter, EmailFound, EmailQuery } from '../../../mail/index.ts'
import { accountOf, booleanOf, onlyKnown } from '../arguments.ts'
import { limits } from '../limits.ts'
import { type Arguments, type Method, MethodFailure } from '../method.ts'
import { type Paging, pagingOf, queryArguments } from '../query.ts'
import { mustExist, type QuestionNeeds, questionOf } from './question.ts'

/** Email/query (RFC 8621 §4.4). */
export function emailQuery(needs: QuestionNeeds): Method {
  return {
    capability: capability.mail,
    run: async (args, context) => {
      onlyKnown(args, [...queryArguments, 'collapseThreads'])
      const account = accountOf(args, context.caller)
      const paging = pagingOf(args)
      const { question, named, ...told } = await questionOf(needs, account, args, context)
      const { found, gaps } = await needs.mail.read.query(account.id, {
        ...question,
        ...pageOf(args, paging),
      })
      if (!provesMailbox(question.filter, found)) await mustExist(needs, account, named)
      if (found === 'anchor-not-found') throw new MethodFailure('anchorNotFound')
      // Email/get of what was found comes next, and of nothing there is only the state to answer.
      if (found.ids.length === 0) context.leave?.({ accountId: account.id, state: found.state, found: [] })
      return {
        accountId: accountWireId.encode(account.id),
        queryState: String(found.state),
        canCalculateChanges: told.canCalculateChanges(gaps),
        position: found.position,
        ids: found.ids.map((id) => emailWireId.encode(id)),
        ...(found.total === undefined ? {} : { total: found.total }),
        ...(paging.isBounded ? { limit: limits.maxQuery } : {}),
        ...told.coverage(gaps),
      }
    },
  }
}

/** A mailbox that is not there is empty, so mail found in it leaves nothing to ask. */
function provesMailbox(filter: EmailFilter, found: EmailFound): boolean {
  if (found === 'anchor-not-found' || found.ids.length === 0) return false
  const conditions = filter.kind === 'and' ? filter.filters : [filter]
  return conditions.every((one) => one.kind === 'in-mailbox' || !('filters' in one))
}

function pageOf(
  args: Arguments,
  paging: Paging,
): Pick<EmailQuery, 'collapseThreads' | 'position' | 'anchor' | 'limit' | 'calculateTotal'> {
  const { position, limit, calculateTotal } = paging
  return {
    ...{ position, limit, calculateTotal, collapseThreads: booleanOf(args, 'collapseThreads', false) },
    ...anchorOf(paging),
  }
}

function anchorOf({ anchor, anchorOffset }: Paging): Pick<EmailQuery, 'anchor'> {
  if (anchor === null) return {}
  const id = emailWireId.decode(anchor)
  if (id === undefined) throw new MethodFailure('anchorNotFound')
  return { anchor: { id, offset: anchorOffset } }
}
