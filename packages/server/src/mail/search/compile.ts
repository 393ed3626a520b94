import type { AccountId } from '@plmail/wire'
import { accountWord, headerWord } from './fields.ts'
import type { EmailFilter, EmailSort } from './filter.ts'
import { tsquery } from './terms.ts'
import { quoted } from './vector.ts'

/** Collects the values of a statement; each gets the next number. */
export interface Parameters {
  readonly values: unknown[]
  add(value: unknown): string
}

export function parametersAfter(first: readonly unknown[]): Parameters {
  const values = [...first]
  return { values, add: (value) => `$${values.push(value)}` }
}

/**
 * How words are looked up: `indexed` gathers all messages that have them, which is right for rare words and exact
 * counts; `each` asks row by row, for a walk that ends early.
 */
export type Lookup = 'indexed' | 'each'

/** A filter as a condition on `message m`; `$1` is the account. */
export function conditionOf(filter: EmailFilter, to: Target): string {
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
    case 'has-attachment':
      return 'm.has_attachment'
    case 'words':
      return withWords(tsquery(filter.fields, filter.terms), to)
    case 'header':
      return withHeader(filter.name, filter.text, to)
  }
}

export interface Target {
  accountId: AccountId
  parameters: Parameters
  lookup: Lookup
}

function grouped(kind: 'and' | 'or' | 'not', filters: readonly EmailFilter[], to: Target): string {
  const [isEmpty, link] = kind === 'and' ? ['true', ' and '] : ['false', ' or ']
  const conditions = filters.length === 0 ? [isEmpty] : conditionsOf(kind, filters, to)
  const group = `(${conditions.join(link)})`
  return kind === 'not' ? `not ${group}` : group
}

/** Words of one group become one question, so that the index combines them. */
function conditionsOf(kind: 'and' | 'or' | 'not', filters: readonly EmailFilter[], to: Target): string[] {
  const words = filters.flatMap((one) => (one.kind === 'words' ? [tsquery(one.fields, one.terms)] : []))
  const others = filters.filter((one) => one.kind !== 'words')
  const asked = words.map((one) => `(${one})`).join(kind === 'and' ? ' & ' : ' | ')
  return [...(words.length === 0 ? [] : [withWords(asked, to)]), ...others.map((one) => conditionOf(one, to))]
}

function withWords(query: string, { accountId, parameters, lookup }: Target): string {
  const asked = `${parameters.add(`${quoted(accountWord(accountId))} & (${query})`)}::tsquery`
  return lookup === 'indexed'
    ? `m.id in (select message_id from message_search where words @@ ${asked})`
    : `coalesce((select words @@ ${asked} from message_search s where s.message_id = m.id), false)`
}

/** The name is found by the index; of those messages the header lines are read. */
function withHeader(name: string, text: string | null, { accountId, parameters }: Target): string {
  const query = `${quoted(accountWord(accountId))} & ${quoted(headerWord(name))}`
  const named = `words @@ ${parameters.add(query)}::tsquery`
  if (text === null) return `m.id in (select message_id from message_search where ${named})`
  const start = parameters.add(`${name.toLowerCase()}:`)
  const held = parameters.add(text.toLowerCase())
  return `m.id in (select message_id from message_search where ${named} and exists (
    select from unnest(string_to_array(headers, E'\\n')) as line
    where starts_with(line, ${start}) and strpos(substr(line, length(${start}) + 1), ${held}) > 0))`
}

type Keyword = { keyword: string; of: 'message' | 'some-in-thread' | 'all-in-thread' }

function withKeyword({ keyword, of }: Keyword, { parameters }: Target): string {
  const wanted = `${parameters.add(keyword)}::text`
  if (of === 'message') return `${wanted} = any (m.keywords)`
  const [isIn, has] = of === 'some-in-thread' ? ['in', '= any'] : ['not in', '<> all']
  return `m.thread_id ${isIn} (
    select thread_id from message where account_id = $1 and removed_at is null and ${wanted} ${has} (keywords))`
}

/** The columns a sort compares and their directions, the last of which tell any two messages apart. */
export interface Order {
  /** Expressions on `message m` and `message_search s`. */
  keys: Array<{ expression: string; isAscending: boolean }>
  needsSearchRow: boolean
}

export function orderOf(sort: readonly EmailSort[], to: Target): Order {
  const keys = sort.map((one) => ({ expression: expressionOf(one, to), isAscending: one.isAscending }))
  const received = sort.find((one) => one.by === 'received')
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

/** Text is compared as its readers would, whatever the database's own locale. */
const text = (column: string) => `coalesce(s.${column}, '') collate "und-x-icu"`

function expressionOf(sort: EmailSort, to: Target): string {
  switch (sort.by) {
    case 'received':
      return 'm.received_at'
    case 'sent':
      return 'coalesce(m.sent_at, m.received_at)'
    case 'size':
      return 'm.size'
    case 'from':
      return text('from_key')
    case 'to':
      return text('to_key')
    case 'subject':
      return text('subject_key')
    case 'keyword':
      return `(${withKeyword(sort, to)})`
  }
}
