import { addressBookWireId } from '@plmail/wire'
import {
  type CardCondition,
  type CardFilter,
  type CardQuestion,
  type CardSort,
  textConditions,
} from '../../../contacts/index.ts'
import { invalid, type JsonObject, onlyKnown } from '../../engine/arguments.ts'
import { type Arguments } from '../../engine/method.ts'
import { readComparators, type FilterTree, readFilterTree } from '../../engine/query.ts'

const sorts: readonly CardSort[] = [
  'created',
  'updated',
  'name',
  'name/given',
  'name/surname',
  'name/surname2',
]
const dates = ['createdBefore', 'createdAfter', 'updatedBefore', 'updatedAfter'] as const
const strings = ['uid', 'hasMember', 'kind'] as const

/** Parses ContactCard/query and /queryChanges (RFC 9610 §3.3); sorting by `name` is our own. */
export function readCardQuestion(args: Arguments): CardQuestion {
  const filter = readFilterTree(args['filter'], compileCondition)
  const sort = readComparators(args['sort'], sorts)
  return {
    filter: filter && toTree(filter),
    sort: sort.map(({ property, isAscending }) => ({ property, isAscending })),
  }
}

const toTree = (tree: FilterTree<CardCondition>): CardFilter =>
  'condition' in tree ? tree : { operator: tree.operator, conditions: tree.conditions.map(toTree) }

function compileCondition(json: JsonObject): CardCondition {
  onlyKnown(json, ['inAddressBook', ...strings, ...dates, ...textConditions])
  const text = (name: string): string | undefined => {
    const value = json[name]
    // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL and no half character
    if (value !== undefined && (typeof value !== 'string' || /[\u0000\p{Cs}]/u.test(value)))
      throw invalid(`filter/${name}`, 'a string')
    return value
  }
  const book = text('inAddressBook')
  const condition: CardCondition = {
    texts: textConditions.flatMap((name) => {
      const value = text(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  }
  if (book !== undefined) condition.bookId = addressBookWireId.decode(book) ?? 'none'
  for (const name of strings) {
    const value = text(name)
    if (value !== undefined) condition[name] = value
  }
  for (const name of dates) {
    const value = text(name)
    if (value !== undefined) condition[name] = readDate(name, value)
  }
  return condition
}

function readDate(name: string, text: string): Date {
  const date = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) || Number.isNaN(date.getTime()))
    throw invalid(`filter/${name}`, 'a UTCDate')
  return date
}
