import ts from 'typescript'

/** What an expression cannot be known to be without running the program. */
export class Unseen {
  readonly at: ts.Node
  constructor(at: ts.Node) {
    this.at = at
  }
}

export type Value = string | number | boolean | null | undefined | Unseen | Closure | Value[] | Properties
/** An object; a property is evaluated when it is looked at, because most of what lies beside a text does not matter. */
export class Properties {
  readonly #made: ReadonlyMap<string, () => Value>
  constructor(made: ReadonlyMap<string, () => Value>) {
    this.#made = made
  }

  get(name: string): Value {
    return this.#made.get(name)?.()
  }

  has(name: string): boolean {
    return this.#made.has(name)
  }

  keys(): string[] {
    return [...this.#made.keys()]
  }

  values(): Value[] {
    return this.keys().map((name) => this.get(name))
  }

  entries(): Value[] {
    return this.keys().map((name) => [name, this.get(name)])
  }

  made(): ReadonlyMap<string, () => Value> {
    return this.#made
  }
}

export class Closure {
  readonly made: ts.FunctionLikeDeclaration
  readonly frame: Frame
  constructor(made: ts.FunctionLikeDeclaration, frame: Frame) {
    this.made = made
    this.frame = frame
  }
}

/** The values of the names of one call. */
export class Frame {
  readonly values = new Map<ts.Node, Value>()
  readonly outer: Frame | undefined
  readonly number: number
  constructor(number: number, outer?: Frame) {
    this.number = number
    this.outer = outer
  }
}

/** The way leads to a `throw`: nothing is sent on it. */
export class Nowhere extends Error {}

export interface Sources {
  checker: ts.TypeChecker
  /** Every call of the function that `declaration` names. */
  listCalls(declaration: ts.Node): readonly ts.CallExpression[]
  /** What stands for a text that a function composes of itself, without end. */
  standIn(made: ts.FunctionLikeDeclaration): string | undefined
}

export const asText = (value: Value): Value =>
  value instanceof Unseen || typeof value === 'object' ? value : String(value)

export function ofMap(map: Properties, name: string, [key]: Value[], node: ts.Node): Value {
  if (name === 'keys') return map.keys()
  if (name === 'values') return map.values()
  if (name === 'get' && typeof key === 'string') return map.get(key)
  return name === 'has' && typeof key === 'string' ? map.has(key) : new Unseen(node)
}

export const ends = (statement: ts.Statement): boolean =>
  ts.isThrowStatement(statement) || (ts.isBlock(statement) && statement.statements.some(ends))

export function onText(text: string, name: string, [first, second]: Value[], node: ts.Node): Value {
  if (name === 'replace' && typeof first === 'string') return text.replace(first, String(second))
  if (name === 'replaceAll' && typeof first === 'string') return text.replaceAll(first, String(second))
  if (name === 'trim') return text.trim()
  if (name === 'toLowerCase') return text.toLowerCase()
  return name === 'split' && typeof first === 'string' ? text.split(first) : new Unseen(node)
}

/** The values that a type lists, when it lists any. */
export function literals(type: ts.Type): Value[] | undefined {
  const parts = type.isUnion() ? type.types : [type]
  const values: Value[] = []
  for (const part of parts) {
    if (part.isStringLiteral() || part.isNumberLiteral()) values.push(part.value)
    else if (part.flags & ts.TypeFlags.BooleanLiteral) values.push(part === findTrue(parts))
    else if (part.flags & ts.TypeFlags.Undefined) values.push(undefined)
    else if (part.flags & ts.TypeFlags.Null) values.push(null)
    else return undefined
  }
  return values
}

const findTrue = (parts: readonly ts.Type[]) =>
  parts.find(
    (part) =>
      part.flags & ts.TypeFlags.BooleanLiteral && 'intrinsicName' in part && part.intrinsicName === 'true',
  )

/** The same words within one function are one question. */
export function getKey(node: ts.Node, frame: Frame): string {
  const owner = ts.findAncestor(node, ts.isFunctionLike)
  return `${frame.number} ${owner ? `${owner.getSourceFile().fileName}:${owner.pos}` : ''} ${node.getText()}`
}

export function once(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

export function getName(name: ts.PropertyName | ts.BindingName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
    ? name.text
    : undefined
}

export function isIteration(
  declaration: ts.VariableDeclaration,
): declaration is ts.VariableDeclaration & { parent: { parent: ts.ForOfStatement } } {
  return ts.isForOfStatement(declaration.parent.parent)
}

/** Lists that grow after they were made are not what their declaration says. */
export function isPushedTo(declaration: ts.VariableDeclaration): boolean {
  if (!ts.isIdentifier(declaration.name)) return false
  const within = ts.findAncestor(declaration, ts.isFunctionLike) ?? declaration.getSourceFile()
  return new RegExp(`^\\s*(if \\(.*\\) )?${declaration.name.text}\\.(push|unshift|splice)\\(`, 'm').test(
    within.getText(),
  )
}

export function ofItems(list: Value[], name: string, [first, second]: Value[], node: ts.Node): Value {
  if (name === 'push') return list.push(first)
  if (name === 'join')
    return list.find((item) => item instanceof Unseen) ?? list.map(String).join(String(first ?? ','))
  if (name === 'includes') return list.includes(first)
  if (name === 'slice') return list.slice(Number(first), second === undefined ? undefined : Number(second))
  return name === 'concat' && Array.isArray(first) ? [...list, ...first] : new Unseen(node)
}
