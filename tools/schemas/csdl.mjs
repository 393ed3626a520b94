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
  const reached = keep(types, enums, selection)
  const operations = readOperations(schema).filter((operation) => usable(operation, reached, selection))
  for (const operation of operations)
    for (const type of [...operation.parameters.map((p) => p.type), operation.gives ?? ''])
      addValues(bare(type), types, enums, reached)
  return [
    ...readRoots(schema, selection.roots),
    ...[...reached].sort().flatMap((name) => declared(name, types, enums, reached, selection)),
    ...operations.flatMap(operationLines),
  ].join('\n')
}

const attributes = (text) =>
  Object.fromEntries([...text.matchAll(/([\w.]+)="([^"]*)"/g)].map((match) => [match[1], match[2]]))
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
        const attribute = attributes(text)
        return { name: attribute.Name, type: listed(attribute.Type), strict: attribute.Nullable === 'false' }
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
    const members = [...body.matchAll(/<Member Name="([^"]+)"/g)].map((match) => match[1])
    enums.set(attributes(head).Name, { flags: attributes(head).IsFlags === 'true', members })
  }
  return enums
}

function readOperations(schema) {
  const matches = schema.matchAll(/<(Action|Function) ([^>]*?IsBound="true"[^>]*?)>([\s\S]*?)<\/\1>/g)
  return [...matches].map(([, kind, head, body]) => {
    const parameters = [...body.matchAll(/<Parameter ([^>]*?)\/?>/g)].map(([, text]) => attributes(text))
    const gives = /<ReturnType ([^>]*?)\/?>/.exec(body)?.[1]
    return {
      kind: kind.toLowerCase(),
      name: attributes(head).Name,
      bound: listed(parameters[0]?.Type ?? ''),
      parameters: parameters
        .slice(1)
        .map((parameter) => ({ name: parameter.Name, type: listed(parameter.Type) })),
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
  const reached = new Set()
  for (const name of selection.entities) {
    if (!types.has(name)) throw new Error(`The metadata has no type ${name}`)
    reached.add(name)
  }
  for (const name of selection.entities) addMembers(name, types, enums, reached, selection)
  return reached
}

const thinned = (name, members, selection) =>
  members.filter((member) => selection.onlyOf[name]?.test(member.name) ?? true)

function addMembers(name, types, enums, reached, selection) {
  const type = types.get(name)
  if (type?.base) addValues(type.base, types, enums, reached)
  for (const member of thinned(name, type?.properties ?? [], selection))
    addValues(bare(member.type), types, enums, reached)
}

/** Complex types and enums come with whatever holds them; other entities only when they were asked for or are a base. */
function addValues(name, types, enums, reached) {
  const isDeclared = types.has(name) || enums.has(name)
  if (!isDeclared || reached.has(name)) return
  reached.add(name)
  const type = types.get(name)
  if (type?.base) addValues(type.base, types, enums, reached)
  for (const property of type?.properties ?? []) addValues(bare(property.type), types, enums, reached)
}

function usable(operation, reached, selection) {
  if (!reached.has(bare(operation.bound))) return false
  const only = selection.operationsOf?.[bare(operation.bound)]
  return only === undefined || only.test(operation.name)
}

function declared(name, types, enums, reached, selection) {
  const members = enums.get(name)
  if (members) {
    const [first, ...rest] = paragraph(`${members.flags ? 'flags' : 'enum'} ${name}`, members.members)
    return [first.trimStart(), ...rest]
  }
  const type = types.get(name)
  const links = thinned(name, type.links, selection).filter((link) => reached.has(bare(link.type)))
  const field = (member) => `${member.name}:${member.type}${member.strict ? '!' : ''}`
  return [
    `${type.keyword} ${name}${type.base ? ` : ${type.base}` : ''}`,
    ...paragraph('', thinned(name, type.properties, selection).map(field)),
    ...(links.length ? paragraph('->', links.map(field)) : []),
  ]
}

function operationLines(operation) {
  return [
    `${operation.kind} ${operation.bound}.${operation.name}`,
    ...paragraph(
      '',
      operation.parameters.map((parameter) => `${parameter.name}:${parameter.type}`),
    ),
    ...(operation.gives ? [`  -> ${operation.gives}`] : []),
  ]
}
