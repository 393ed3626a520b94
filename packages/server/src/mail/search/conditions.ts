import { categories, isCategory, type MailboxId, mailboxWireId } from '@plmail/wire'
import { everywhere } from './word-fields.ts'
import { type EmailFilter, wordsIn } from './email-filter.ts'

/** Context that conditions refer to. */
export interface ConditionContext {
  /** Hears of every mailbox that mail has to lie in; null where mailboxes cannot be named by their ids. */
  name: ((id: MailboxId) => void) | null
  /** Makes a filter of what a person typed (search extension); null where it cannot be had. */
  typed: ((text: string) => EmailFilter) | null
  /** Whether there are categories (categories extension). */
  hasCategories: boolean
}

/** A condition that cannot be read: of the wrong type, or one that is not to be had. */
export class UnfitCondition extends Error {
  readonly kind: 'invalid' | 'unsupported'
  readonly property: string
  /** The expected value, or the unsupported condition. */
  readonly expected: string

  constructor(kind: 'invalid' | 'unsupported', property: string, expected: string) {
    super(`${property}: ${expected}`)
    this.kind = kind
    this.property = property
    this.expected = expected
  }
}

/**
 * One FilterCondition of RFC 8621 §4.4.1 as clients write it, of Email/query and of rules alike; several members must
 * all hold. Throws UnfitCondition.
 */
export function conditionFilter(
  condition: Readonly<Record<string, unknown>>,
  context: ConditionContext,
): EmailFilter {
  const filters = Object.entries(condition).flatMap(([name, value]) => {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (!read) throw unsupported(name)
    return value === undefined || value === null ? [] : [read(value, name, context)]
  })
  const [only, ...more] = filters
  return only && more.length === 0 ? only : { kind: 'and', filters }
}

type Reader = (value: unknown, name: string, context: ConditionContext) => EmailFilter

const keyword =
  (of: 'message' | 'some-in-thread' | 'all-in-thread'): Reader =>
  (value, name) => ({ kind: 'keyword', keyword: readKeyword(value, name), of })

const words =
  (...fields: Parameters<typeof wordsIn>[1]): Reader =>
  (value, name) =>
    wordsIn(readString(value, name), fields)

const readers: Readonly<Record<string, Reader | undefined>> = {
  inMailbox: (value, property, { name }) => {
    if (!name) throw unsupported(property)
    const id = mailboxWireId.decode(value)
    if (id === undefined) throw invalidIn(property, 'the id of a mailbox')
    name(id)
    return { kind: 'in-mailbox', mailboxIds: [id] }
  },
  inMailboxOtherThan: (value, property, { name }) => {
    if (!name) throw unsupported(property)
    if (!Array.isArray(value) || !value.every((id) => typeof id === 'string'))
      throw invalidIn(property, 'a list of ids')
    // A mailbox that does not exist keeps nothing out.
    const mailboxIds = value.flatMap((id) => mailboxWireId.decode(id) ?? [])
    return { kind: 'in-mailbox-other-than', mailboxIds }
  },
  before: (value, name) => ({ kind: 'received-before', at: readUtcDate(value, name) }),
  after: (value, name) => ({ kind: 'received-from', at: readUtcDate(value, name) }),
  minSize: (value, name) => ({ kind: 'at-least', octets: readUnsigned(value, name) }),
  maxSize: (value, name) => ({ kind: 'smaller-than', octets: readUnsigned(value, name) }),
  allInThreadHaveKeyword: keyword('all-in-thread'),
  someInThreadHaveKeyword: keyword('some-in-thread'),
  noneInThreadHaveKeyword: (value, name, context) => not(keyword('some-in-thread')(value, name, context)),
  hasKeyword: keyword('message'),
  notKeyword: (value, name, context) => not(keyword('message')(value, name, context)),
  hasAttachment: (value, name) => {
    if (typeof value !== 'boolean') throw invalidIn(name, 'true or false')
    return value ? { kind: 'has-attachment' } : not({ kind: 'has-attachment' })
  },
  text: words(...everywhere),
  from: words('from'),
  to: words('to'),
  cc: words('cc'),
  bcc: words('bcc'),
  subject: words('subject'),
  body: words('body'),
  header: readHeader,
  query: (value, name, { typed }) => {
    if (!typed) throw new UnfitCondition('unsupported', name, `Not to be had without its capability: ${name}`)
    return typed(readString(value, name))
  },
  inCategory: (value, name, { hasCategories }) => {
    if (!hasCategories)
      throw new UnfitCondition('unsupported', name, `Not to be had without its capability: ${name}`)
    if (!isCategory(value)) throw invalidIn(name, `one of ${categories.join(', ')}`)
    return { kind: 'category', category: value, of: 'thread' }
  },
}

const not = (filter: EmailFilter): EmailFilter => ({ kind: 'not', filters: [filter] })

/** [name] or [name, text]. */
function readHeader(value: unknown, name: string): EmailFilter {
  const isPair = Array.isArray(value) && (value.length === 1 || value.length === 2)
  if (!isPair || !value.every((item): item is string => typeof item === 'string'))
    throw invalidIn(name, 'a list of a field name and, perhaps, a text')
  const [field = '', text] = value
  // RFC 5322 §2.2: printable ASCII without the colon.
  if (!/^[!-9;-~]+$/.test(field)) throw invalidIn(name, 'a list that begins with the name of a header field')
  return { kind: 'header', name: field, text: text === undefined ? null : text.replaceAll('\0', '') }
}

function readString(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalidIn(name, 'a string')
  return value
}

const readKeyword = (value: unknown, name: string) =>
  readString(value, name).toLowerCase().replaceAll('\0', '')

function readUnsigned(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidIn(name, 'a whole number of 0 or more')
  return value
}

/** RFC 8620 §1.4 UTCDate. */
function readUtcDate(value: unknown, name: string): Date {
  const isShaped = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value)
  const at = new Date(isShaped ? value : Number.NaN)
  // The parser rolls 30 February over into March.
  if (!isShaped || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== value.slice(0, 10))
    throw invalidIn(name, 'a UTCDate, 2026-03-01T00:00:00Z for instance')
  return at
}

const invalidIn = (name: string, expected: string) => new UnfitCondition('invalid', name, expected)
const unsupported = (name: string) => new UnfitCondition('unsupported', name, `Not to be had: ${name}`)
