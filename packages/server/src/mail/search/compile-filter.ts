import type { AccountId, MailboxId } from '@plmail/wire'
import { accountWord, headerWord, buildMessage } from './word-fields.ts'
import type { EmailFilter, EmailSort, TextCollation } from './email-filter.ts'
import type { Parameters } from './parameters.ts'
import { isCut, type Part, toPart, wordsHolding } from './word-parts.ts'
import { type QueryText, tsquery, unordered } from './search-terms.ts'
import { quoteWord } from './search-vector.ts'
import { parseSearchWords } from './words.ts'

/**
 * How words are looked up: `indexed` gathers all messages that have them, which is right for rare words and exact
 * counts; `each` asks row by row, for a walk that ends early.
 */
type Lookup = 'indexed' | 'each'

/** A filter as a condition on `message m`; `$1` is the account. */
export function compileCondition(filter: EmailFilter, to: Target): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
    case 'not':
      return grouped(filter.kind, filter.filters, to)
    case 'in-mailbox':
      return `m.id in (select message_id from message_mailbox
        where mailbox_id = any (${to.parameters.add(filter.mailboxIds)}::bigint[]))`
    case 'in-mailbox-other-than':
      return `exists (select from message_mailbox o
        where o.message_id = m.id and o.mailbox_id <> all (${to.parameters.add(filter.mailboxIds)}::bigint[]))`
    case 'received-before':
      return `m.received_at < ${to.parameters.add(filter.at)}::timestamptz`
    case 'received-from':
      return `m.received_at >= ${to.parameters.add(filter.at)}::timestamptz`
    case 'smaller-than':
      return `m.size < ${to.parameters.add(filter.octets)}::bigint`
    case 'at-least':
      return `m.size >= ${to.parameters.add(filter.octets)}::bigint`
    case 'keyword':
      return withKeyword(filter, to)
    case 'category':
      return `exists (select from thread_mailbox c
        where c.thread_id = m.thread_id and c.category = ${to.parameters.add(filter.category)}::text)`
    case 'has-attachment':
      return 'm.has_attachment'
    case 'words':
      return withWords(wordQuery([filter], ' & '), to, null)
    case 'header':
      return withHeader(filter.name, filter.text, to)
  }
}

export interface Target {
  accountId: AccountId
  parameters: Parameters
  lookup: Lookup
  /** Below an OR or a NOT, so that not everything that is wanted meets the condition. */
  isNested?: boolean
}

function grouped(kind: 'and' | 'or' | 'not', filters: readonly EmailFilter[], to: Target): string {
  const [isEmpty, link] = kind === 'and' ? ['true', ' and '] : ['false', ' or ']
  const inside = kind === 'and' ? to : { ...to, isNested: true }
  const conditions = filters.length === 0 ? [isEmpty] : compileConditions(kind, filters, inside)
  const group = `(${conditions.join(link)})`
  return kind === 'not' ? `not ${group}` : group
}

/** Words of one group become one question, so that the index combines them. */
function compileConditions(
  kind: 'and' | 'or' | 'not',
  filters: readonly EmailFilter[],
  to: Target,
): string[] {
  const words = filters.filter((part) => part.kind === 'words')
  if (words.length === 0) return filters.map((part) => compileCondition(part, to))
  const [place, ...otherFilters] = filters
    .filter((part) => part.kind !== 'words')
    .toSorted((a, b) => Number(b.kind === 'in-mailbox') - Number(a.kind === 'in-mailbox'))
  const isPlaced = place?.kind === 'in-mailbox' && to.lookup === 'indexed' && to.isNested !== true
  const rest = isPlaced || !place ? otherFilters : [place, ...otherFilters]
  const inWords = withWords(
    wordQuery(words, kind === 'and' ? ' & ' : ' | '),
    to,
    isPlaced ? place.mailboxIds : null,
  )
  return [inWords, ...rest.map((part) => compileCondition(part, to))]
}

interface WordQuery {
  query: QueryText
  /** Nothing but subjects is asked, whose words lie beside the row. */
  isOfSubjects: boolean
}

