import { type MailboxId, mailboxWireId } from '@plmail/wire'
import type { MailboxView } from '../../../mail/index.ts'
import { readBoolean, invalid, type JsonObject } from '../../engine/arguments.ts'
import { type Arguments, MethodFailure } from '../../engine/method.ts'
import { type Comparator, readComparators, type FilterTree, readFilterTree } from '../../engine/query.ts'
import { roles } from '../roles.ts'

/** Rules shared by Mailbox/query and Mailbox/queryChanges (RFC 8621 §2.3): mailboxes are few, so all are in memory. */

export const mailboxQueryArguments = ['sortAsTree', 'filterAsTree']

export interface MailboxQuestion {
  filter: FilterTree<Matches> | null
  sort: Comparator<SortProperty>[]
  sortAsTree: boolean
  filterAsTree: boolean
}

type Matches = (mailbox: MailboxView) => boolean

const sortProperties = ['name', 'sortOrder', 'parentId'] as const
type SortProperty = (typeof sortProperties)[number]

export function readMailboxQuestion(args: Arguments): MailboxQuestion {
  return {
    filter: readFilterTree(args['filter'], condition),
    sort: readComparators(args['sort'], sortProperties),
    sortAsTree: readBoolean(args, 'sortAsTree', false),
    filterAsTree: readBoolean(args, 'filterAsTree', false),
  }
}

/** Several properties of one condition must all match. */
function condition(json: JsonObject): Matches {
  const all = Object.entries(json).map(([name, value]) => {
    const parse = Object.hasOwn(conditions, name) ? conditions[name] : undefined
    if (!parse) throw new MethodFailure('unsupportedFilter', `Not to be filtered by: ${name}`)
    return parse(value)
  })
  return (mailbox) => all.every((judges) => judges(mailbox))
}

const conditions: Readonly<Record<string, (value: unknown) => Matches>> = {
  parentId: (value) => {
    if (value === null) return (mailbox) => mailbox.parentId === null
    if (typeof value !== 'string') throw invalid('filter', 'by a parentId that is an id or null')
    const id = mailboxWireId.decode(value)
    return (mailbox) => id !== undefined && mailbox.parentId === id
  },
  name: (value) => {
    if (typeof value !== 'string') throw invalid('filter', 'by a name that is a string')
    const part = foldCase(value)
    return (mailbox) => foldCase(mailbox.name).includes(part)
  },
  role: (value) => {
    if (value !== null && typeof value !== 'string')
      throw invalid('filter', 'by a role that is a string or null')
    const role = value === null ? null : roles.find((candidate) => candidate === value.toLowerCase())
    return (mailbox) => mailbox.role === role
  },
  hasAnyRole: (value) => {
    if (typeof value !== 'boolean') throw invalid('filter', 'by a hasAnyRole that is a boolean')
    return (mailbox) => (mailbox.role !== null) === value
  },
  isSubscribed: (value) => {
    if (typeof value !== 'boolean') throw invalid('filter', 'by an isSubscribed that is a boolean')
    return (mailbox) => mailbox.isSubscribed === value
  },
}

const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()

/** The ids that answer the question, in order. */
export function answersTo(question: MailboxQuestion, mailboxes: readonly MailboxView[]): MailboxId[] {
  const { filter, sortAsTree, filterAsTree } = question
  const byId = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox]))
  const passes = (mailbox: MailboxView): boolean => filter === null || matches(filter, mailbox)
  const memo = new Map<MailboxId, boolean>()
  const passesAsTree = (mailbox: MailboxView): boolean => {
    const remembered = memo.get(mailbox.id)
    if (remembered !== undefined) return remembered
    memo.set(mailbox.id, false) // an end to a circle of parents, which there should not be
    const parent = mailbox.parentId === null ? undefined : byId.get(mailbox.parentId)
    const does = passes(mailbox) && (!parent || passesAsTree(parent))
    memo.set(mailbox.id, does)
    return does
  }
  const sorted = mailboxes.toSorted(comparison(question))
  const ordered = sortAsTree ? asTree(sorted, byId) : sorted
  return ordered.filter(filterAsTree ? passesAsTree : passes).map((mailbox) => mailbox.id)
}

function matches(tree: FilterTree<Matches>, mailbox: MailboxView): boolean {
  if ('condition' in tree) return tree.condition(mailbox)
  const passes = (sub: FilterTree<Matches>) => matches(sub, mailbox)
  if (tree.operator === 'AND') return tree.conditions.every(passes)
  return tree.conditions.some(passes) === (tree.operator === 'OR')
}

// As people of any language expect it: letters before their case and accents.
const { compare } = new Intl.Collator('en')

function comparison({ sort }: MailboxQuestion): (a: MailboxView, b: MailboxView) => number {
  return (a, b) => {
    for (const { property, isAscending } of sort) {
      const order = compareBy[property](a, b)
      if (order !== 0) return isAscending ? order : -order
    }
    return a.id - b.id
  }
}

const compareBy: Readonly<Record<SortProperty, (a: MailboxView, b: MailboxView) => number>> = {
  name: (a, b) => compare(a.name, b.name),
  sortOrder: (a, b) => a.sortOrder - b.sortOrder,
  parentId: (a, b) => (a.parentId ?? 0) - (b.parentId ?? 0),
}

/** Each mailbox comes right before what lies below it, siblings in the order given (RFC 8621 §2.3 sortAsTree). */
function asTree(sorted: readonly MailboxView[], byId: ReadonlyMap<MailboxId, MailboxView>): MailboxView[] {
  const below = new Map<MailboxId | null, MailboxView[]>()
  for (const mailbox of sorted) {
    const parent = mailbox.parentId !== null && byId.has(mailbox.parentId) ? mailbox.parentId : null
    below.set(parent, [...(below.get(parent) ?? []), mailbox])
  }
  const walk = (parent: MailboxId | null): MailboxView[] =>
    (below.get(parent) ?? []).flatMap((mailbox) => [mailbox, ...walk(mailbox.id)])
  return walk(null)
}
