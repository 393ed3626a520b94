import type { Fetch } from '../../../egress/network/index.ts'
import { fetchWithin } from '../../contract/allowed-origins.ts'
import { type Budget, createApi } from '../../contract/api.ts'
import type { AccessTokens } from '../../contract/grant.ts'
import { type ReadonlyJson, readObject } from '../../contract/read-json.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { GoogleEndpoints } from '../endpoints.ts'
import { queryText } from '../gmail.ts'
import { calendarError } from './classify.ts'

/** Requests to the Calendar API (v3). Each counts as one. */
export interface CalendarApi {
  get(path: string, query: CalendarQuery, doing: string): Promise<ReadonlyJson>
  /** Empty where there is no body in the answer. `version`: only if it is still this one. */
  send(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    query: CalendarQuery,
    sent: { body?: unknown; version?: string | undefined },
    doing: string,
  ): Promise<ReadonlyJson>
}

export type CalendarQuery = Readonly<Record<string, string>>

export interface CalendarApiNeeds {
  endpoints: Pick<GoogleEndpoints, 'calendar'>
  fetch: Fetch
  tokens: AccessTokens
  budget: Budget
  clock: Clock
}

export function createCalendarApi({
  endpoints,
  fetch,
  tokens,
  budget,
  clock,
}: CalendarApiNeeds): CalendarApi {
  const api = createApi({
    fetch: fetchWithin(fetch, [endpoints.calendar]),
    tokens,
    budget,
    classify: (answer, doing) => calendarError(answer, doing, clock.now()),
  })
  const address = (path: string, query: CalendarQuery) => `${endpoints.calendar}/${path}${queryText(query)}`
  return {
    get: async (path, query, doing) => {
      const answer = await api.send({ method: 'GET', url: address(path, query), cost: 1, doing })
      return readObject(await answer.json())
    },
    send: async (method, path, query, { body, version }, doing) => {
      const headers = {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(version === undefined ? {} : { 'if-match': version }),
      }
      const text = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await api.send({ method, url: address(path, query), headers, ...text, cost: 1, doing })
      return answer.status === 204 ? {} : readObject(await answer.json())
    },
  }
}

/** The path of a calendar's events; ids hold `@` and `#`. */
export function eventsPath(calendar: string, ...rest: readonly string[]): string {
  return ['calendars', calendar, 'events', ...rest].map(encodeURIComponent).join('/')
}
