import { readField, readTable, type SchemaField } from './table.ts'

/** One method of a Google API. */
export interface SchemaMethod {
  /** `gmail.users.messages.list` */
  id: string
  http: string
  /** Path templates: the plain one and those that take media. */
  paths: ReadonlyArray<{ pattern: RegExp; names: readonly string[]; media: boolean }>
  query: ReadonlyMap<string, SchemaField>
  /** Name of the shape of the request, when it takes one. */
  takes: string | undefined
  gives: string | undefined
  /** Full scope names; any one of them suffices. */
  scopes: readonly string[]
}

export interface GoogleTable {
  methods: readonly SchemaMethod[]
  /** Parameters that every method takes. */
  everywhere: ReadonlyMap<string, SchemaField>
  shapes: ReadonlyMap<string, readonly SchemaField[]>
}

/**
 * Lines: `scope short full`, `everywhere field…`, `shape Name` with fields below, and
 * `GET path id` with, below, `? query…`, `+ media path`, `< request`, `> reply`, `scopes short…`.
 */
export function readGoogleTable(text: string): GoogleTable {
  const scopes = new Map<string, string>()
  const everywhere = new Map<string, SchemaField>()
  const shapes = new Map<string, readonly SchemaField[]>()
  const methods: SchemaMethod[] = []
  for (const { words, below } of readTable(text)) {
    const [first = '', second = '', third = ''] = words
    if (first === 'document') continue
    else if (first === 'scope') scopes.set(second, third)
    else if (first === 'everywhere')
      for (const field of [...words.slice(1), ...below.flat()].map(readField))
        everywhere.set(field.name, field)
    else if (first === 'shape') shapes.set(second, below.flat().map(readField))
    else methods.push(readMethod({ http: first, path: second, id: third, below, scopes }))
  }
  // Literal segments win over placeholders.
  methods.sort((a, b) => (a.paths[0]?.names.length ?? 0) - (b.paths[0]?.names.length ?? 0))
  return { methods, everywhere, shapes }
}

interface DocumentMethod {
  http: string
  path: string
  id: string
  below: ReadonlyArray<readonly string[]>
  scopes: ReadonlyMap<string, string>
}

function readMethod({ http, path, id, below, scopes }: DocumentMethod): SchemaMethod {
  const after = (mark: string): string[] => {
    const names: string[] = []
    let mine = false
    for (const words of below) {
      const opens = ['?', '+', '<', '>', 'scopes'].includes(words[0] ?? '')
      if (opens) mine = words[0] === mark
      if (mine) names.push(...(opens ? words.slice(1) : words))
    }
    return names
  }
  return {
    id,
    http,
    paths: [readPath(path, false), ...after('+').map((media) => readPath(media, true))],
    query: new Map(after('?').map((field) => [field.split(':')[0] ?? '', readField(field)])),
    takes: after('<')[0],
    gives: after('>')[0],
    scopes: after('scopes').map((short) => {
      const full = scopes.get(short)
      if (full === undefined) throw new Error(`${id}: no scope is called ${short}`)
      return full
    }),
  }
}

function readPath(template: string, media: boolean): SchemaMethod['paths'][number] {
  const names: string[] = []
  const pattern = template
    .replace(/[.*^$()|[\]\\]/g, '\\$&')
    .replace(/\{\+?([^}]+)\}/g, (_all, name: string) => {
      names.push(name)
      return '([^/]+)'
    })
  return { pattern: new RegExp(`^/${pattern.replace(/^\//, '')}$`), names, media }
}
