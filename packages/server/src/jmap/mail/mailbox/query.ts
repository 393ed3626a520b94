import { accountWireId, mailboxWireId } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import { readAccount, onlyKnown } from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import type { Method } from '../../engine/method.ts'
import { cut, readPaging, queryArguments } from '../../engine/query.ts'
import { answersTo, mailboxQueryArguments, readMailboxQuestion } from './question.ts'

/** Mailbox/query (RFC 8621 §2.3). */
export function mailboxQuery({ mail }: { mail: Mail }): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, [...queryArguments, ...mailboxQueryArguments])
      const account = readAccount(args, caller)
      const paging = readPaging(args)
      const question = readMailboxQuestion(args)
      const { state, mailboxes } = await mail.mailboxes.at(account.id)
      const all = answersTo(question, mailboxes).map((id) => mailboxWireId.encode(id))
      return {
        accountId: accountWireId.encode(account.id),
        queryState: String(state),
        canCalculateChanges: true,
        ...cut(all, paging),
        ...(paging.calculateTotal ? { total: all.length } : {}),
        ...(paging.isBounded ? { limit: limits.maxQuery } : {}),
      }
    },
  }
}
