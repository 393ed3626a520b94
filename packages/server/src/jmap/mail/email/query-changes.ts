import { accountWireId, emailWireId } from '@plmail/wire'
import {
  readAccount,
  readBoolean,
  readInt,
  invalid,
  onlyKnown,
  optionalString,
  readState,
} from '../../engine/arguments.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { queryChangesArguments } from '../../engine/query.ts'
import { mustExist, type EmailQuestionNeeds, readQuestion } from './email-question.ts'

/** Email/queryChanges (RFC 8621 §4.5). */
export function emailQueryChanges(needs: EmailQuestionNeeds): Method {
  return {
    run: async (args, context) => {
      onlyKnown(args, [...queryChangesArguments, 'collapseThreads'])
      const account = readAccount(args, context.caller)
      if (typeof args['sinceQueryState'] !== 'string') throw invalid('sinceQueryState', 'a state string')
      const maxChanges = readInt(args, 'maxChanges', Number.MAX_SAFE_INTEGER, 0)
      if (maxChanges === 0) throw invalid('maxChanges', 'a whole number above 0')
      const upTo = emailWireId.decode(optionalString(args, 'upToId'))
      const { question, named, canCalculateChanges } = await readQuestion(needs, account, args, context)
      await mustExist(needs, account, named)
      const gaps = await needs.mail.search.missing(account.id, question)
      if (!canCalculateChanges(gaps)) throw new MethodFailure('cannotCalculateChanges')
      const changed = await needs.mail.read.queryChanges(account.id, {
        ...question,
        maxChanges,
        sinceState: readState(args, 'sinceQueryState'),
        collapseThreads: readBoolean(args, 'collapseThreads', false),
        calculateTotal: readBoolean(args, 'calculateTotal', false),
        ...(upTo === undefined ? {} : { upTo }),
      })
      if (changed === 'cannot-calculate') throw new MethodFailure('cannotCalculateChanges')
      if (changed === 'too-many') throw new MethodFailure('tooManyChanges')
      return {
        accountId: accountWireId.encode(account.id),
        oldQueryState: String(changed.oldState),
        newQueryState: String(changed.newState),
        ...(changed.total === undefined ? {} : { total: changed.total }),
        removed: changed.removed.map((id) => emailWireId.encode(id)),
        added: changed.added.map(({ id, index }) => ({ id: emailWireId.encode(id), index })),
      }
    },
  }
}
