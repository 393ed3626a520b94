import { setTimeout as sleep } from 'node:timers/promises'
import type { Api, ApiAnswer, ApiCall } from '../contract/api.ts'
import { ProviderError } from '../contract/index.ts'
import { readObject, readObjects, readString } from '../contract/read-json.ts'
import type { ReadonlyJson } from '../contract/read-json.ts'

/** Ids that stay when a message moves; asked for with every request, and in every part of a batch. */
export const immutableIds = 'IdType="ImmutableId"'

/** Requests to Microsoft Graph v1.0 for the signed-in mailbox. */
export interface Graph {
  /** Without slash at the end. */
  base: string
  now(): Date
  renewToken(): Promise<void>
  call(call: GraphRequestOptions): Promise<ApiAnswer>
  get(path: string, query: Readonly<Record<string, string>>, doing: string): Promise<ReadonlyJson>
  /** Every page of a collection: `nextLink` is followed as it is, and on Graph's own address only. */
  pages(
    path: string,
    query: Readonly<Record<string, string>>,
    doing: string,
    pageSize?: number,
  ): AsyncGenerator<ReadonlyJson[]>
  send(method: 'POST' | 'PATCH', path: string, body: unknown, doing: string): Promise<ReadonlyJson>
}

type GraphRequestOptions = Omit<ApiCall, 'cost' | 'url'> & {
  url?: string
  path?: string
  prefer?: string[]
}

/**
 * Graph allows four requests at a time for one mailbox and application. Looking and sending never run together, so two
 * for those and two for the import keep to it, whichever processes they run in.
 */
const atOnce = 2

export function createGraph(api: Api, base: string, now: () => Date): Graph {
  const enter = turnstile(atOnce)
  const call: Graph['call'] = ({ url, path, prefer = [], headers, ...rest }) =>
    patiently(now, () =>
      enter(() =>
        api.send({
          ...rest,
          url: url ?? `${base}/${path ?? ''}`,
          headers: { prefer: [immutableIds, ...prefer].join(', '), ...headers },
          cost: 1,
        }),
      ),
    )
  const json = async (request: GraphRequestOptions) => readObject(await (await call(request)).json())
  return {
    base,
    now,
    renewToken: () => api.renewToken(),
    call,
    get: (path, query, doing) => json({ method: 'GET', path: path + queryText(query), doing }),
    pages: async function* (path, query, doing, pageSize) {
      const prefer = pageSize === undefined ? [] : [`odata.maxpagesize=${pageSize}`]
      let url: string | undefined
      do {
        const where = url === undefined ? { path: path + queryText(query) } : { url }
        const page = await json({ method: 'GET', ...where, prefer, doing })
        yield readObjects(page['value'])
        url = readString(page['@odata.nextLink']) || undefined
      } while (url !== undefined)
    },
    send: async (method, path, body, doing) => {
      const answer = await call({
        method,
        path,
        doing,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json' },
      })
      const text = await answer.text()
      return text === '' ? {} : readObject(JSON.parse(text))
    },
  }
}

/** Four in flight are soon fewer again: being told so is waited out here, anything longer is the caller's affair. */
const maxPatienceLength = 5_000
const tries = 4

async function patiently<T>(now: () => Date, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const wait = error instanceof ProviderError ? shortWait(error, now()) : undefined
      if (wait === undefined || attempt === tries) throw error
      await sleep(wait)
    }
  }
}

/** Milliseconds; undefined when it is not a matter of moments. */
export function shortWait({ kind, until }: ProviderError, now: Date): number | undefined {
  if (kind !== 'throttled' || until === undefined) return undefined
  const wait = until.getTime() - now.getTime()
  return wait <= maxPatienceLength ? Math.max(50, wait) : undefined
}

/** Spaces as %20: some of Graph's parsers take a plus sign literally. */
export function queryText(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Ids may contain any character of base64. */
export const segment = (id: string): string => encodeURIComponent(id)

/** Lets so many through at a time, in the order they came. */
function turnstile(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let inside = 0
  const waiting: Array<() => void> = []
  return async (work) => {
    if (inside >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside--
    }
  }
}
