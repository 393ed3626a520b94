// The metadata of Microsoft Graph (CSDL) as a compact table: only the types asked for and the values they hold.
import { paragraph } from './paragraph.mjs'

/**
 * @param {string} xml @param {{ roots: string[], entities: string[], onlyOf: Record<string, RegExp>, operations?: RegExp }} selection
 *   `entities` are kept with the links among them, and every complex type and enum they hold; `onlyOf` thins large types.
 * @returns {string} lines as packages/emulators/src/schemas/graph-table.ts reads them
 */
export function pruneCsdl(xml, selection) {
  const schema = schemaOf(xml)
  const types = readTypes(schema)
  const enums = readEnums(schema)
  const kept = keep(types, enums, selection)
  const operations = readOperations(schema).filter((one) => usable(one, kept, selection))
  for (const one of operations)
    for (const type of [...one.parameters.map((p) => p.type), one.gives ?? ''])
      addValues(bare(type), types, enums, kept)
  return [
    ...readRoots(schema, selection.roots),
    ...[...kept].sort().flatMap((name) => declared(name, types, enums, kept, selection)),
    ...operations.flatMap(operationLines),
  ].join('\n')
}

const attributes = (text) =>
  Object.fromEntries([...text.matchAll(/([\w.]+)="([^"]*)"/g)].map((found) => [found[1], found[2]]))
const plain = (type) => type.replace(/(microsoft\.)?graph\./g, '').replace(/Edm\./g, '')
const listed = (type) => plain(type).replace(/^Collection\((.+)\)$/, '$1[]')
const bare = (type) => type.replace(/\[\]$/, '')

function schemaOf(xml) {
  const start = xml.indexOf('<Schema Namespace="microsoft.graph"')
  return xml.slice(start, xml.indexOf('</Schema>', start)).replace(/<!--[\s\S]*?-->/g, '')
}

function readTypes(schema) {
  const types = new Map()
  for (const [, tag, head, , body = ''] of schema.matchAll(
    /<(EntityType|ComplexType) ([^>]*?)(\/>|>([\s\S]*?)<\/\1>)/g,
  )) {
    const { Name, BaseType, OpenType } = attributes(head)
    const members = (kind) =>
      [...body.matchAll(new RegExp(`<${kind} ([^>]*?)/?>`, 'g'))].map(([, text]) => {
        const one = attributes(text)
        return { name: one.Name, type: listed(one.Type), strict: one.Nullable === 'false' }
      })
    types.set(Name, {
      // Open entities are closed here: Graph refuses a property it does not know all the same.
      keyword: tag === 'EntityType' ? 'entity' : OpenType === 'true' ? 'open' : 'complex',
      base: BaseType && plain(BaseType),
      properties: members('Property'),
      links: members('NavigationProperty'),
    })
  }
  return types
}

function readEnums(schema) {
  const enums = new Map()
  for (const [, head, body] of schema.matchAll(/<EnumType ([^>]*?)>([\s\S]*?)<\/EnumType>/g)) {
    const members = [...body.matchAll(/<Member Name="([^"]+)"/g)].map((found) => found[1])
    enums.set(attributes(head).Name, { flags: attributes(head).IsFlags === 'true', members })
  }
  return enums
}

function readOperations(schema) {
  const found = schema.matchAll(/<(Action|Function) ([^>]*?IsBound="true"[^>]*?)>([\s\S]*?)<\/\1>/g)
  return [...found].map(([, kind, head, body]) => {
    const parameters = [...body.matchAll(/<Parameter ([^>]*?)\/?>/g)].map(([, text]) => attributes(text))
    const gives = /<ReturnType ([^>]*?)\/?>/.exec(body)?.[1]
    return {
      kind: kind.toLowerCase(),
      name: attributes(head).Name,
      bound: listed(parameters[0]?.Type ?? ''),
      parameters: parameters.slice(1).map((one) => ({ name: one.Name, type: listed(one.Type) })),
      gives: gives === undefined ? undefined : listed(attributes(gives).Type),
    }
  })
}

function readRoots(schema, roots) {
  return roots.map((root) => {
    const text = new RegExp(`<(Singleton|EntitySet) (Name="${root}"[^>]*?)/?>`).exec(schema)?.[2]
    if (text === undefined) throw new Error(`The metadata has no root ${root}`)
    const { Type, EntityType } = attributes(text)
    return `root ${root} ${Type ? plain(Type) : `${plain(EntityType)}[]`}`
  })
}

function keep(types, enums, selection) {
  const kept = new Set()
  for (const name of selection.entities) {
    if (!types.has(name)) throw new Error(`The metadata has no type ${name}`)
    kept.add(name)
  }
  for (const name of selection.entities) addMembers(name, types, enums, kept, selection)
  return kept
}

const thinned = (name, members, selection) =>
  members.filter((one) => selection.onlyOf[name]?.test(one.name) ?? true)

function addMembers(name, types, enums, kept, selection) {
  const type = types.get(name)
  if (type?.base) addValues(type.base, types, enums, kept)
  for (const one of thinned(name, type?.properties ?? [], selection))
    addValues(bare(one.type), types, enums, kept)
}

/** Complex types and enums come with whatever holds them; other entities only when they were asked for or are a base. */
function addValues(name, types, enums, kept) {
  const known = types.has(name) || enums.has(name)
  if (!known || kept.has(name)) return
  kept.add(name)
  const type = types.get(name)
  if (type?.base) addValues(type.base, types, enums, kept)
  for (const one of type?.properties ?? []) addValues(bare(one.type), types, enums, kept)
}

function usable(operation, kept, selection) {
  if (!kept.has(bare(operation.bound))) return false
  const only = selection.operationsOf?.[bare(operation.bound)]
  return only === undefined || only.test(operation.name)
}

function declared(name, types, enums, kept, selection) {
  const members = enums.get(name)
  if (members) {
    const [first, ...rest] = paragraph(`${members.flags ? 'flags' : 'enum'} ${name}`, members.members)
    return [first.trimStart(), ...rest]
  }
  const type = types.get(name)
  const links = thinned(name, type.links, selection).filter((one) => kept.has(bare(one.type)))
  const field = (one) => `${one.name}:${one.type}${one.strict ? '!' : ''}`
  return [
    `${type.keyword} ${name}${type.base ? ` : ${type.base}` : ''}`,
    ...paragraph('', thinned(name, type.properties, selection).map(field)),
    ...(links.length ? paragraph('->', links.map(field)) : []),
  ]
}

function operationLines(one) {
  return [
    `${one.kind} ${one.bound}.${one.name}`,
    ...paragraph(
      '',
      one.parameters.map((parameter) => `${parameter.name}:${parameter.type}`),
    ),
    ...(one.gives ? [`  -> ${one.gives}`] : []),
  ]
}