function wordQuery(
  filters: ReadonlyArray<Extract<EmailFilter, { kind: 'words' }>>,
  link: ' & ' | ' | ',
): WordQuery {
  const query = filters.flatMap(({ fields, terms }, index): QueryText => [
    index === 0 ? '(' : `${link}(`,
    ...tsquery(fields, terms),
    ')',
  ])
  const isOfSubjects = filters.every(({ fields }) => fields.every((field) => field === 'subject'))
  return { query, isOfSubjects }
}

/** Which of the messages lie in a mailbox is asked of the index that tells, before any of them is fetched. */
function withWords(
  { query, isOfSubjects }: WordQuery,
  to: Target,
  mailboxIds: readonly MailboxId[] | null,
): string {
  if (to.lookup === 'each') {
    const isFound = isOfSubjects
      ? `subject_words @@ ${tsqueryInSql(query, to)}`
      : `words @@ ${tsqueryInSql(ofAccount(query, to), to)}`
    return `coalesce((select ${isFound} from message_search s where s.message_id = m.id), false)`
  }
  const matching = `select message_id from message_search where ${isFoundByIndex(query, isOfSubjects, to)}`
  if (mailboxIds === null) return isAmong(matching, to)
  const boxes = to.parameters.add(mailboxIds)
  return isAmong(
    `select message_id from message_mailbox
      where message_id = any (array(${matching})) and mailbox_id = any (${boxes}::bigint[])`,
    to,
  )
}

function isFoundByIndex(query: QueryText, isOfSubjects: boolean, to: Target): string {
  const hasOrder = query.some((piece) => typeof piece === 'string' && piece.includes(' <'))
  if (!isOfSubjects || !hasOrder) return `words @@ ${tsqueryInSql(ofAccount(query, to), to)}`
  return `words @@ ${tsqueryInSql(ofAccount(unordered(query), to), to)} and subject_words @@ ${tsqueryInSql(query, to)}`
}

const ofAccount = (query: QueryText, { accountId }: Target): QueryText => [
  `${quoteWord(accountWord(accountId))} & (`,
  ...query,
  ')',
]

/**
 * A value that the planner does not know. Guessing how many messages have a word it often takes reading all of
 * message_search for cheaper than asking the index; it does not know that words lie apart from their row.
 */
function tsqueryInSql(query: QueryText, { accountId, parameters }: Target): string {
  const pieces: string[] = []
  const inSql: string[] = []
  const flush = () => {
    if (pieces.length > 0) inSql.push(`${parameters.add(pieces.splice(0).join(''))}::text`)
  }
  for (const piece of query) {
    if (typeof piece === 'string') pieces.push(piece)
    else {
      flush()
      inSql.push(wordsHolding(piece, accountId, parameters))
    }
  }
  flush()
  return `(select concat(${inSql.join(', ')})::tsquery)`
}

/**
 * Returns the membership condition. Where the given messages include every result, they are gathered first and fetched
 * by id; elsewhere each message is looked up in a table of them.
 */
function isAmong(messageIds: string, { isNested }: Target): string {
  return isNested === true ? `m.id in (${messageIds})` : `m.id = any (array(${messageIds}))`
}

/**
 * Returns the index words of a header's value, besides the name; most mail that is searched for a list has some
 * List-Id.
 */
function wordsOfHeader(name: string, text: string | null): QueryText {
  if (name.toLowerCase() !== 'list-id' || text === null) return []
  return parseSearchWords(text).flatMap(({ text: word }): QueryText => {
    const part = toPart('word', word, [buildMessage.list])
    return part ? [` & (${quoteWord(buildMessage.list + word)}`, part, ')'] : []
  })
}

/** The name is found by the index; of those messages the header lines are read, unless the index says it all. */
function withHeader(name: string, text: string | null, to: Target): string {
  const words = ofAccount([quoteWord(headerWord(name)), ...wordsOfHeader(name, text)], to)
  const named = `words @@ ${tsqueryInSql(words, to)}`
  const isFound =
    text === null || isSaidByWords(name, text) ? named : `${named} and ${hasLine(name, text, to)}`
  return to.lookup === 'each'
    ? `coalesce((select ${isFound} from message_search s where s.message_id = m.id), false)`
    : isAmong(`select message_id from message_search where ${isFound}`, to)
}

