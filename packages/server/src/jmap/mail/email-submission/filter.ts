import { emailWireId, identityWireId, threadWireId } from '@plmail/wire'
import type { SubmissionView } from '../../../mail/index.ts'
import { invalid, type JsonObject } from '../../engine/arguments.ts'
import { MethodFailure } from '../../engine/method.ts'
import { type Comparator, readComparators, type FilterTree, readFilterTree } from '../../engine/query.ts'

type Test = (submission: SubmissionView) => boolean

/**
 * The filter of EmailSubmission/query (RFC 8621 §7.3) as a test of a single one. Also `operations`, the names that clients
 * have given (docs/jmap.md, journal extension).
 */
export function submissionFilter(value: unknown): Test {
  const tree = readFilterTree(value, condition)
  return tree === null ? () => true : compileTest(tree)
}

function compileTest(tree: FilterTree<Test>): Test {
  if ('condition' in tree) return tree.condition
  const tests = tree.conditions.map(compileTest)
  if (tree.operator === 'AND') return (submission) => tests.every((test) => test(submission))
  if (tree.operator === 'OR') return (submission) => tests.some((test) => test(submission))
  return (submission) => !tests.some((test) => test(submission)) // RFC 8620 §5.5: none of them
}

function condition(json: JsonObject): Test {
  const tests = Object.entries(json)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => testNamed(name, value))
  return (submission) => tests.every((test) => test(submission))
}

function testNamed(name: string, value: unknown): Test {
  switch (name) {
    case 'identityIds':
      return isOneOf(name, value, ({ identityId }) => identityWireId.encode(identityId))
    case 'emailIds':
      return isOneOf(name, value, ({ messageId }) => emailWireId.encode(messageId))
    case 'threadIds':
      return isOneOf(name, value, ({ threadId }) => threadWireId.encode(threadId))
    case 'operations':
      return isOneOf(name, value, ({ operation }) => operation)
    case 'undoStatus':
      if (value !== 'pending' && value !== 'final' && value !== 'canceled')
        throw invalid('filter', 'an undoStatus of pending, final or canceled')
      return ({ undoStatus }) => undoStatus === value
    case 'before': {
      const at = readDate(value)
      return ({ sendAt }) => sendAt.getTime() < at
    }
    case 'after': {
      const at = readDate(value)
      return ({ sendAt }) => sendAt.getTime() >= at
    }
    default:
      throw new MethodFailure('unsupportedFilter', `Not to be filtered by: ${name}`)
  }
}

function isOneOf(name: string, value: unknown, getId: (submission: SubmissionView) => string | null): Test {
  if (!Array.isArray(value) || !value.every((id): id is string => typeof id === 'string'))
    throw invalid(`filter/${name}`, 'a list of ids')
  const ids = new Set<string>(value)
  return (submission) => ids.has(getId(submission) ?? '')
}

function readDate(value: unknown): number {
  const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
  const at = typeof value === 'string' && shape.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) throw invalid('filter', 'given a UTCDate')
  return at
}

const sortable = ['emailId', 'threadId', 'sentAt', 'sendAt'] as const

/** RFC 8621 §7.3 sorts by emailId, threadId and sentAt, which is sendAt under another name; newest first unless asked. */
export function submissionOrder(value: unknown): (a: SubmissionView, b: SubmissionView) => number {
  const comparators = readComparators(value, sortable)
  return (a, b) => {
    for (const comparator of comparators) {
      const order = compare(comparator, a, b)
      if (order !== 0) return comparator.isAscending ? order : -order
    }
    return comparators.length === 0 ? b.sendAt.getTime() - a.sendAt.getTime() || b.id - a.id : a.id - b.id
  }
}

function compare({ property }: Comparator<string>, a: SubmissionView, b: SubmissionView): number {
  if (property === 'emailId') return a.messageId - b.messageId
  if (property === 'threadId') return a.threadId - b.threadId
  return a.sendAt.getTime() - b.sendAt.getTime()
}
