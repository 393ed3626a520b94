import { conditionFilter, UnfitCondition } from '../search/conditions.ts'
import type { EmailFilter } from '../search/email-filter.ts'
import type { RuleCondition } from './types.ts'

/** Deeper or larger trees than any client draws: refused before they cost anything. */
const deepest = 8
const maxConditions = 100

const kinds: Readonly<Record<string, 'and' | 'or' | 'not'>> = { AND: 'and', OR: 'or', NOT: 'not' }

/** The filter that a rule's condition is; undefined when it cannot be read. `typed` reads what a person typed. */
export function ruleFilter(
  condition: RuleCondition,
  parseTyped: (text: string) => EmailFilter,
): EmailFilter | undefined {
  let count = 0
  const read = (node: unknown, depth: number): EmailFilter => {
    if (!isObject(node) || depth > deepest || (count += 1) > maxConditions) throw tooMuch()
    if (!Object.hasOwn(node, 'operator'))
      return conditionFilter(node, { name: null, typed: parseTyped, hasCategories: false })
    const { operator, conditions, ...more } = node
    const kind = typeof operator === 'string' && Object.hasOwn(kinds, operator) ? kinds[operator] : undefined
    if (!kind || !Array.isArray(conditions) || Object.keys(more).length > 0) throw tooMuch()
    return { kind, filters: conditions.map((child) => read(child, depth + 1)) }
  }
  try {
    return read(condition, 1)
  } catch (error) {
    if (error instanceof UnfitCondition) return undefined
    throw error
  }
}

const tooMuch = () =>
  new UnfitCondition('invalid', 'condition', `a filter of at most ${maxConditions} conditions`)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it finds all mail there is: a rule for everything is none that anybody means to make. */
export function asksNothing(filter: EmailFilter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every(asksNothing)
    case 'or':
      return filter.filters.some(asksNothing)
    case 'not':
      return filter.filters.every(findsNothing)
    default:
      return false
  }
}

const findsNothing = (filter: EmailFilter): boolean =>
  filter.kind === 'or'
    ? filter.filters.every(findsNothing)
    : filter.kind === 'and'
      ? filter.filters.some(findsNothing)
      : filter.kind === 'not' && filter.filters.some(asksNothing)

/** Returns whether a condition contains a typed search, which may refer to mailboxes and to the time. */
export const holdsTyped = (condition: RuleCondition): boolean =>
  JSON.stringify(condition).includes('"query":')
