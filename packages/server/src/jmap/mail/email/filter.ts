import {
  conditionFilter,
  type ConditionContext,
  type EmailFilter,
  UnfitCondition,
} from '../../../mail/index.ts'
import { invalid } from '../../engine/arguments.ts'
import { MethodFailure } from '../../engine/method.ts'
import { type FilterTree, readFilterTree } from '../../engine/query.ts'

/** A filter of Email/query, Email/queryChanges and SearchSnippet/get (RFC 8621 §4.4.1); null is everything. */
export function readEmailFilter(value: unknown, context: ConditionContext): EmailFilter {
  const tree = readFilterTree(value, (condition) => {
    try {
      return conditionFilter(condition, context)
    } catch (error) {
      throw error instanceof UnfitCondition ? toFailure(error) : error
    }
  })
  return tree === null ? everything : flat(tree)
}

const everything: EmailFilter = { kind: 'and', filters: [] }

const kinds = { AND: 'and', OR: 'or', NOT: 'not' } as const

function flat(tree: FilterTree<EmailFilter>): EmailFilter {
  if ('condition' in tree) return tree.condition
  return { kind: kinds[tree.operator], filters: tree.conditions.map(flat) }
}

const toFailure = ({ kind, property, expected }: UnfitCondition) =>
  kind === 'invalid'
    ? invalid(`filter/${property}`, expected)
    : new MethodFailure('unsupportedFilter', expected)

export const noMailbox = () => invalid('filter/inMailbox', 'the id of a mailbox')
