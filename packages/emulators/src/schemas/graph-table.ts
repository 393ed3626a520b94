import { readField, readTable, readType, type SchemaField, type Type } from './table.ts'

/** An entity or complex type of Graph. */
interface GraphType {
  name: string
  base: string | undefined
  entity: boolean
  /** Takes properties beyond those named. */
  open: boolean
  properties: readonly SchemaField[]
  /** Navigation properties: read by path or by `$expand`. */
  links: readonly SchemaField[]
}

/** An action (POST) or a function (GET) bound to a type. */
export interface GraphOperation {
  kind: 'action' | 'function'
  name: string
  bound: Type
  parameters: readonly SchemaField[]
  gives: Type | undefined
}

export interface GraphTable {
  types: ReadonlyMap<string, GraphType>
  enums: ReadonlyMap<string, { members: ReadonlySet<string>; flags: boolean }>
  operations: readonly GraphOperation[]
  /** First segments of a path, in lower case. */
  roots: ReadonlyMap<string, Type>
  /** A type and what it derives from, itself first; empty when it is unknown. */
  chain(name: string): readonly GraphType[]
}

/**
 * Lines: `root me user`, `enum name member…`, `flags name member…`, `entity name [: base]`, `complex name [: base]`
 * and `open name` (takes more than it names) with properties below and, on lines opening with `->`, navigation properties, `action type.name parameter…` and
 * `function type[].name` with, below, `-> type` when they give something.
 */
export function readGraphTable(text: string): GraphTable {
  const types = new Map<string, GraphType>()
  const enums = new Map<string, { members: ReadonlySet<string>; flags: boolean }>()
  const operations: GraphOperation[] = []
  const roots = new Map<string, Type>()
  for (const { words, below } of readTable(text)) {
    const [first = '', name = '', ...rest] = words
    if (first === 'document') continue
    else if (first === 'root') roots.set(name.toLowerCase(), readType(rest[0] ?? ''))
    else if (first === 'enum' || first === 'flags')
      enums.set(name, { members: new Set([...rest, ...below.flat()]), flags: first === 'flags' })
    else if (first === 'entity' || first === 'complex' || first === 'open')
      types.set(name, readGraphType(name, first, rest[1], below))
    else if (first === 'action' || first === 'function')
      operations.push(readOperation(first, name, [rest, ...below]))
  }
  const chain = (name: string): GraphType[] => {
    const type = types.get(name)
    return type === undefined ? [] : [type, ...(type.base === undefined ? [] : chain(type.base))]
  }
  return { types, enums, operations, roots, chain }
}

function readGraphType(
  name: string,
  kind: 'entity' | 'complex' | 'open',
  base: string | undefined,
  below: ReadonlyArray<readonly string[]>,
): GraphType {
  const properties: SchemaField[] = []
  const links: SchemaField[] = []
  let into = properties
  for (const word of below.flat()) {
    if (word === '->') into = links
    else into.push(readField(word))
  }
  return { name, base, entity: kind === 'entity', open: kind === 'open', properties, links }
}

function readOperation(
  kind: 'action' | 'function',
  bound: string,
  lines: ReadonlyArray<readonly string[]>,
): GraphOperation {
  const dot = bound.lastIndexOf('.')
  const words = lines.flat()
  const arrow = words.indexOf('->')
  const gives = arrow === -1 ? undefined : words[arrow + 1]
  return {
    kind,
    name: bound.slice(dot + 1),
    bound: readType(bound.slice(0, dot)),
    parameters: words.slice(0, arrow === -1 ? undefined : arrow).map(readField),
    gives: gives === undefined ? undefined : readType(gives),
  }
}

/** The name of a type without its list. */
export function bare(type: Type): string {
  if (type.kind === 'list') return bare(type.of)
  return type.kind === 'named' ? type.name : ''
}
