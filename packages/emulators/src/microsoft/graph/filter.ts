import { Refused } from '../refused.ts'

/** A `$filter` of OData, as far as Outlook's collections take it. */
export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; of: Filter }
  | { kind: 'compare'; operator: Operator; path: string; value: Literal }
  | { kind: 'call'; name: 'startswith' | 'endswith' | 'contains'; path: string; value: string }
  | { kind: 'any'; path: string; variable: string; of: Filter }

type Operator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'
export type Literal = string | number | boolean | null

/** Gives the value that a path such as `from/emailAddress/address` has on what is judged. */
export type ReadPath = (path: string) => unknown

/** Throws a 400 for what does not parse. */
export function parseFilter(text: string): Filter {
  const tokens = tokenise(text)
  let at = 0
  const peek = (): string => tokens[at] ?? ''
  const next = (): string => tokens[at++] ?? ''
  const expect = (sign: string): void => {
    if (next() !== sign) throw invalid(text)
  }

  function alternatives(): Filter {
    let left = conjunction()
    while (peek() === 'or') {
      next()
      left = { kind: 'or', left, right: conjunction() }
    }
    return left
  }

  function conjunction(): Filter {
    let left = single()
    while (peek() === 'and') {
      next()
      left = { kind: 'and', left, right: single() }
    }
    return left
  }

  function single(): Filter {
    const word = next()
    if (word === 'not') return { kind: 'not', of: single() }
    if (word === '(') {
      const inside = alternatives()
      expect(')')
      return inside
    }
    if (!/^[A-Za-z_]/.test(word)) throw invalid(text)
    if (peek() === '(') return called(word)
    const operator = next()
    if (!isOperator(operator)) throw invalid(text)
    return { kind: 'compare', operator, path: word, value: literal(next(), text) }
  }

  function called(word: string): Filter {
    expect('(')
    const any = /^(.+)\/any$/i.exec(word)?.[1]
    if (any !== undefined) {
      const variable = next()
      expect(':')
      const of = alternatives()
      expect(')')
      return { kind: 'any', path: any, variable, of }
    }
    const name = word.toLowerCase()
    if (name !== 'startswith' && name !== 'endswith' && name !== 'contains') throw invalid(text)
    const path = next()
    expect(',')
    const value = literal(next(), text)
    expect(')')
    if (typeof value !== 'string') throw invalid(text)
    return { kind: 'call', name, path, value }
  }

  const filter = alternatives()
  if (at < tokens.length) throw invalid(text)
  return filter
}

export function matches(filter: Filter, read: ReadPath): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(filter.left, read) && matches(filter.right, read)
    case 'or':
      return matches(filter.left, read) || matches(filter.right, read)
    case 'not':
      return !matches(filter.of, read)
    case 'compare':
      return compare(filter.operator, read(filter.path), filter.value)
    case 'call': {
      const value = String(read(filter.path) ?? '').toLowerCase()
      const part = filter.value.toLowerCase()
      if (filter.name === 'contains') return value.includes(part)
      return filter.name === 'startswith' ? value.startsWith(part) : value.endsWith(part)
    }
    case 'any': {
      const list = read(filter.path)
      return (
        Array.isArray(list) && list.some((item: unknown) => matches(filter.of, within(filter.variable, item)))
      )
    }
  }
}

/** The paths a filter names, in order: an order by others is refused. */
export function getPaths(filter: Filter): string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [...getPaths(filter.left), ...getPaths(filter.right)]
    case 'not':
      return getPaths(filter.of)
    default:
      return [filter.path]
  }
}

/** The value that every match must have at this path, when the filter says so. */
export function demanded(filter: Filter, path: string): Literal | undefined {
  if (filter.kind === 'compare' && filter.operator === 'eq' && filter.path === path) return filter.value
  if (filter.kind !== 'and') return undefined
  return demanded(filter.left, path) ?? demanded(filter.right, path)
}

function within(variable: string, item: unknown): ReadPath {
  return (path) => {
    const [first, ...rest] = path.split('/')
    return first === variable ? drill(item, rest) : undefined
  }
}

/** Follows names into an object, whatever their case. */
export function drill(value: unknown, names: readonly string[]): unknown {
  let at = value
  for (const name of names) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Object.entries(at).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  }
  return at
}

function compare(operator: Operator, actual: unknown, expected: Literal): boolean {
  const [a, b] = comparable(actual ?? null, expected)
  if (operator === 'eq') return a === b
  if (operator === 'ne') return a !== b
  if (a === null || b === null) return false
  if (operator === 'gt') return a > b
  if (operator === 'ge') return a >= b
  return operator === 'lt' ? a < b : a <= b
}

const instant = /^\d{4}-\d\d-\d\dT/

/** Exchange compares text without case, and points in time as such. */
function comparable(actual: unknown, expected: Literal): [Literal, Literal] {
  if (typeof actual !== 'string' || typeof expected !== 'string')
    return [typeof actual === 'object' ? null : (actual as Literal), expected]
  if (instant.test(actual) && instant.test(expected)) return [Date.parse(actual), Date.parse(expected)]
  return [actual.toLowerCase(), expected.toLowerCase()]
}

function isOperator(word: string): word is Operator {
  return ['eq', 'ne', 'gt', 'ge', 'lt', 'le'].includes(word)
}

const pattern =
  /\s*(?:('(?:[^']|'')*')|([A-Za-z_][\w./$-]*)|(\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?|-?\d+(?:\.\d+)?)|([(),:]))/y

function tokenise(text: string): string[] {
  const tokens: string[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.trimEnd().length) {
    const match = pattern.exec(text)
    if (match === null) throw invalid(text)
    tokens.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
  }
  return tokens
}

function literal(word: string, text: string): Literal {
  if (word.startsWith("'")) return word.slice(1, -1).replaceAll("''", "'")
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  if (/^\d{4}-\d\d-\d\d/.test(word)) return word.includes('T') ? word : `${word}T00:00:00Z`
  if (/^-?\d/.test(word)) return Number(word)
  throw invalid(text)
}

function invalid(text: string): Refused {
  return new Refused(400, 'BadRequest', `Invalid filter clause: the filter '${text}' could not be parsed.`)
}
