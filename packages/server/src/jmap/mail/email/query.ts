import { accountWireId, emailWireId } from '@plmail/wire'
import type { EmailFilter, EmailFound, EmailQuery } from '../../../mail/index.ts'
import { readAccount, readBoolean, onlyKnown } from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import { type Arguments, type Method, MethodFailure } from '../../engine/method.ts'
import { type Paging, readPaging, queryArguments } from '../../engine/query.ts'
import { mustExist, type EmailQuestionNeeds, readQuestion } from './email-question.ts'

/** Email/query (RFC 8621 §4.4). */
export function emailQuery(needs: EmailQuestionNeeds): Method {
  return {
    run: async (args, context) => {
      onlyKnown(args, [...queryArguments, 'collapseThreads'])
      const account = readAccount(args, context.caller)
      const paging = readPaging(args)
      const { question, named, ...options } = await readQuestion(needs, account, args, context)
      const { found: result, gaps } = await needs.mail.read.query(account.id, {
        ...question,
        ...readPage(args, paging),
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

function readPage(
  args: Arguments,
  paging: Paging,
): Pick<EmailQuery, 'collapseThreads' | 'position' | 'anchor' | 'limit' | 'calculateTotal'> {
  const { position, limit, calculateTotal } = paging
  return {
    position,
    limit,
    calculateTotal,
    collapseThreads: readBoolean(args, 'collapseThreads', false),
    ...readAnchor(paging),
  }
}

function readAnchor({ anchor, anchorOffset }: Paging): Pick<EmailQuery, 'anchor'> {
  if (anchor === null) return {}
  const id = emailWireId.decode(anchor)
  if (id === undefined) throw new MethodFailure('anchorNotFound')
  return { anchor: { id, offset: anchorOffset } }
}
