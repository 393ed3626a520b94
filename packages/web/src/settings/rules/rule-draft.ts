import type { EmailFilter, EmailFilterCondition, RuleAction, RuleCreate } from '@plmail/wire'

/** A rule as it is edited: its condition as a tree of what people call things, lossless both ways. */
export interface RuleDraft {
  /** Undefined for a rule that is not saved yet. */
  id: string | undefined
  name: string
  accountIds: string[] | null
  condition: Group
  actions: RuleAction[]
  stops: boolean
}

export type Mode = 'all' | 'any' | 'none'
export interface Group {
  kind: 'group'
  key: number
  mode: Mode
  nodes: Node[]
}
export interface Test {
  kind: 'test'
  key: number
  field: Field
  value: string
}
/** A condition by another program for which the editor has no row: stored as it is. */
export interface Other {
  kind: 'other'
  key: number
  filter: EmailFilter
}
export type Node = Group | Test | Other

const textFields = ['from', 'to', 'subject', 'body', 'text', 'list', 'cc', 'query'] as const
export const fields = [...textFields, 'attachment', 'larger', 'smaller'] as const
export type Field = (typeof fields)[number]

let lastKey = 0
const nextKey = (): number => (lastKey += 1)

export const newTest = (field: Field = 'from', value = ''): Test => ({
  kind: 'test',
  key: nextKey(),
  field,
  value,
})
export const newGroup = (mode: Mode = 'any', nodes: Node[] = [newTest()]): Group => ({
  kind: 'group',
  key: nextKey(),
  mode,
  nodes,
})

const operators = { all: 'AND', any: 'OR', none: 'NOT' } as const
const modes = { AND: 'all', OR: 'any', NOT: 'none' } as const
const megabyte = 1_000_000

/** The condition for the server; undefined while some test has no value. */
export function filterOf(node: Node): EmailFilter | undefined {
  if (node.kind === 'other') return node.filter
  if (node.kind === 'test') return conditionOf(node)
  const conditions = node.nodes.map(filterOf)
  const whole = conditions.filter((condition) => condition !== undefined)
  if (conditions.length === 0 || whole.length < conditions.length) return undefined
  const [only] = whole
  return whole.length === 1 && node.mode !== 'none'
    ? only
    : { operator: operators[node.mode], conditions: whole }
}

function conditionOf({ field, value }: Test): EmailFilterCondition | undefined {
  if (field === 'attachment') return { hasAttachment: true }
  const text = value.trim()
  if (text === '') return undefined
  if (field === 'list') return { header: ['List-Id', text] }
  if (field !== 'larger' && field !== 'smaller') return { [field]: text }
  const octets = Math.round(Number(text.replace(',', '.')) * megabyte)
  if (!Number.isSafeInteger(octets) || octets <= 0) return undefined
  return field === 'larger' ? { minSize: octets } : { maxSize: octets }
}

/** The tree of a condition; always a group, which may be of one. */
export function groupOf(filter: EmailFilter): Group {
  const node = nodeOf(filter)
  return node.kind === 'group' ? node : newGroup('all', [node])
}

function nodeOf(filter: EmailFilter): Node {
  if ('operator' in filter) return newGroup(modes[filter.operator], filter.conditions.map(nodeOf))
  const entries = Object.entries(filter as Record<string, unknown>)
  const [entry] = entries
  if (!entry || entries.length > 1) return { kind: 'other', key: nextKey(), filter }
  return testOf(entry) ?? { kind: 'other', key: nextKey(), filter }
}

function testOf([name, value]: [string, unknown]): Test | undefined {
  if (name === 'hasAttachment' && value === true) return newTest('attachment')
  if (name === 'header' && Array.isArray(value) && value[0] === 'List-Id' && typeof value[1] === 'string')
    return newTest('list', value[1])
  if (name === 'minSize' && typeof value === 'number') return newTest('larger', String(value / megabyte))
  if (name === 'maxSize' && typeof value === 'number') return newTest('smaller', String(value / megabyte))
  const field = textFields.find((candidate) => candidate === name && candidate !== 'list')
  return field && typeof value === 'string' ? newTest(field, value) : undefined
}

export const emptyDraft = (): RuleDraft => ({
  id: undefined,
  name: '',
  accountIds: null,
  stops: false,
  condition: newGroup('all'),
  actions: [{ type: 'archive' }],
})

export function draftOf(rule: RuleCreate & { id?: string }): RuleDraft {
  const { id, name, accountIds = null, condition, actions, stops = false } = rule
  return { id, name, accountIds, condition: groupOf(condition), actions: [...actions], stops }
}

/** Returns the name of a rule that nobody named: the first values of its conditions. */
export function suggestedName({ condition }: RuleDraft): string {
  const values = (node: Node): string[] =>
    node.kind === 'group' ? node.nodes.flatMap(values) : node.kind === 'test' ? [node.value.trim()] : []
  return values(condition)
    .filter((value) => value !== '')
    .slice(0, 3)
    .join(', ')
}

/**
 * Returns the rule to save; undefined while something is missing. `unnamed` is the name for a rule that nothing else
 * can name.
 */
export function ruleOf(draft: RuleDraft, unnamed: string): RuleCreate | undefined {
  const condition = filterOf(draft.condition)
  const isWhole =
    draft.actions.length > 0 &&
    draft.actions.every((action) => !('mailbox' in action) || action.mailbox !== '')
  if (!condition || !isWhole) return undefined
  const { accountIds, actions, stops } = draft
  return {
    name: (draft.name.trim() || suggestedName(draft) || unnamed).slice(0, 200),
    accountIds,
    condition,
    actions,
    stops,
  }
}

/** The tree with one node changed, or taken out where `change` gives nothing. */
export function withNode(group: Group, key: number, change: (node: Node) => Node | undefined): Group {
  if (group.key === key) {
    const changed = change(group)
    return changed?.kind === 'group' ? changed : group
  }
  const nodes = group.nodes.flatMap((node): Node[] => {
    if (node.key === key) {
      const changed = change(node)
      return changed ? [changed] : []
    }
    return [node.kind === 'group' ? withNode(node, key, change) : node]
  })
  return { ...group, nodes }
}
