import { findMember } from './graph-paths.ts'
import { bare, type GraphTable } from './graph-table.ts'
import { isRecord, type SchemaField, type Type } from './table.ts'

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,12})?)?(Z|[+-]\d\d:\d\d)$/

const texts: Record<string, RegExp> = {
  String: /^/,
  Duration: /^-?P/,
  TimeOfDay: /^\d\d:\d\d/,
  Date: /^\d{4}-\d\d-\d\d$/,
  Guid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  Binary: /^[A-Za-z0-9+/=\-_]*$/,
  DateTimeOffset: dateTime,
  Stream: /^/,
}
const numbers: Record<string, readonly [number, number] | 'fraction'> = {
  Byte: [0, 255],
  Int16: [-(2 ** 15), 2 ** 15 - 1],
  Int32: [-(2 ** 31), 2 ** 31 - 1],
  Int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  Single: 'fraction',
  Double: 'fraction',
  Decimal: 'fraction',
}

/** The metadata calls message and event open types; here they are closed, because Graph refuses an unknown property. */
export function checkGraphValue(
  table: GraphTable,
  type: Type,
  value: unknown,
  at: string,
  neverNull = false,
): string[] {
  if (value === null) return neverNull ? [`${at}: null`] : []
  if (type.kind === 'list') {
    if (!Array.isArray(value)) return [`${at}: not an array`]
    return value.flatMap((item, i) => checkGraphValue(table, type.of, item, `${at}[${i}]`, true))
  }
  const name = bare(type)
  const members = table.enums.get(name)
  if (members) return checkEnum(name, members, value, at)
  if (/^[A-Z]/.test(name)) return isScalar(name, value) ? [] : [`${at}: not ${name}`]
  return checkEntity(table, name, value, at)
}

function isScalar(name: string, value: unknown): boolean {
  if (name === 'Boolean') return typeof value === 'boolean'
  const text = texts[name]
  if (text) return typeof value === 'string' && text.test(value)
  const range = numbers[name]
  if (range === undefined) throw new Error(`No primitive type is called ${name}`)
  if (typeof value !== 'number') return false
  return range === 'fraction' || (Number.isInteger(value) && value >= range[0] && value <= range[1])
}

/** Graph reads members in any case: Microsoft's own samples send `Text` where the metadata has `text` [D]. */
function checkEnum(
  name: string,
  { members, flags }: { members: ReadonlySet<string>; flags: boolean },
  value: unknown,
  at: string,
): string[] {
  if (typeof value !== 'string') return [`${at}: not a string`]
  const chosen = flags ? value.split(',').map((member) => member.trim()) : [value]
  const names = new Set([...members].map((member) => member.toLowerCase()))
  return chosen.every((member) => names.has(member.toLowerCase())) ? [] : [`${at}: "${value}" not in ${name}`]
}

/** A property that the metadata does not name is a problem; control information (`@…`) is not a property. */
export function checkEntity(table: GraphTable, declared: string, value: unknown, at: string): string[] {
  if (!isRecord(value)) return [`${at}: not an object`]
  const statedType = value['@odata.type']
  const typeName = (
    typeof statedType === 'string' ? statedType.replace(/^#?(microsoft\.)?graph\./i, '') : declared
  ).toLowerCase()
  const actual = [...table.types.keys()].find((name) => name.toLowerCase() === typeName)
  if (actual === undefined) return [`${at}: no type is called ${typeName}`]
  if (!table.chain(actual).some((type) => type.name === declared))
    return [`${at}: ${actual} where a ${declared} belongs`]
  return Object.entries(value)
    .filter(([key, item]) => !key.includes('@') && item !== undefined)
    .flatMap(([key, item]) => checkProperty(table, { type: actual, key, value: item, at }))
}

interface CheckedProperty {
  type: string
  key: string
  value: unknown
  at: string
}

function checkProperty(table: GraphTable, { type, key, value, at }: CheckedProperty): string[] {
  const member = findMember(table, type, key)
  if (member === undefined) return table.types.get(type)?.open ? [] : [`${at}.${key}: not on ${type}`]
  const problems = checkGraphValue(table, member.type, value, `${at}.${key}`, member.strict)
  if (member.name !== key) problems.unshift(`${at}.${key}: spelt "${member.name}" in the metadata`)
  return problems
}

/** The parameters of an action; Graph folds their case. */
export function checkParameters(
  table: GraphTable,
  parameters: readonly SchemaField[],
  body: Record<string, unknown>,
  action: string,
): string[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const parameter = parameters.find((candidate) => candidate.name.toLowerCase() === key.toLowerCase())
    if (parameter === undefined) return [`body.${key}: not a parameter of ${action}`]
    return checkGraphValue(table, parameter.type, value, `body.${key}`)
  })
}
