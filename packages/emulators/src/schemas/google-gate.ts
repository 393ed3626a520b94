import type { Gate, SeenExchange } from '../http/origin.ts'
import { checkBatchReply, checkBatchRequest } from './google-batch.ts'
import type { GoogleTable, SchemaMethod } from './google-table.ts'
import { checkValue, queryProblem, type Context } from './google-values.ts'
import { isRecord } from './table.ts'

export interface Matched {
  method: SchemaMethod
  /** Path parameters, decoded. */
  params: Record<string, string>
  /** Whether the path is one that takes media. */
  media: boolean
}

export interface GoogleGate extends Gate {
  /** The method that a request names; `undefined` when the documents know none. */
  match(http: string, url: string): Matched | undefined
  /** Judges a body that does not travel as a reply, a Pub/Sub message for instance. */
  checkShape(name: string, value: unknown): string[]
}

/** Checks what goes over the wire of Google's APIs against a table made from their discovery documents. */
export function createGoogleGate(table: GoogleTable): GoogleGate {
  const gate: GoogleGate = {
    match: (http, url) => matchMethod(table, http, url),
    checkRequest: (request) =>
      isBatch(request) ? checkBatchRequest(gate, request) : checkOneRequest(table, request),
    checkReply: (request, status, body) =>
      isBatch(request)
        ? checkBatchReply(gate, request, status, body)
        : checkOneReply(table, request, status, body),
    checkShape(name, value) {
      const context: Context = { table, method: '', side: 'reply', problems: [] }
      checkValue(context, { kind: 'named', name }, value, name)
      return context.problems
    },
  }
  return gate
}

const isBatch = (request: SeenExchange): boolean => /^\/batch(\/|$|\?)/.test(request.url)

function matchMethod(table: GoogleTable, http: string, url: string): Matched | undefined {
  const path = new URL(url, 'http://gate').pathname
  for (const method of table.methods) {
    if (method.http !== http) continue
    for (const { pattern, names, media } of method.paths) {
      const match = pattern.exec(path)
      if (!match) continue
      const params = Object.fromEntries(
        names.map((name, i) => [name, decodeURIComponent(match[i + 1] ?? '')]),
      )
      return { method, params, media }
    }
  }
  return undefined
}

function checkOneRequest(table: GoogleTable, request: SeenExchange): string[] {
  const hit = matchMethod(table, request.method, request.url)
  if (hit === undefined) return ['no such method']
  const problems = checkQuery(table, hit, new URL(request.url, 'http://gate').searchParams)
  // Media carries a message as it is, or as a part of a multipart body.
  if (hit.media || request.body === undefined) return problems
  const { takes, id } = hit.method
  if (takes === undefined) return [...problems, `body: ${id} takes none`]
  checkValue(
    { table, method: id, side: 'request', problems },
    { kind: 'named', name: takes },
    request.body,
    'body',
  )
  return problems
}

function checkQuery(table: GoogleTable, { method, media }: Matched, query: URLSearchParams): string[] {
  const problems: string[] = []
  for (const name of new Set(query.keys())) {
    const field = method.query.get(name) ?? table.everywhere.get(name)
    if (field === undefined) {
      if (!(media && name === 'upload_id')) problems.push(`?${name}: unknown parameter of ${method.id}`)
      continue
    }
    const values = query.getAll(name)
    const repeated = field.type.kind === 'list'
    if (values.length > 1 && !repeated) problems.push(`?${name}: repeated`)
    const type = field.type.kind === 'list' ? field.type.of : field.type
    for (const value of values) {
      const problem = queryProblem(type, value)
      if (problem !== undefined) problems.push(`?${name}: ${problem}`)
    }
  }
  for (const field of method.query.values())
    if (field.strict && !query.has(field.name)) problems.push(`?${field.name}: required`)
  return problems
}

function checkOneReply(table: GoogleTable, request: SeenExchange, status: number, body: unknown): string[] {
  const hit = matchMethod(table, request.method, request.url)
  if (status >= 400) return checkError(status, body)
  if (hit === undefined) return ['answered, though there is no such method']
  const { gives, id } = hit.method
  // The steps of a resumable upload before the last answer without the method's reply [D].
  if (hit.media && (status === 308 || body === undefined)) return []
  if (gives === undefined) {
    const empty = body === undefined || (isRecord(body) && Object.keys(body).length === 0)
    return empty ? [] : [`body: ${id} answers with none`]
  }
  const problems: string[] = []
  checkValue({ table, method: id, side: 'reply', problems }, { kind: 'named', name: gives }, body, 'body')
  return problems
}

/** `{error: {code, message, errors: [{reason}]}}` [F]. */
function checkError(status: number, body: unknown): string[] {
  const error = isRecord(body) ? body['error'] : undefined
  if (!isRecord(error) || typeof error['code'] !== 'number' || typeof error['message'] !== 'string')
    return ['error: not the {error:{code,message,…}} envelope']
  const problems: string[] = []
  if (error['code'] !== status) problems.push(`error.code ${error['code']} differs from status ${status}`)
  const [first] = Array.isArray(error['errors']) ? error['errors'] : []
  if (!isRecord(first) || typeof first['reason'] !== 'string') problems.push('error.errors[0].reason: absent')
  return problems
}
