import { accountWireId, emailWireId, ruleRunWireId, ruleWireId } from '@plmail/wire'
import { readInt, invalid, isObject, onlyKnown } from '../../engine/arguments.ts'
import { type Arguments, type Caller, type Method, MethodFailure } from '../../engine/method.ts'
import { readRulesAccount } from './account.ts'
import type { RuleNeeds } from './get.ts'
import { runJson } from './rule-json.ts'
import { toError } from './set.ts'

const maxNewest = 50

/** Rule/preview: what a condition finds among the mail that is here, whether saved as a rule or not. */
export function rulePreview({ rules }: RuleNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'condition', 'accountIds', 'limit'])
      const account = readRulesAccount(args, caller)
      const condition = args['condition']
      if (!isObject(condition)) throw invalid('condition', 'a filter of Email/query')
      const limit = Math.min(readInt(args, 'limit', 5, 0), maxNewest)
      const matches = await rules.preview(caller.userId, condition, mailAccounts(args, caller), limit)
      if (typeof matches === 'string')
        throw new MethodFailure('invalidArguments', toError(matches).description)
      return {
        accountId: accountWireId.encode(account.id),
        total: matches.total,
        byAccount: Object.fromEntries(
          [...matches.byAccount].map(([id, count]) => [accountWireId.encode(id), count]),
        ),
        newest: matches.newest.map(({ accountId, id }) => ({
          accountId: accountWireId.encode(accountId),
          emailId: emailWireId.encode(id),
        })),
      }
    },
  }
}

function mailAccounts(args: Arguments, { accounts }: Caller) {
  const accountIds = args['accountIds'] ?? null
  if (accountIds === null) return [...accounts.keys()]
  if (!Array.isArray(accountIds)) throw invalid('accountIds', 'a list of account ids')
  return accountIds.map((text) => {
    const id = accountWireId.decode(text)
    if (id === undefined || !accounts.has(id)) throw invalid('accountIds', 'a list of account ids')
    return id
  })
}

/** Rule/run: carries a saved rule out on the mail that is here. */
export function ruleRun({ rules }: RuleNeeds): Method {
  return {
    writes: true,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'id'])
      const account = readRulesAccount(args, caller)
      const id = ruleWireId.decode(args['id'])
      if (id === undefined) throw invalid('id', 'the id of a rule')
      const run = await rules.run(caller.userId, account.id, id, [...caller.accounts.keys()])
      if (run === 'not-found') throw invalid('id', 'the id of a rule')
      if (typeof run === 'string') throw new MethodFailure('forbidden', toError(run).description)
      return { accountId: accountWireId.encode(account.id), run: runJson(run) }
    },
  }
}

/** Rule/undoRun: takes back what a run did, for 24 hours, and ends one that is under way. */
export function ruleUndoRun({ rules }: RuleNeeds): Method {
  return {
    writes: true,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'id'])
      const account = readRulesAccount(args, caller)
      const id = ruleRunWireId.decode(args['id'])
      const run = id === undefined ? 'not-found' : await rules.undoRun(caller.userId, account.id, id)
      if (run === 'not-found') throw invalid('id', 'the id of a run')
      if (run === 'expired') throw new MethodFailure('forbidden', { problem: 'rules/undo-expired' })
      return { accountId: accountWireId.encode(account.id), run: runJson(run) }
    },
  }
}
