/** A token of a typed search. */
export type Token =
  | { kind: 'open' | 'close' | 'or' | 'minus' }
  /** A word or a quoted text on its own. */
  | { kind: 'text'; text: string; isQuoted: boolean }
  /** `name:value`; `opens` when a group in parentheses is the value. `source` is what was typed. */
  | { kind: 'operator'; name: string; value: string; isQuoted: boolean; opens: boolean; source: string }

/** More than a person types. */
export const maxTypedLength = 2_000

const operatorName = /^([a-z][a-z_-]{0,20}):/i

/** Cuts a typed search into tokens. Everything is taken for something: nothing is an error. */
export function tokenize(typed: string): Token[] {
  const text = typed.slice(0, maxTypedLength).replaceAll('\0', ' ')
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const blank = /^\s+/.exec(rest)
    if (blank) at += blank[0].length
    else {
      const { token, length } = tokenAt(rest)
      tokens.push(token)
      at += length
    }
  }
  return tokens
}

function tokenAt(rest: string): { token: Token; length: number } {
  if (rest.startsWith('(')) return { token: { kind: 'open' }, length: 1 }
  if (rest.startsWith(')')) return { token: { kind: 'close' }, length: 1 }
  if (/^-[^\s-]/.test(rest)) return { token: { kind: 'minus' }, length: 1 }
  if (/^OR(?=[\s()]|$)/.test(rest)) return { token: { kind: 'or' }, length: 2 }
  const operator = operatorName.exec(rest)
  if (operator) return operatorAt(rest, operator[1] ?? '', operator[0].length)
  const { value, isQuoted, length } = valueAt(rest)
  return { token: { kind: 'text', text: value, isQuoted }, length }
}

function operatorAt(rest: string, name: string, start: number): { token: Token; length: number } {
  const opens = rest.startsWith('(', start)
  const { value, isQuoted, length } = opens
    ? { value: '', isQuoted: false, length: 0 }
    : valueAt(rest.slice(start))
  const source = rest.slice(0, start + length)
  return {
    token: { kind: 'operator', name: name.toLowerCase(), value, isQuoted, opens, source },
    length: start + length,
  }
}

/** Up to the next blank or parenthesis; in quotes up to the closing one, or to the end while that is not typed yet. */
function valueAt(rest: string): { value: string; isQuoted: boolean; length: number } {
  if (rest.startsWith('"')) {
    const end = rest.indexOf('"', 1)
    const close = end < 0 ? rest.length : end
    return { value: rest.slice(1, close), isQuoted: true, length: Math.min(rest.length, close + 1) }
  }
  const [value = ''] = /^[^\s()]*/.exec(rest) ?? []
  return { value, isQuoted: false, length: value.length }
}
