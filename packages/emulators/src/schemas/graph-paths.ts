import { bare, type GraphTable, type GraphOperation } from './graph-table.ts'
import type { SchemaField, Type } from './table.ts'

/** The target of a Graph path. */
export interface ResolvedPath {
  type: Type | undefined
  /** `$value` and `$count` are no entities. */
  bytes: boolean
  operation: GraphOperation | undefined
}

/** Follows a path through the table, segment by segment. Answers what is wrong with it as a sentence. */
export function resolvePath(table: GraphTable, path: string): ResolvedPath | string {
  let at: Type | undefined
  for (const segment of segments(path)) {
    if (at === undefined) {
      at = table.roots.get(segment.text.toLowerCase())
      if (at === undefined) return `/${segment.text}: no such root`
      continue
    }
    if (segment.text === '$value' || segment.text === '$count')
      return { type: at, bytes: true, operation: undefined }
    const operation = segment.isKey ? undefined : findOperation(table, at, segment.text)
    if (operation) return { type: operation.gives, bytes: false, operation }
    const next = step(table, at, segment)
    if (typeof next === 'string') return next
    at = next
  }
  return { type: at, bytes: false, operation: undefined }
}

interface Segment {
  text: string
  /** `mailFolders('inbox')` names its key in brackets. */
  isKey: boolean
}

function segments(path: string): Segment[] {
  const plain = path.replace(/^\/?(v1\.0|beta)(?=\/|$)/, '')
  return plain
    .split('/')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const text = decodeURIComponent(part)
      const keyed = /^([\w.$]+)\('?([^)]*?)'?\)$/.exec(text)
      if (!keyed?.[1]) return [{ text, isKey: false }]
      const name = { text: keyed[1], isKey: false }
      return keyed[2] ? [name, { text: keyed[2], isKey: true }] : [name]
    })
}

function step(table: GraphTable, at: Type, { text, isKey }: Segment): Type | string {
  const cast = isKey ? undefined : /^microsoft\.graph\.(\w+)$/.exec(text)?.[1]
  if (cast !== undefined) {
    if (!table.types.has(cast)) return `no type is called ${text}`
    const type: Type = { kind: 'named', name: cast }
    return at.kind === 'list' ? { kind: 'list', of: type } : type
  }
  if (at.kind === 'list') return at.of
  const member = findMember(table, bare(at), text)
  return member === undefined ? `${bare(at)} has no "${text}"` : member.type
}

function findOperation(table: GraphTable, at: Type, text: string): GraphOperation | undefined {
  const name = text.replace(/^microsoft\.graph\./, '').toLowerCase()
  const bases = table.chain(bare(at)).map((type) => type.name)
  return table.operations.find(
    (candidate) =>
      candidate.name.toLowerCase() === name &&
      candidate.bound.kind === at.kind &&
      bases.includes(bare(candidate.bound)),
  )
}

/** A property or a navigation property, whatever the case it was written in: Graph folds case when it reads. */
export function findMember(table: GraphTable, type: string, name: string): SchemaField | undefined {
  const lowerName = name.toLowerCase()
  for (const { properties, links } of table.chain(type))
    for (const field of [...properties, ...links]) if (field.name.toLowerCase() === lowerName) return field
  return undefined
}

/**
 * Checks that the properties in `$select`, `$expand` and `$orderby` exist: Graph refuses the whole request otherwise.
 */
export function checkSelection(table: GraphTable, type: string, list: string, option: string): string[] {
  return topLevel(list)
    .filter((part) => part !== '' && part !== '*')
    .flatMap((part) => checkSelected(table, type, part, option))
}

function checkSelected(table: GraphTable, type: string, path: string, option: string): string[] {
  let at = type
  for (const name of path.split('/')) {
    const cast = /^microsoft\.graph\.(\w+)$/.exec(name)?.[1]
    if (cast !== undefined) {
      if (!table.types.has(cast)) return [`${option}: no type is called ${name}`]
      at = cast
      continue
    }
    const member = findMember(table, at, name)
    if (member === undefined) return [`${option}: Could not find a property named '${name}' on ${at}`]
    at = bare(member.type)
  }
  return []
}

/** The elements between commas, without what stands in brackets: `attachments($select=id,name),body`. */
function topLevel(list: string): string[] {
  let flat = list
  while (/\([^()]*\)/.test(flat)) flat = flat.replace(/\([^()]*\)/g, '')
  return flat.split(',').map((part) => part.trim())
}
