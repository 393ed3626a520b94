import type { Clock } from '../../kit/clock.ts'
import type { Fetch } from '../../egress/network/index.ts'
import { fetchWithin } from '../contract/allowed-origins.ts'
import type { AccessTokens } from '../contract/grant.ts'
import { readAnswer } from '../contract/token-endpoint.ts'
import { reasonIn } from './classify.ts'
import type { GoogleEndpoints } from './endpoints.ts'

export interface ApiProbeNeeds {
  endpoints: Pick<GoogleEndpoints, 'gmail' | 'calendar'>
  fetch: Fetch
  tokens: AccessTokens
  clock: Clock
}

export interface ProbedApi {
  api: 'mail' | 'calendars'
  /** `disabled`: nobody enabled it in the project; `not-granted`: this person did not permit it. */
  outcome: 'works' | 'disabled' | 'not-granted' | 'unreachable'
  /** Google's own words. */
  said: string
}

/** Asks each API the cheapest question there is, to learn whether the project of the OAuth client has it enabled. */
export async function probeApis(needs: ApiProbeNeeds): Promise<ProbedApi[]> {
  const { gmail, calendar } = needs.endpoints
  const guarded = fetchWithin(needs.fetch, [gmail, calendar])
  const authorization = `Bearer ${await needs.tokens()}`
  const ask = async (api: ProbedApi['api'], url: string): Promise<ProbedApi> => {
    const signal = AbortSignal.timeout(20_000)
    const read = await readAnswer(() => guarded(url, { headers: { authorization }, signal }), needs.clock)
    if (!read.ok) return { api, outcome: 'unreachable', said: '' }
    if (read.value.status === 200) return { api, outcome: 'works', said: '' }
    const { reason, said } = reasonIn(read.value.text)
    if (disabled.has(reason)) return { api, outcome: 'disabled', said }
    return { api, outcome: ungranted.has(reason) ? 'not-granted' : 'unreachable', said }
  }
  return Promise.all([
    ask('mail', `${gmail}/users/me/profile`),
    ask('calendars', `${calendar}/users/me/calendarList?maxResults=1`),
  ])
}

/** Google APIs, "Handle errors": the older spelling and the newer one. */
const disabled = new Set(['accessNotConfigured', 'SERVICE_DISABLED'])
const ungranted = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'])
