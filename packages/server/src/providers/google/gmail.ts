import type { Random } from '../../kit/random.ts'
import type { Api } from '../contract/api.ts'
import type { GoogleEndpoints } from './endpoints.ts'

/** Requests to the Gmail API (v1) for the signed-in mailbox. Costs are quota units. */
export interface Gmail {
  endpoints: GoogleEndpoints
  api: Api
  random: Random
  /** A parameter with several values is repeated; array notation is not understood. */
  get(path: string, query: Query, cost: number, doing: string): Promise<unknown>
  /** Undefined for an answer without body. */
  send(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    cost: number,
    doing: string,
  ): Promise<unknown>
}

export type Query = Readonly<Record<string, string | readonly string[]>>

export function createGmail(api: Api, endpoints: GoogleEndpoints, random: Random): Gmail {
  const base = `${endpoints.gmail}/users/me`
  return {
    endpoints,
    api,
    random,
    get: async (path, query, cost, doing) => {
      const answer = await api.send({ method: 'GET', url: `${base}/${path}${queryText(query)}`, cost, doing })
      return answer.json()
    },
    send: async (method, path, body, cost, doing) => {
      const sent =
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const answer = await api.send({ method, url: `${base}/${path}`, ...sent, cost, doing })
      if (answer.status !== 204) return answer.json()
      return undefined
    },
  }
}

export function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((item): [string, string] => [name, item]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
