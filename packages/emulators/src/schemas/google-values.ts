import type { GoogleTable } from './google-table.ts'
import { isRecord, type SchemaField, type Type } from './table.ts'

/** Whose turn it is: what a method requires is required of a request only. */
export interface Context {
  table: GoogleTable
  method: string
  side: 'request' | 'reply'
  problems: string[]
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** 64-bit numbers travel as decimal strings. */
const wide: Record<string, readonly [bigint, bigint]> = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
}
const narrow: Record<string, readonly [number, number]> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  integer: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
}
const written: Record<string, readonly [RegExp, string]> = {
  byte: [/^[A-Za-z0-9\-_+/]*={0,2}$/, 'not base64'],
  'date-time': [rfc3339, 'not RFC 3339'],
  'google-datetime': [rfc3339, 'not RFC 3339'],
  date: [/^\d{4}-\d\d-\d\d$/, 'not a date'],
  string: [/^/, ''],
}

/** Closed world: a property that the table does not name is a problem. `at` is the path so far. */
export function checkValue(context: Context, type: Type, value: unknown, at: string): void {
  const tell = (what: string): void => void context.problems.push(`${at}: ${what}`)
  // In a PATCH, null takes a property away [D].
  if (value === null && context.side === 'request' && context.method.endsWith('.patch')) return
  if (type.kind === 'list') {
    if (!Array.isArray(value)) return tell('not an array')
    return value.forEach((item, i) => checkValue(context, type.of, item, `${at}[${i}]`))
  }
  if (type.kind === 'map') {
    if (!isRecord(value)) return tell('not an object')
    for (const [key, item] of Object.entries(value)) checkValue(context, type.of, item, `${at}.${key}`)
    return
  }
  if (type.kind === 'enum') {
    if (typeof value !== 'string') return tell('not a string')
    // The documents and the guides spell the same member in different cases, and both are taken [D].
    if (!type.members.some((member) => member.toLowerCase() === value.toLowerCase()))
      tell(`"${value}" not in ${type.members.join('|')}`)
    return
  }
  const fields = context.table.shapes.get(type.name)
  if (fields !== undefined) return checkObject(context, fields, value, at)
  const problem = scalarProblem(type.name, value)
  if (problem !== undefined) tell(problem)
}

function checkObject(context: Context, fields: readonly SchemaField[], value: unknown, at: string): void {
  if (!isRecord(value)) return void context.problems.push(`${at}: not an object`)
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    const field = fields.find((candidate) => candidate.name === key)
    if (field === undefined) context.problems.push(`${at}.${key}: not in the document`)
    else if (!isLocalTime(key, item, value)) checkValue(context, field.type, item, `${at}.${key}`)
  }
  if (context.side === 'reply') return
  for (const field of fields)
    if (field.requiredBy.includes(context.method) && value[field.name] === undefined)
      context.problems.push(`${at}.${field.name}: required by ${context.method}`)
}

/** "A time zone offset is required unless a time zone is explicitly specified in timeZone" (EventDateTime) [S]. */
const isLocalTime = (name: string, value: unknown, beside: Record<string, unknown>): boolean =>
  name === 'dateTime' &&
  typeof beside['timeZone'] === 'string' &&
  typeof value === 'string' &&
  rfc3339.test(`${value}Z`)

function scalarProblem(name: string, value: unknown): string | undefined {
  if (name === 'any') return undefined
  if (name === 'boolean') return typeof value === 'boolean' ? undefined : 'not a boolean'
  if (name === 'number') return typeof value === 'number' ? undefined : 'not a number'
  const range = narrow[name]
  if (range) {
    if (typeof value !== 'number' || !Number.isInteger(value)) return 'not an integer'
    return value < range[0] || value > range[1] ? `outside ${name}` : undefined
  }
  const ends = wide[name]
  const form = written[name]
  if (!ends && !form) throw new Error(`No shape is called ${name}`)
  if (typeof value !== 'string') return `not a string (${value === null ? 'null' : typeof value})`
  if (ends) {
    if (!/^-?\d+$/.test(value)) return `not a decimal ${name}`
    return BigInt(value) < ends[0] || BigInt(value) > ends[1] ? `outside ${name}` : undefined
  }
  return form && !form[0].test(value) ? form[1] : undefined
}

/** A parameter of the query is text, whatever its type. */
export function queryProblem(type: Type, text: string): string | undefined {
  if (type.kind === 'enum')
    return type.members.includes(text) ? undefined : `"${text}" not in ${type.members.join('|')}`
  const name = type.kind === 'named' ? type.name : 'string'
  if (name === 'boolean') return /^(true|false)$/.test(text) ? undefined : 'not a boolean'
  if (narrow[name]) return /^-?\d{1,15}$/.test(text) ? scalarProblem(name, Number(text)) : 'not an integer'
  return name === 'number' ? undefined : scalarProblem(name, text)
}
