import type { MailboxId } from '@plmail/wire'
import { everywhere, type WordField } from '../word-fields.ts'
import { type EmailFilter, everything, nothing } from '../email-filter.ts'
import { toPhraseTerm, toWordTerm, type WordTerm } from '../search-terms.ts'
import { readDay, spanBack } from './dates.ts'

/** Context that typed searches refer to. */
export interface TypedContext {
  mailboxes: ReadonlyArray<{ id: MailboxId; name: string; role: string | null; parentId: MailboxId | null }>
  now: Date
  /** IANA name; days begin at its midnight. */
  timeZone: string
}

export interface TypedOperator {
  name: string
  value: string
  isQuoted: boolean
  /** The typed text, for an operator that cannot be used. */
  source: string
}

/** A word or quoted text anywhere in a message. */
export function filterOfText(text: string, isQuoted: boolean): EmailFilter {
  return inFields(everywhere, text, isQuoted) ?? (text.trim() === '' ? everything : nothing)
}

/**
 * Returns the filter of an operator: without a value it matches nothing, and an unknown name or value becomes a text
 * filter.
 */
export function filterOfOperator(operator: TypedOperator, context: TypedContext): EmailFilter {
  const read = Object.hasOwn(operators, operator.name) ? operators[operator.name] : undefined
  if (!read) return asText(operator)
  if (operator.value.trim() === '') return nothing
  return read(operator, context) ?? asText(operator)
}

export type OperatorFault = 'unknown-operator' | 'no-value' | 'unusable-value' | 'no-such-mailbox'

/** Why an operator is not taken for what it says; undefined when it is. */
export function faultOfOperator(operator: TypedOperator, context: TypedContext): OperatorFault | undefined {
  const read = Object.hasOwn(operators, operator.name) ? operators[operator.name] : undefined
  if (!read) return 'unknown-operator'
  if (operator.value.trim() === '') return 'no-value'
  const filter = read(operator, context)
  if (!filter) return 'unusable-value'
  const isNowhere = filter.kind === 'in-mailbox' && filter.mailboxIds.length === 0
  return isNowhere ? 'no-such-mailbox' : undefined
}

const asText = ({ source }: TypedOperator) => filterOfText(source.replaceAll('"', ' '), true)

type Operator = (operator: TypedOperator, context: TypedContext) => EmailFilter | null

const words =
  (...fields: WordField[]): Operator =>
  ({ value, isQuoted }) =>
    inFields(fields, value, isQuoted)

const keyword = (name: string): EmailFilter => ({ kind: 'keyword', keyword: name, of: 'message' })
const not = (filter: EmailFilter): EmailFilter => ({ kind: 'not', filters: [filter] })
const inRole =
  (role: string) =>
  ({ mailboxes }: TypedContext): EmailFilter => ({
    kind: 'in-mailbox',
    mailboxIds: mailboxes.filter((mailbox) => mailbox.role === role).map(({ id }) => id),
  })

const operators: Readonly<Record<string, Operator | undefined>> = {
  from: words('from'),
  to: words('to'),
  cc: words('cc'),
  bcc: words('bcc'),
  subject: words('subject'),
  body: words('body'),
  filename: words('attachment-name'),
  list: ({ value }) => ({ kind: 'header', name: 'List-Id', text: value.replace(/^[<]|[>]$/g, '') }),
  in: ({ value }, context) => (value.toLowerCase() === 'anywhere' ? everything : inMailbox(value, context)),
  label: ({ value }, context) => inMailbox(value, context),
  has: ({ value }) => lookUpValue(has, value),
  is: ({ value }, context) => lookUpValue(is, value)?.(context) ?? null,
  larger: ({ value }) => sized('at-least', value),
  smaller: ({ value }) => sized('smaller-than', value),
  before: ({ value }, { timeZone }) => dated('received-before', readDay(value, timeZone)),
  after: ({ value }, { timeZone }) => dated('received-from', readDay(value, timeZone)),
  newer_than: ({ value }, { now }) => dated('received-from', spanBack(value, now)),
  older_than: ({ value }, { now }) => dated('received-before', spanBack(value, now)),
}

const has: Readonly<Record<string, EmailFilter | undefined>> = {
  attachment: { kind: 'has-attachment' },
  attachments: { kind: 'has-attachment' },
  star: keyword('$flagged'),
  list: { kind: 'header', name: 'List-Id', text: null },
}

const is: Readonly<Record<string, ((context: TypedContext) => EmailFilter) | undefined>> = {
  unread: () => not(keyword('$seen')),
  read: () => keyword('$seen'),
  starred: () => keyword('$flagged'),
  flagged: () => keyword('$flagged'),
  answered: () => keyword('$answered'),
  replied: () => keyword('$answered'),
  forwarded: () => keyword('$forwarded'),
  draft: () => keyword('$draft'),
  important: () => keyword('$important'),
  sent: inRole('sent'),
  archived: inRole('archive'),
}

function lookUpValue<Value>(table: Readonly<Record<string, Value | undefined>>, value: string): Value | null {
  const name = value.toLowerCase()
  return (Object.hasOwn(table, name) ? table[name] : undefined) ?? null
}

function inFields(fields: readonly WordField[], text: string, isQuoted: boolean): EmailFilter | null {
  const term: WordTerm | null = isQuoted ? toPhraseTerm(text) : toWordTerm(text)
  return term && { kind: 'words', fields, terms: [term] }
}

/** Other names of roles than the standard's. */
const roleNames: Readonly<Record<string, string | undefined>> = {
  draft: 'drafts',
  spam: 'junk',
  deleted: 'trash',
  bin: 'trash',
  archived: 'archive',
  starred: 'flagged',
}

/** By role, by name or by path, whatever the case. A mailbox that is not there holds nothing. */
function inMailbox(value: string, { mailboxes }: TypedContext): EmailFilter {
  const lowerValue = value.toLowerCase()
  const role = roleNames[lowerValue] ?? lowerValue
  const byId = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox]))
  const getPath = (mailbox: TypedContext['mailboxes'][number] | undefined, depth: number): string => {
    if (!mailbox || depth > 32) return ''
    const parent = mailbox.parentId === null ? '' : getPath(byId.get(mailbox.parentId), depth + 1)
    return (parent === '' ? mailbox.name : `${parent}/${mailbox.name}`).toLowerCase()
  }
  const matches = mailboxes.filter(
    (mailbox) =>
      mailbox.role === role ||
      mailbox.name.toLowerCase() === lowerValue ||
      getPath(mailbox, 0) === lowerValue,
  )
  return { kind: 'in-mailbox', mailboxIds: matches.map(({ id }) => id) }
}

const units: Readonly<Record<string, number | undefined>> = {
  '': 1,
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
}

/** `5M`, `200k`, `1.5mb` or plain octets. */
function sized(kind: 'at-least' | 'smaller-than', value: string): EmailFilter | null {
  const [, digits = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)([a-z]{0,2})$/i.exec(value) ?? []
  const factor = digits === '' ? undefined : units[unit.toLowerCase()]
  if (factor === undefined) return null
  return { kind, octets: Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Number(digits) * factor)) }
}

const dated = (kind: 'received-before' | 'received-from', at: Date | null): EmailFilter | null =>
  at && { kind, at }
