import { accountWireId, capability, emailWireId } from '@plmail/wire'
import type { EmailFilter, EmailFound, EmailQuery } from '../../../mail/index.ts'
import { accountOf, booleanOf, onlyKnown } from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import { type Arguments, type Method, MethodFailure } from '../../engine/method.ts'
import { type Paging, pagingOf, queryArguments } from '../../engine/query.ts'
import { mustExist, type QuestionNeeds, questionOf } from './question.ts'

/** Email/query (RFC 8621 §4.4). */
export function emailQuery(needs: QuestionNeeds): Method {
  return {
    capability: capability.mail,
    run: async (args, context) => {
      onlyKnown(args, [...queryArguments, 'collapseThreads'])
      const account = accountOf(args, context.caller)
      const paging = pagingOf(args)
      const { question, named, ...options } = await questionOf(needs, account, args, context)
      const { found: result, gaps } = await needs.mail.read.query(account.id, {
        ...question,
        ...pageOf(args, paging),
      })
      if (!provesMailbox(question.filter, result)) await mustExist(needs, account, named)
      if (result === 'anchor-not-found') throw new MethodFailure('anchorNotFound')
      // Email/get of what was found comes next, and of nothing there is only the state to answer.
      if (result.ids.length === 0) context.leave?.({ accountId: account.id, state: result.state, found: [] })
      return {
        accountId: accountWireId.encode(account.id),
        queryState: String(result.state),
        canCalculateChanges: options.canCalculateChanges(gaps),
        position: result.position,
        ids: result.ids.map((id) => emailWireId.encode(id)),
        ...(result.total === undefined ? {} : { total: result.total }),
        ...(paging.isBounded ? { limit: limits.maxQuery } : {}),
        ...options.coverage(gaps),
      }
    },
  }
}

/** A mailbox that is not there is empty, so mail found in it leaves nothing to ask. */
function provesMailbox(filter: EmailFilter, result: EmailFound): boolean {
  if (result === 'anchor-not-found' || result.ids.length === 0) return false
  const conditions = filter.kind === 'and' ? filter.filters : [filter]
  return conditions.every((condition) => condition.kind === 'in-mailbox' || !('filters' in condition))
}

function pageOf(
  args: Arguments,
  paging: Paging,
): Pick<EmailQuery, 'collapseThreads' | 'position' | 'anchor' | 'limit' | 'calculateTotal'> {
  const { position, limit, calculateTotal } = paging
  return {
    position,
    limit,
    calculateTotal,
    collapseThreads: booleanOf(args, 'collapseThreads', false),
    ...anchorOf(paging),
  }
}

function anchorOf({ anchor, anchorOffset }: Paging): Pick<EmailQuery, 'anchor'> {
  if (anchor === null) return {}
  const id = emailWireId.decode(anchor)
  if (id === undefined) throw new MethodFailure('anchorNotFound')
  return { anchor: { id, offset: anchorOffset } }
}
