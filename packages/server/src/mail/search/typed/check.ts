import { type TypedContext, type TypedOperator, faultOfOperator, type OperatorFault } from './operators.ts'
import { deepestGroup } from './parse.ts'
import { maxTypedLength, type Token, tokenize } from './tokens.ts'

/** A part of a typed search that a person may have meant otherwise; `source` is what was typed. */
export interface TypedFault {
  kind: OperatorFault | 'unbalanced' | 'empty' | 'too-long'
  source: string
}

/**
 * Says what of a typed search does not mean what it looks like. The box takes such parts for text, since a person sees
 * what is found and types on; a search that a model wrote is checked before anybody trusts it.
 */
export function checkTyped(typed: string, context: TypedContext): TypedFault[] {
  if (typed.length > maxTypedLength) return [{ kind: 'too-long', source: typed.slice(0, 40) }]
  const tokens = tokenize(typed)
  const saysSomething = (token: Token) =>
    token.kind === 'operator' || (token.kind === 'text' && /[\p{L}\p{N}]/u.test(token.text))
  if (!tokens.some(saysSomething)) return [{ kind: 'empty', source: typed }]
  const faults: TypedFault[] = []
  const note = (operator: TypedOperator) => {
    const kind = faultOfOperator(operator, context)
    if (kind) faults.push({ kind, source: operator.source })
  }
  /** The operators whose groups are open; null for a group without. */
  const groups: Array<Operator | null> = []
  let opening: Operator | null = null
  let before: Token | undefined
  for (const token of tokens) {
    const around: Operator | null = groups.at(-1) ?? null
    if (token.kind === 'open') groups.push(opening ?? around)
    else if (token.kind === 'close') {
      const isOpen = groups.pop() !== undefined
      if (!isOpen || before?.kind === 'open') faults.push({ kind: 'unbalanced', source: ')' })
    } else if (token.kind === 'operator' && !token.opens) note(token)
    else if (token.kind === 'text' && around)
      note({ ...around, value: token.text, isQuoted: token.isQuoted, source: `${around.name}:${token.text}` })
    opening = token.kind === 'operator' && token.opens ? token : null
    before = token
    if (groups.length > deepestGroup) return [...faults, { kind: 'unbalanced', source: '(' }]
  }
  if (groups.length > 0) faults.push({ kind: 'unbalanced', source: '(' })
  return faults
}

type Operator = Extract<Token, { kind: 'operator' }>
