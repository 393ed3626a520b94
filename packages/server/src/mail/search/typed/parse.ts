import { type EmailFilter, everything, nothing } from '../email-filter.ts'
import { filterOfOperator, filterOfText, type TypedContext } from './operators.ts'
import { type Token, tokenize } from './tokens.ts'

/** Deeper groups than anybody types; what lies deeper is read as if it had none. */
export const deepestGroup = 8

/**
 * The filter that a typed search means (`from: has: is: before:` and so on, `-`, quotes, `OR`, groups).
 * Words side by side must all be there; `OR` binds weaker than that. An operator that cannot be used is text, one
 * without a value yet matches nothing. Never throws.
 */
export function parseTypedFilter(typed: string, context: TypedContext): EmailFilter {
  const reader = { tokens: tokenize(typed), at: 0, context }
  const parts: EmailFilter[] = []
  // A closing parenthesis without an opening one is stepped over.
  while (reader.at < reader.tokens.length) {
    parts.push(alternatives(reader, null, 0))
    reader.at += 1
  }
  return all(parts)
}

interface Reader {
  tokens: readonly Token[]
  at: number
  context: TypedContext
}

type Operator = Extract<Token, { kind: 'operator' }>

/** Up to a closing parenthesis, which is left to the caller. `operator` is what words in a group belong to. */
function alternatives(reader: Reader, operator: Operator | null, depth: number): EmailFilter {
  const options: EmailFilter[][] = [[]]
  for (;;) {
    const token = reader.tokens[reader.at]
    if (!token || token.kind === 'close') break
    if (token.kind === 'or') {
      options.push([])
      reader.at += 1
    } else options.at(-1)?.push(factor(reader, operator, depth))
  }
  // An OR at either end has not got its other side yet.
  const some = options.filter((parts) => parts.length > 0).map(all)
  const [only, ...more] = some
  if (!only) return everything
  return more.length === 0 ? only : { kind: 'or', filters: some }
}

function factor(reader: Reader, operator: Operator | null, depth: number): EmailFilter {
  const token = reader.tokens[reader.at]
  reader.at += 1
  switch (token?.kind) {
    case 'minus':
      return { kind: 'not', filters: [factor(reader, operator, depth)] }
    case 'open':
      return group(reader, operator, depth)
    case 'operator':
      if (token.opens) {
        reader.at += 1
        return group(reader, token, depth)
      }
      return filterOfOperator(token, reader.context)
    case 'text':
      return operator
        ? filterOfOperator(
            { ...operator, value: token.text, isQuoted: token.isQuoted, source: token.text },
            reader.context,
          )
        : filterOfText(token.text, token.isQuoted)
    default:
      return everything
  }
}

function group(reader: Reader, operator: Operator | null, depth: number): EmailFilter {
  if (depth >= deepestGroup) return everything
  const isEmpty = reader.tokens[reader.at] === undefined || reader.tokens[reader.at]?.kind === 'close'
  const inside = alternatives(reader, operator, depth + 1)
  reader.at += 1
  // `from:()` is half typed like `from:`
  return isEmpty && operator ? nothing : inside
}

function all(filters: readonly EmailFilter[]): EmailFilter {
  const [only, ...more] = filters
  return only && more.length === 0 ? only : { kind: 'and', filters }
}
