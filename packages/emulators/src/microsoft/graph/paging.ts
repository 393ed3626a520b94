import type { EmulatedAnswer } from '../../http/answer.ts'
import { ok, type GraphCall } from './call.ts'
import { badRequest } from '../refused.ts'

/** Which slice of a collection is wanted. */
export interface GraphPage {
  skip: number
  size: number
  wantsCount: boolean
}

/** [D] A page has ten entries unless more are asked for, and at most a thousand. */
const usualPage = 10
const maxPageSizeAllowed = 1000

export function readPage(call: GraphCall): GraphPage {
  const top = readNumber(call, '$top')
  if (top !== undefined && (top < 1 || top > maxPageSizeAllowed))
    throw badRequest(`The value of $top must be from 1 to ${maxPageSizeAllowed}.`)
  const size = Math.min(
    top ?? call.prefer.maxPageSize ?? usualPage,
    call.prefer.maxPageSize ?? maxPageSizeAllowed,
    maxPageSizeAllowed,
  )
  return {
    skip: readNumber(call, '$skip') ?? 0,
    size,
    wantsCount: call.query.get('$count')?.toLowerCase() === 'true',
  }
}

function readNumber(call: GraphCall, name: string): number | undefined {
  const text = call.query.get(name)
  if (text === null) return undefined
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`Invalid value '${text}' for ${name}.`)
  return Number(text)
}

/** A page of a collection, with the link to the next one; a page served twice links to itself. */
export function getPage(
  call: GraphCall,
  page: GraphPage,
  value: readonly unknown[],
  more: { hasMore: boolean; total?: number },
): EmulatedAnswer {
  const isRepeated = call.fault?.kind === 'page-repeated'
  const next = new URLSearchParams(call.query)
  next.set('$skip', String(isRepeated ? page.skip : page.skip + page.size))
  return ok({
    '@odata.context': getContext(call),
    ...(page.wantsCount && more.total !== undefined && { '@odata.count': more.total }),
    value,
    ...((more.hasMore || isRepeated) && { '@odata.nextLink': linkTo(call, call.path, next) }),
  })
}

/** A whole collection that is held in memory, page by page. */
export function pageOfAll(call: GraphCall, all: readonly unknown[]): EmulatedAnswer {
  const page = readPage(call)
  const value = all.slice(page.skip, page.skip + page.size)
  return getPage(call, page, value, { hasMore: all.length > page.skip + page.size, total: all.length })
}

export function getContext(call: GraphCall): string {
  return `${call.base}/$metadata#users('${call.account.oid}')${call.path.replace(/^\/(me|users\/[^/]*)/i, '')}`
}

/** An absolute link; `$` stays readable in it, as Graph writes it. */
function linkTo(call: GraphCall, path: string, query: URLSearchParams): string {
  return `${call.base}${path}?${query.toString().replaceAll('%24', '$')}`
}
