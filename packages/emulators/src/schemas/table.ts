/**
 * The compact tables: what the published documents say about the methods and shapes served here, one declaration a
 * line, long ones going on in indented lines. A field is `name:type`, where the type is a name, `name[]` for a list,
 * `{name}` for a map or `enum(a|b)`; a `!` behind it says required (Google) or never null (Graph), and
 * `@method,method` by which methods it is required in a request.
 */
export type Type =
  | { kind: 'named'; name: string }
  | { kind: 'list'; of: Type }
  | { kind: 'map'; of: Type }
  | { kind: 'enum'; members: readonly string[] }

export interface SchemaField {
  name: string
  type: Type
  /** Ends in `!`. */
  strict: boolean
  requiredBy: readonly string[]
}

/** A declaration: the words of its first line, and those of each indented line below it. */
export interface Declaration {
  words: readonly string[]
  below: ReadonlyArray<readonly string[]>
}

export function readTable(text: string): Declaration[] {
  const declarations: Array<{ words: string[]; below: string[][] }> = []
  for (const line of text.split('\n')) {
    const words = line.trim().split(/\s+/)
    if (line.trim() === '') continue
    if (/^\s/.test(line)) declarations.at(-1)?.below.push(words)
    else declarations.push({ words, below: [] })
  }
  return declarations
}

/** Throws on what is not a field: a table is ours, so a slip in it is ours. */
export function readField(text: string): SchemaField {
  const parts = /^([^:]+):([^!@]+)(!)?(?:@(.+))?$/.exec(text)
  if (!parts?.[1] || !parts[2]) throw new Error(`Not a field of a table: ${text}`)
  return {
    name: parts[1],
    type: readType(parts[2]),
    strict: parts[3] !== undefined,
    requiredBy: parts[4]?.split(',') ?? [],
  }
}

export function readType(text: string): Type {
  if (text.endsWith('[]')) return { kind: 'list', of: readType(text.slice(0, -2)) }
  if (text.startsWith('{')) return { kind: 'map', of: readType(text.slice(1, -1)) }
  if (text.startsWith('enum(')) return { kind: 'enum', members: text.slice(5, -1).split('|') }
  return { kind: 'named', name: text }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
}
