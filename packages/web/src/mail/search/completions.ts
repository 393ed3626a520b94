import { findingWords as words, operatorMeaning } from '../../words/index.ts'
import { lastPart, quoted } from './query-parts.ts'

/** A completion of a half-typed part. */
export interface QueryCompletion {
  /** As it is typed. */
  text: string
  /** Description of the matches, in words. */
  says: string
}

/** The operators that are offered (docs/jmap.md, search), those with a few values with them. */
const operators = [
  ...(['from:', 'to:', 'subject:', 'in:', 'has:', 'is:', 'filename:', 'before:', 'after:'] as const),
  ...(['newer_than:', 'older_than:', 'larger:', 'smaller:', 'body:', 'cc:', 'list:'] as const),
] as const

const values = {
  'has:': ['attachment', 'star', 'list'],
  'is:': ['unread', 'read', 'starred', 'answered', 'forwarded', 'important', 'draft', 'sent', 'archived'],
  'newer_than:': ['2d', '1w', '1m', '1y'],
  'older_than:': ['1m', '6m', '1y'],
  'larger:': ['1M', '5M', '10M'],
  'smaller:': ['100k', '1M'],
  'filename:': ['pdf', 'docx', 'xlsx', 'ics'],
} as const

const most = 6

/** Lists completions of the part being typed; `folders` by name, `today` in the user's zone as `2026-11-22`. */
export function completionsOf(
  part: string,
  { folders, today }: { folders: readonly string[]; today: string },
): QueryCompletion[] {
  const [, minus = '', operator = '', value = ''] = /^(-?)([a-z_]+:)?"?(.*)$/i.exec(part) ?? []
  const name = operator.toLowerCase()
  if (name === '') return value.length === 0 ? [] : operatorsLike(minus, value)
  const options: readonly string[] =
    name === 'in:' || name === 'label:'
      ? [...new Set(folders)]
      : name === 'before:' || name === 'after:'
        ? daysUpTo(today)
        : Object.hasOwn(values, name)
          ? values[name as keyof typeof values]
          : []
  const lowerValue = value.toLowerCase()
  return options
    .filter((option) => option.toLowerCase().startsWith(lowerValue) && option.toLowerCase() !== lowerValue)
    .slice(0, most)
    .map((option) => ({ text: `${minus}${name}${quoted(option)}`, says: operatorMeaning(name, option) }))
}

function operatorsLike(minus: string, begun: string): QueryCompletion[] {
  return operators
    .filter((operator) => operator.startsWith(begun.toLowerCase()))
    .map((operator) => ({ text: minus + operator, says: words.operators[operator] }))
}

/** The first days of this month, this year and the last one: what people mean by "since". */
function daysUpTo(today: string): string[] {
  const [year = '', month = ''] = today.split('-')
  const days = [today, `${year}-${month}-01`, `${year}-01-01`, `${String(Number(year) - 1)}-01-01`]
  return [...new Set(days)]
}

/**
 * Returns the query to send while somebody types: the last word is only begun. Undefined while there is too little to
 * search, or an operator without its value.
 */
export function askedWhileTyping(typed: string): string | undefined {
  const text = typed.trim()
  const last = lastPart(typed)
  if (text.length < 2 || /^-?[a-z_]+:"?$/i.test(last)) return undefined
  return /^[\p{L}\p{N}]{2,}$/u.test(last) ? `${text}*` : text
}

/** The name or address being typed: the value of a people operator, or a plain word. */
export function personTyped(typed: string): { operator: string; begun: string } | undefined {
  const [, operator = 'from:', begun = ''] =
    /^(-?(?:from|to|cc|bcc):)?"?([^:"]*)$/i.exec(lastPart(typed)) ?? []
  return begun.length < 2 ? undefined : { operator, begun }
}
