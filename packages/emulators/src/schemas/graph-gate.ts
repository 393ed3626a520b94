import type { Gate, SeenExchange } from '../http/origin.ts'
import { checkGraphBatch, checkGraphBatchReply, isGraphBatch } from './graph-batch.ts'
import { checkSelection, resolvePath, type ResolvedPath } from './graph-paths.ts'
import { bare, type GraphTable } from './graph-table.ts'
import { checkEntity, checkGraphValue, checkParameters } from './graph-values.ts'
import { isRecord } from './table.ts'

export interface GraphGate extends Gate {
  /** Resolves a path, or returns a description of its error. */
  resolve(path: string): ResolvedPath | string
  /** Judges a body that does not travel as a reply, a change notification for instance. */
  checkShape(type: string, value: unknown): string[]
}

const options = ['$filter', '$top', '$skip', '$search', '$count', '$skiptoken', '$deltatoken', '$format']

/** Checks what goes over the wire of Microsoft Graph against a table made from its metadata. */
export function createGraphGate(table: GraphTable): GraphGate {
  const gate: GraphGate = {
    resolve: (path) => resolvePath(table, path),
    checkShape: (type, value) => checkEntity(table, type, value, type),
    checkRequest: (request) =>
      isGraphBatch(request) ? checkGraphBatch(gate, request) : checkOneRequest(table, request),
    checkReply: (request, status, body) =>
      isGraphBatch(request)
        ? checkGraphBatchReply(gate, request, status, body)
        : checkOneReply(table, request, status, body),
  }
  return gate
}

function checkOneRequest(table: GraphTable, request: SeenExchange): string[] {
  const url = new URL(request.url, 'http://gate')
  const resolved = resolvePath(table, url.pathname)
  if (typeof resolved === 'string') return [resolved]
  return [
    ...checkMethod(request.method, resolved),
    ...checkQuery(table, resolved, url.searchParams),
    ...checkBody(table, resolved, request),
  ]
}

function checkMethod(method: string, { operation, type }: ResolvedPath): string[] {
  if (operation?.kind === 'function' && method !== 'GET') return [`${operation.name} is a function (GET)`]
  if (operation?.kind === 'action' && method !== 'POST') return [`${operation.name} is an action (POST)`]
  if (operation || !type) return []
  const allowed = type.kind === 'list' ? ['GET', 'POST'] : ['GET', 'PATCH', 'PUT', 'DELETE', 'POST']
  return allowed.includes(method)
    ? []
    : [`${method}: not on a ${type.kind === 'list' ? 'collection' : 'thing'}`]
}

function checkQuery(table: GraphTable, { type, operation }: ResolvedPath, query: URLSearchParams): string[] {
  const name = type ? bare(type) : ''
  return [...query].flatMap(([option, value]) => {
    if (option === '$select' || option === '$expand') return checkSelection(table, name, value, option)
    if (option === '$orderby')
      return value
        .split(',')
        .flatMap((part) => checkSelection(table, name, part.trim().split(' ')[0] ?? '', option))
    if (option.startsWith('$') && !options.includes(option.toLowerCase()))
      return [`?${option}: unknown system option`]
    if (option === '$top' && !/^[1-9]\d{0,3}$/.test(value)) return ['?$top: not a number of 1 to 9999']
    const delta = operation?.name === 'delta' && option.toLowerCase() === 'changetype'
    if (delta && !/^(created|updated|deleted)$/.test(value))
      return ['?changeType: not created|updated|deleted']
    return []
  })
}

function checkBody(
  table: GraphTable,
  { type, bytes, operation }: ResolvedPath,
  request: SeenExchange,
): string[] {
  const { body } = request
  // MIME goes as text/plain and bytes as bytes; what they hold is not the metadata's business.
  if (!isRecord(body) || bytes) return Array.isArray(body) ? ['body: an array'] : []
  if (operation) return checkParameters(table, operation.parameters, body, operation.name)
  return type ? checkEntity(table, bare(type), body, 'body') : []
}

function checkOneReply(table: GraphTable, request: SeenExchange, status: number, body: unknown): string[] {
  if (status >= 400) return checkError(body)
  const resolved = resolvePath(table, new URL(request.url, 'http://gate').pathname)
  if (typeof resolved === 'string') return [`answered, though ${resolved}`]
  if (status === 202 || status === 204) return body === undefined ? [] : [`body on ${status}`]
  const { type, bytes, operation } = resolved
  // [F] MIME that is too large is answered with 200 and nothing (microsoft-graph-docs, issue 13979).
  const isDroppedMime =
    status === 200 && body === undefined && request.method === 'POST' && !isRecord(request.body)
  if (bytes || type === undefined || isDroppedMime) return []
  if (operation?.name === 'delta') return checkPage(table, bare(type), body, true)
  if (type.kind === 'list' && (request.method === 'GET' || operation))
    return checkPage(table, bare(type), body, false)
  return checkGraphValue(table, type.kind === 'list' ? type.of : type, body, 'body', true)
}

/** A page of a collection; of a delta exactly one of nextLink and deltaLink ends it [D]. */
function checkPage(table: GraphTable, type: string, body: unknown, delta: boolean): string[] {
  if (!isRecord(body) || !Array.isArray(body['value'])) return ['body.value: not an array']
  const problems = Object.keys(body)
    .filter((key) => key !== 'value' && !key.startsWith('@odata.'))
    .map((key) => `body.${key}: not part of a collection`)
  const next = body['@odata.nextLink'] !== undefined
  const last = body['@odata.deltaLink'] !== undefined
  if (delta && next === last) problems.push('delta page: exactly one of nextLink and deltaLink expected')
  if (!delta && last) problems.push('body: a deltaLink on a plain page')
  const items = body['value'].flatMap((item, i) => checkItem(table, { type, item, at: `value[${i}]`, delta }))
  return [...problems, ...items]
}

interface CheckedItem {
  type: string
  item: unknown
  at: string
  delta: boolean
}

function checkItem(table: GraphTable, { type, item, at, delta }: CheckedItem): string[] {
  const removed = isRecord(item) ? item['@removed'] : undefined
  if (removed !== undefined && isRecord(item)) {
    if (!delta) return [`${at}: @removed outside a delta`]
    const reason = isRecord(removed) ? removed['reason'] : undefined
    const sound = typeof item['id'] === 'string' && (reason === 'changed' || reason === 'deleted')
    return sound ? [] : [`${at}: malformed @removed`]
  }
  const problems = checkGraphValue(table, { kind: 'named', name: type }, item, at, true)
  const entity = table.types.get(type)?.entity === true
  if (entity && isRecord(item) && typeof item['id'] !== 'string') problems.push(`${at}.id: absent`)
  return problems
}

/** `{error: {code, message, innerError}}` [D]. */
function checkError(body: unknown): string[] {
  const error = isRecord(body) ? body['error'] : undefined
  const sound = isRecord(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string'
  return sound ? [] : ['error: not the {error:{code,message,innerError}} envelope']
}
