import type { RuleAction } from '@plmail/wire'
import { ruleWords, spoken } from '../../words/index.ts'
import type { RuleDraft, Group, Node } from './rule-draft.ts'

const words = ruleWords.sentence
const list = new Intl.ListFormat(spoken, { type: 'conjunction' })

/** Writes a rule as a sentence; missing parts are named as missing. */
export function sentenceOf(
  {
    accountIds,
    condition,
    actions,
    stops,
  }: Pick<RuleDraft, 'accountIds' | 'condition' | 'actions' | 'stops'>,
  addressOf: (accountId: string) => string,
): string {
  const scope = accountIds ? words.inAccounts({ accounts: list.format(accountIds.map(addressOf)) }) : ''
  const clause = clauseOf(condition, false, true) || words.noCondition
  const done = actions.flatMap((action) => actionOf(action) ?? [])
  const doing = done.length > 0 ? words.does({ actions: list.format(done) }) : words.noAction
  return words.whole({ scope, conditions: clause, actions: doing }) + (stops ? words.stops : '')
}

function actionOf(action: RuleAction): string | undefined {
  if (!('mailbox' in action)) return words.actions[action.type]
  return action.mailbox === '' ? undefined : words.actions[action.type]({ folder: action.mailbox })
}

/** A clause of "new mail …". A "not" goes down to the tests, where both languages have a plain word for it. */
function clauseOf(node: Node, isNot: boolean, isOutermost = false): string {
  const form = isNot ? 'isNot' : 'is'
  if (node.kind === 'other') return words.other[form]
  if (node.kind === 'group') return groupClause(node, isNot, isOutermost)
  if (node.field === 'attachment') return words.attachment[form]
  const value = node.value.trim()
  return value === '' ? '' : words.clauses[node.field][form]({ value })
}

function groupClause({ mode, nodes }: Group, isNot: boolean, isOutermost: boolean): string {
  const isDenied = mode === 'none' ? !isNot : isNot
  const clauses = nodes.map((node) => clauseOf(node, isDenied)).filter((clause) => clause !== '')
  // Not all of these is one or another not; none of these is this not and that not.
  const isAnd = mode === 'all' ? !isNot : isNot
  const joined = clauses.join(mode === 'none' ? (isNot ? words.or : words.and) : isAnd ? words.and : words.or)
  return clauses.length > 1 && !isOutermost ? words.inGroup({ conditions: joined }) : joined
}
