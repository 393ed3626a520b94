import { invalid, readInt, isObject, type JsonObject, readBoolean, onlyKnown } from './arguments.ts'
import { limits } from './limits.ts'
import { type Arguments, MethodFailure } from './method.ts'

/** Parts shared by every Foo/query and Foo/queryChanges (RFC 8620 §5.5, §5.6): filter tree, comparators, paging. */

/** The arguments every Foo/query has; a type's own come on top. */
export const queryArguments = [
  'accountId',
  'filter',
  'sort',
  'position',
  'anchor',
  'anchorOffset',
  'limit',
  'calculateTotal',
]
export const queryChangesArguments = [
  'accountId',
  'filter',
  'sort',
  'sinceQueryState',
  'maxChanges',
  'upToId',
  'calculateTotal',
]

/** Which part of the results is wanted. `position` counts when there is no anchor; below 0 from the end. */
export interface Paging {
  position: number
  anchor: string | null
  anchorOffset: number
  limit: number
  /** The server's own bound applied, and the answer has to say so (RFC 8620 §5.5 limit). */
  isBounded: boolean
  calculateTotal: boolean
}

export function readPaging(args: Arguments): Paging {
  const anything = -Number.MAX_SAFE_INTEGER
  const anchor = args['anchor'] ?? null
  if (anchor !== null && typeof anchor !== 'string') throw invalid('anchor', 'an id')
  const limit = readInt(args, 'limit', Number.MAX_SAFE_INTEGER, 0)
  return {
    position: readInt(args, 'position', 0, anything),
    anchor,
    anchorOffset: readInt(args, 'anchorOffset', 0, anything),
    limit: Math.min(limit, limits.maxQuery),
    isBounded: limit > limits.maxQuery,
    calculateTotal: readBoolean(args, 'calculateTotal', false),
  }
}

/** The wanted part of results that are all at hand. Throws `anchorNotFound`. */
export function cut(ids: readonly string[], paging: Paging): { position: number; ids: string[] } {
  const position = readStart(ids, paging)
  return { position, ids: ids.slice(position, position + paging.limit) }
}

function readStart(ids: readonly string[], { position, anchor, anchorOffset }: Paging): number {
  if (anchor === null) return position < 0 ? Math.max(0, ids.length + position) : position
  const at = ids.indexOf(anchor)
  if (at < 0) throw new MethodFailure('anchorNotFound')
  return Math.max(0, at + anchorOffset)
}

/** A filter as RFC 8620 §5.5 nests it, over conditions of the type's own. */
export type FilterTree<Condition> =
  { operator: 'AND' | 'OR' | 'NOT'; conditions: FilterTree<Condition>[] } | { condition: Condition }

/** Deeper or larger trees than any client draws: refused before they cost anything. */
const deepest = 10
const maxConditions = 200

/**
 * Parses a filter; null when there is none. `condition` parses one FilterCondition and throws what does not fit:
 * `invalidArguments` for wrong types, `unsupportedFilter` for what cannot be done.
 */
export function readFilterTree<Condition>(
  value: unknown,
  condition: (condition: JsonObject) => Condition,
): FilterTree<Condition> | null {
  if (value === undefined || value === null) return null
  let count = 0
  const parse = (node: unknown, depth: number): FilterTree<Condition> => {
    if (!isObject(node)) throw invalid('filter', 'a FilterOperator or a FilterCondition')
    if (depth > deepest) throw unsupported(`Filters nest at most ${deepest} deep`)
    if ((count += 1) > maxConditions) throw unsupported(`At most ${maxConditions} conditions in a filter`)
    if (!Object.hasOwn(node, 'operator')) return { condition: condition(node) }
    const { operator, conditions } = node
    if (operator !== 'AND' && operator !== 'OR' && operator !== 'NOT')
      throw invalid('filter', 'built with AND, OR and NOT')
    onlyKnown(node, ['operator', 'conditions'])
    if (!Array.isArray(conditions)) throw invalid('filter', 'an operator with a list of conditions')
    return { operator, conditions: conditions.map((child) => parse(child, depth + 1)) }
  }
  return parse(value, 1)
}

/** The tree as one question, where its conditions are questions already. */
export function matching<One>(tree: FilterTree<(item: One) => boolean> | null): (item: One) => boolean {
  if (tree === null) return () => true
  if ('condition' in tree) return tree.condition
  const parts = tree.conditions.map(matching)
  switch (tree.operator) {
    case 'AND':
      return (item) => parts.every((part) => part(item))
    case 'OR':
      return (item) => parts.some((part) => part(item))
    case 'NOT':
      return (item) => !parts.some((part) => part(item))
  }
}

const unsupported = (why: string) => new MethodFailure('unsupportedFilter', why)

/** One Comparator of RFC 8620 §5.5, its property known to the type. */
export interface Comparator<Property extends string> {
  property: Property
  isAscending: boolean
  /** Members that the type defines itself, `keyword` for instance. */
  json: JsonObject
}

/** The comparators of `sort`; empty when there is none. Throws `unsupportedSort` for properties and collations unknown. */
export function readComparators<Property extends string>(
  value: unknown,
  properties: readonly Property[],
  collations: readonly string[] = usualCollations,
): Comparator<Property>[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalid('sort', 'a list of Comparators')
  if (value.length > maxComparators)
    throw new MethodFailure('unsupportedSort', `At most ${maxComparators} comparators`)
  return value.map((json: unknown) => {
    if (!isObject(json) || typeof json['property'] !== 'string')
      throw invalid('sort', 'a list of Comparators')
    const { isAscending = true, collation } = json
    if (typeof isAscending !== 'boolean') throw invalid('sort', 'Comparators whose isAscending is a boolean')
    if (collation !== undefined && collation !== null && typeof collation !== 'string')
      throw invalid('sort', 'Comparators whose collation is a string')
    if (typeof collation === 'string' && !collations.includes(collation))
      throw new MethodFailure('unsupportedSort', `Not to be sorted by the collation ${collation}`)
    const property = properties.find((candidate) => candidate === json['property'])
    if (property === undefined)
      throw new MethodFailure('unsupportedSort', `Not to be sorted by: ${json['property']}`)
    return { property, isAscending, json }
  })
}

const maxComparators = 10

/** RFC 4790 names: how text is compared unless a type can do it otherwise as well. */
const usualCollations: readonly string[] = ['i;unicode-casemap']

/** The sort collations of Email; no other type has any. */
export const collationAlgorithms: readonly string[] = [...usualCollations, 'i;ascii-casemap']