/** A word in one piece, which is in the value when it is in a word of the value. */
const isSaidByWords = (name: string, text: string) =>
  name.toLowerCase() === 'list-id' && /^[a-z0-9]{3,60}$/i.test(text)

function hasLine(name: string, text: string, { parameters }: Target): string {
  const parameter = parameters.add(text.toLowerCase())
  const start = parameters.add(`\n${name.toLowerCase()}:`)
  return `strpos(headers, ${parameter}) > 0 and exists (
    select from unnest(string_to_array(E'\\n' || headers, ${start})) with ordinality as line (rest, place)
    where place > 1 and strpos(split_part(rest, E'\\n', 1), ${parameter}) > 0)`
}

/** SQL that tells whether some part of a word that the filter asks for is in too many words to ask for all of them. */
export function asksTooMuch(filter: EmailFilter, { accountId, parameters }: Target): string {
  return ['false', ...getParts(filter).map((part) => isCut(part, accountId, parameters))].join(' or ')
}

function getParts(filter: EmailFilter): Part[] {
  if ('filters' in filter) return filter.filters.flatMap(getParts)
  const query =
    filter.kind === 'words'
      ? tsquery(filter.fields, filter.terms)
      : filter.kind === 'header'
        ? wordsOfHeader(filter.name, filter.text)
        : []
  return query.filter((piece) => typeof piece !== 'string')
}

type Keyword = { keyword: string; of: 'message' | 'some-in-thread' | 'all-in-thread' }

function withKeyword({ keyword, of }: Keyword, { parameters }: Target): string {
  const column = ownColumns.get(keyword)
  const has = (message: string) =>
    column === undefined
      ? `${parameters.add(keyword)}::text = any (${message}.keywords)`
      : `${message}.${column}`
  if (of === 'message') return has('m')
  const [isIn, isSo] = of === 'some-in-thread' ? ['in', has('other')] : ['not in', `not (${has('other')})`]
  return `m.thread_id ${isIn} (
    select thread_id from message other where account_id = $1 and removed_at is null and ${isSo})`
}

/** Keywords that have a column of their own, and an index. */
const ownColumns: ReadonlyMap<string, string> = new Map([
  ['$seen', 'is_seen'],
  ['$flagged', 'is_flagged'],
])

/** The columns a sort compares and their directions, the last of which tell any two messages apart. */
export interface Order {
  /** Expressions on `message m` and `message_search s`. */
  keys: Array<{ expression: string; isAscending: boolean }>
  needsSearchRow: boolean
}

export function compileOrder(sort: readonly EmailSort[], to: Target): Order {
  const keys = sort.map((order) => ({
    expression: compileExpression(order, to),
    isAscending: order.isAscending,
  }))
  const received = sort.find((order) => order.by === 'received')
  const isAscending = received?.isAscending ?? false
  return {
    keys: [
      ...keys,
      ...(received ? [] : [{ expression: 'm.received_at', isAscending }]),
      { expression: 'm.id', isAscending },
    ],
    needsSearchRow: sort.some(({ by }) => by === 'from' || by === 'to' || by === 'subject'),
  }
}

/** Text is compared as it is asked for, whatever the database's own locale; upper of "C" knows ASCII alone. */
function textOrder(column: string, collation: TextCollation = 'unicode'): string {
  const value = `coalesce(s.${column}, '')`
  return collation === 'unicode' ? `${value} collate "und-x-icu"` : `upper(${value} collate "C") collate "C"`
}

function compileExpression(sort: EmailSort, to: Target): string {
  switch (sort.by) {
    case 'received':
      return 'm.received_at'
    case 'sent':
      return 'coalesce(m.sent_at, m.received_at)'
    case 'size':
      return 'm.size'
    case 'from':
      return textOrder('from_key', sort.collation)
    case 'to':
      return textOrder('to_key', sort.collation)
    case 'subject':
      return textOrder('subject_key', sort.collation)
    case 'keyword':
      return `(${withKeyword(sort, to)})`
  }
}
